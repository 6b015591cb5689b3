"""Datasets: what is public, what is not, and papers that agree with the files."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import symcause
from symcause.api import load
from symcause.cli.main import cli
from symcause.errors import LimitError, UsageError
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.generator.transforms.held_out_worlds import with_heldout
from symcause.families.boolean.models.replay import replays_exactly
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.prompt.prompts import render_prompt
from symcause.formats.datasets.dataset_writer import About, public, write_dataset
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.pools.problem_writer import one_line
from symcause.models.disclosure import Setting
from tests.boolean.disambiguation_cases import random_problem

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


def problems() -> list[BooleanProblem]:
    found = []
    for seed, setting in enumerate(Setting):
        problem = random_problem(seed, setting, heldout=2)
        found.append(replace(problem, metadata={"latent": "secret", "level": "original"}))
    return found


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.jsonl"
    path.write_text("".join(one_line(write_boolean(p)) + "\n" for p in problems()), "utf-8")
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_public_and_evaluator_parts(pool: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    done = run("convert", pool, "--dataset", folder, "--about", "name=demo")
    assert done.exit_code == 0, done.output
    for document in lines(folder / "public/problems.jsonl"):
        assert {"gold", "metadata", "reference"}.isdisjoint(document)
        assert {world["split"] for world in document["worlds"]} == {"train"}
    complete = [item.problem for item in read_problems(folder / "evaluator/problems.jsonl")]
    assert complete == problems()
    assert [item.id for item in read_problems(folder / "public/problems.jsonl")] == [
        p.id for p in problems()
    ]
    text = "".join(p.read_text("utf-8") for p in (folder / "public").iterdir())
    assert "heldout" not in text and "secret" not in text


def test_prompts_are_those_of_the_problems_and_tell_nothing_else(
    pool: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "dataset"
    run("convert", pool, "--dataset", folder)
    rows = lines(folder / "public/prompts.jsonl")
    for row, problem in zip(rows, problems(), strict=True):
        assert row["id"] == problem.id and row["setting"] == problem.setting
        assert row["prompt"] == render_prompt(problem).text == render_prompt(public(problem)).text  # type: ignore[arg-type]
        assert not any(world.id in row["prompt"] for world in problem.heldout)


def test_the_manifest_describes_the_files(pool: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    run("convert", pool, "--dataset", folder, "--about", "version=2.1", "--about", "license=MIT")
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["format"] == "symcause.dataset/1"
    assert manifest["problems"] == 4 and manifest["version"] == "2.1"
    assert manifest["tallies"]["setting"] == {str(s): 1 for s in Setting}
    listed = {entry["path"] for entry in manifest["files"]}
    found = {str(p.relative_to(folder)) for p in folder.rglob("*.jsonl")}
    assert listed == found
    for entry in manifest["files"]:
        data = (folder / entry["path"]).read_bytes()
        assert entry["bytes"] == len(data)
        assert entry["sha256"] == sha256(data).hexdigest()
        assert entry["records"] == len(data.splitlines())
    card = json.loads((folder / "croissant.json").read_text("utf-8"))
    assert card["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert card["description"].startswith(
        f"{len(problems())} causal induction problems with prompts"
    )
    assert card["citeAs"]
    assert {"rai", "samplingRate", "isArray", "citeAs"} <= card["@context"].keys()
    assert card["@type"] == "sc:Dataset" and card["license"] == "MIT" and "url" not in card
    assert {f["contentUrl"]: f["sha256"] for f in card["distribution"]} == {
        entry["path"]: entry["sha256"] for entry in manifest["files"]
    }
    files = {f["@id"]: f["contentUrl"] for f in card["distribution"]}
    for records in card["recordSet"]:
        for column in records["field"]:
            source = column["source"]
            rows = lines(folder / files[source["fileObject"]["@id"]])
            assert all(source["extract"]["column"] in row for row in rows)
    sheet = (folder / "DATASHEET.md").read_text("utf-8")
    assert "4 problems" in sheet and all(e["sha256"] in sheet for e in manifest["files"])


def test_the_same_pool_gives_the_same_bytes(pool: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        run("convert", pool, "--dataset", folder, "--about", "name=same")
    files = sorted(p.relative_to(one) for p in one.rglob("*") if p.is_file())
    assert files == sorted(p.relative_to(two) for p in two.rglob("*") if p.is_file())
    assert all((one / p).read_bytes() == (two / p).read_bytes() for p in files)


def certified_pool(path: Path) -> Path:
    """Two unique problems and an ambiguous one, without any certificate in them."""
    texts = [(EXAMPLES / f"{name}.json").read_text("utf-8") for name in ("unique", "ambiguous")]
    again = texts[0].replace('"unique"', '"again"')
    path.write_text("".join(one_line(json.loads(t)) + "\n" for t in (*texts, again)), "utf-8")
    return path


def test_certificates_of_an_audit_are_published(tmp_path: Path) -> None:
    pool, proofs = certified_pool(tmp_path / "pool.jsonl"), tmp_path / "proofs"
    assert run("audit", pool, "--certificate", proofs, "--quiet").exit_code == 1
    plain = run("convert", pool, "--dataset", tmp_path / "plain")
    assert plain.exit_code == 0
    assert "--certificates FOLDER takes them along" in plain.stderr
    sheet = (tmp_path / "plain/DATASHEET.md").read_text("utf-8")
    assert "No problem has a certificate." in sheet
    assert not (tmp_path / "plain/evaluator/certificates.jsonl").exists()

    folder = tmp_path / "dataset"
    done = run("convert", pool, "--dataset", folder, "--certificates", proofs)
    assert done.exit_code == 0, done.output
    assert "3 problems (1 certified ambiguous, 2 certified unique)" in done.stdout
    assert "without certificates" not in done.stderr
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["tallies"]["certified"] == {"ambiguous": 1, "unique": 2}
    assert len(lines(folder / "evaluator/certificates.jsonl")) == 3
    sheet = (folder / "DATASHEET.md").read_text("utf-8")
    assert "2 of 3 problems are certified unique" in sheet
    command = "symcause verify evaluator/problems.jsonl evaluator/certificates.jsonl"
    assert command in sheet
    complete, held = folder / "evaluator/problems.jsonl", folder / "evaluator/certificates.jsonl"
    checked = run("verify", complete, held)
    assert checked.exit_code == 0 and "3 problems, 3 accepted" in checked.stdout
    shown = "".join(p.read_text("utf-8") for p in (folder / "public").iterdir())
    assert "symcause.certificate" not in shown


def test_unique_in_a_narrower_class_is_not_certified_unique(tmp_path: Path) -> None:
    """Unique among the models with at most four parents, of a problem that allows five."""
    proofs, folder = tmp_path / "proofs", tmp_path / "dataset"
    made, pool = tmp_path / "made.jsonl", tmp_path / "pool.jsonl"
    run("generate", "boolean", "--seed", 3, "--level", "certified", "--out", made, "--quiet")
    (document,) = lines(made)
    assert document.pop("metadata")["count"] == 1
    pool.write_text(one_line({**document, "max_parents": 5}) + "\n", "utf-8")
    assert run("audit", pool, "--max-parents", 4, "--certificate", f"{proofs}/").exit_code == 0
    done = run("convert", pool, "--dataset", folder, "--certificates", proofs)
    assert done.exit_code == 0 and "1 problem (1 certified unique in another class)" in done.stdout
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["tallies"]["certified"] == {"unique in another class": 1}
    assert "are certified unique" not in (folder / "DATASHEET.md").read_text("utf-8")


def test_a_certificate_about_another_problem_is_left_out_and_said(tmp_path: Path) -> None:
    pool, proofs = certified_pool(tmp_path / "pool.jsonl"), tmp_path / "proofs"
    run("audit", pool, "--certificate", proofs, "--quiet")
    more = tmp_path / "more.jsonl"
    documents = lines(pool)
    for document in documents:
        document["worlds"][0]["rows"].append(document["worlds"][0]["rows"][0])
    more.write_text("".join(one_line(document) + "\n" for document in documents), "utf-8")
    done = run("convert", more, "--dataset", tmp_path / "dataset", "--certificates", proofs)
    assert done.exit_code == 2
    assert "certificate left out" in done.stderr and "unique" in done.stderr
    sheet = (tmp_path / "dataset/DATASHEET.md").read_text("utf-8")
    assert "No problem has a certificate." in sheet


def test_certificates_hold_when_worlds_are_held_out_later(tmp_path: Path) -> None:
    pool, proofs = certified_pool(tmp_path / "pool.jsonl"), tmp_path / "proofs"
    run("audit", pool, "--certificate", proofs, "--quiet")
    more = tmp_path / "more.jsonl"
    assert run("convert", pool, "--heldout", 2, "--out", more).exit_code == 0
    done = run("convert", more, "--dataset", tmp_path / "dataset", "--certificates", proofs)
    assert (done.exit_code, done.stderr) == (0, "")
    sheet = (tmp_path / "dataset/DATASHEET.md").read_text("utf-8")
    assert "have a certificate" in sheet and "Rows are noise-free and complete." in sheet


def test_generated_certificates_travel_along(tmp_path: Path) -> None:
    pool, folder = tmp_path / "pool.jsonl", tmp_path / "dataset"
    run("generate", "boolean", "--count", 2, "--level", "certified", "--out", pool, "--quiet")
    done = run("convert", pool, "--dataset", folder)
    assert done.exit_code == 0 and "2 problems (2 certified unique)" in done.stdout
    assert done.stderr == ""
    assert len(lines(folder / "evaluator/certificates.jsonl")) == 2


def test_a_pool_without_heldout_worlds_is_published_with_a_warning(tmp_path: Path) -> None:
    bare = replace(random_problem(1, Setting.ORDERED, heldout=0), id="bare")
    pool = tmp_path / "bare.jsonl"
    pool.write_text(one_line(write_boolean(bare)) + "\n", "utf-8")
    done = run("convert", pool, "--dataset", tmp_path / "dataset")
    assert done.exit_code == 0
    assert "1 of 1 problems have no held-out worlds: symcause convert" in done.stderr
    assert "--heldout 4 --seed 0 --out FILE" in done.stderr
    sheet = (tmp_path / "dataset/DATASHEET.md").read_text("utf-8")
    assert "1 of 1 problems have no held-out worlds" in sheet
    full = tmp_path / "full.jsonl"
    assert run("convert", pool, "--heldout", 4, "--seed", 0, "--out", full).exit_code == 0
    done = run("convert", full, "--dataset", tmp_path / "again")
    assert "held-out" not in done.stderr


@pytest.mark.parametrize("setting", list(Setting))
def test_heldout_worlds_are_drawn_from_gold(setting: Setting) -> None:
    """Fresh targets first; gold replays them; the evidence stays; the seed is kept."""
    problem = random_problem(3, setting, heldout=0)
    gold = problem.gold_scm
    assert gold is not None
    more = with_heldout(problem, 5, seed=9)
    assert more == with_heldout(problem, 5, seed=9) != with_heldout(problem, 5, seed=8)
    assert more.training == problem.training and len(more.heldout) == 5
    assert replays_exactly(gold, more.heldout, more.variables)
    known = {frozenset(world.targets) for world in more.training}
    fresh = [frozenset(world.targets) not in known for world in more.heldout]
    assert fresh == sorted(fresh, reverse=True)
    record = more.metadata["heldout"]
    assert isinstance(record, dict) and record["seed"] == 9
    assert record["worlds"] == [world.id for world in more.heldout]
    assert record["fresh_targets"] <= sum(fresh)
    assert symcause.count(more).count == symcause.count(problem).count
    signatures = [world.signature(more.variables) for world in more.worlds]
    assert len(set(signatures[-5:]) - set(signatures[:-5])) >= record["fresh_targets"]


def test_where_no_heldout_world_can_be_drawn() -> None:
    problem = random_problem(3, Setting.ORDERED, heldout=0)
    with pytest.raises(UsageError, match="there is none"):
        with_heldout(replace(problem, gold=None), 1, 0)
    world = problem.training[0]
    wrong = tuple("".join("10"[int(bit)] for bit in row) for row in world.rows)
    bent = replace(problem, worlds=(replace(world, rows=wrong), *problem.training[1:]))
    with pytest.raises(UsageError, match="does not explain the training worlds"):
        with_heldout(bent, 1, 0)
    with pytest.raises(LimitError, match="anything new"):
        with_heldout(problem, 1_000, 0)


def test_what_is_refused(pool: Path, tmp_path: Path) -> None:
    folder = tmp_path / "dataset"
    run("convert", pool, "--dataset", folder)
    for arguments, message in (
        (["--dataset", str(folder)], "not empty"),
        (["--dataset", str(tmp_path / "a"), "--to", "jsonl"], "writes a folder"),
        (["--dataset", str(tmp_path / "b"), "--about", "licence=MIT"], "did you mean 'license'"),
        (["--dataset", str(tmp_path / "c"), "--about", "MIT"], "KEY=VALUE"),
        (["--parquet"], "go with --dataset"),
        (["--certificates", str(pool)], "go with --dataset"),
    ):
        with pytest.raises(UsageError, match=message):
            cli.main(["convert", str(pool), *arguments], standalone_mode=False)
    twice = [problems()[0], problems()[0]]
    with pytest.raises(UsageError, match="two problems have one id"):
        write_dataset(twice, tmp_path / "d", prompt=lambda shown, whole: None)
    with pytest.raises(UsageError, match="no problem"):
        write_dataset([], tmp_path / "e", prompt=lambda shown, whole: None)


def test_what_cannot_be_read_is_left_out(pool: Path, tmp_path: Path) -> None:
    pool.write_text(pool.read_text("utf-8") + '{"format": "symcause.boolean/1"}\n', "utf-8")
    done = run("convert", pool, "--dataset", tmp_path / "dataset")
    assert done.exit_code == 2 and "4 problems" in done.stdout


def test_linear_problems_lose_what_gives_them_away(tmp_path: Path) -> None:
    document = {
        "format": "symcause.linear/1",
        "id": "crystal",
        "variables": ["density", "moisture", "freq"],
        "target": "freq",
        "controllable": ["density", "moisture"],
        "family": "linear",
        "semantics": "set",
        "rounding": "0",
        "coefficients": {"domain": "rational"},
        "records": [{"id": "r0", "values": {"density": "20.5", "moisture": "31", "freq": "76.5"}}],
        "reactor": {"values": {"density": "40", "moisture": "50"}},
        "gold": {
            "equations": {"freq": "25 + 1*density + 1*moisture"},
            "reactor_target": "115",
        },
    }
    path = tmp_path / "crystal.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    done = run("convert", path, "--dataset", tmp_path / "dataset")
    assert done.exit_code == 0, done.output
    shown = load(tmp_path / "dataset/public/problems.jsonl")
    assert shown.gold is None
    assert load(tmp_path / "dataset/evaluator/problems.jsonl") == load(path)
    prompt = (tmp_path / "dataset/public/prompts.jsonl").read_text("utf-8")
    assert "76.5" in prompt and "115" not in prompt


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="pyarrow is not installed")
def test_parquet_holds_the_same_rows(pool: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    folder = tmp_path / "dataset"
    assert run("convert", pool, "--dataset", folder, "--parquet").exit_code == 0
    for name in ("problems", "prompts"):
        table = pq.read_table(folder / f"public/{name}.parquet").to_pylist()
        rows = lines(folder / f"public/{name}.jsonl")
        assert len(table) == len(rows)
        for got, row in zip(table, rows, strict=True):
            for key, value in row.items():
                assert got[key] == (value if isinstance(value, str | int) else one_line(value))


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="pyarrow is installed")
def test_parquet_without_its_extra_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"pip install 'pyarrow"):
        write_dataset(
            problems(),
            tmp_path / "dataset",
            prompt=lambda shown, whole: None,
            about=About(),
            parquet=True,
        )
    assert not (tmp_path / "dataset").exists()


def test_gold_that_contradicts_its_rows_is_named(tmp_path: Path) -> None:
    """On standard error with the reason; in the public papers by its id alone: the reason tells of gold."""
    document = json.loads((EXAMPLES / "unique.json").read_text())
    document["worlds"][0]["rows"][0] = "00011"
    path, folder = tmp_path / "wrong.json", tmp_path / "dataset"
    path.write_text(json.dumps({**document, "id": "wrong"}))
    done = run("convert", path, "--dataset", folder)
    assert done.exit_code == 0 and "wrong: gold does not explain the evidence (world" in done.output
    assert len(lines(folder / "public/problems.jsonl")) == 1
    assert json.loads((folder / "manifest.json").read_text())["contradicted"] == ["wrong"]
    sheet = (folder / "DATASHEET.md").read_text()
    assert "leave them out of scores: wrong." in sheet and "mechanism gives" not in sheet
    (problem,) = [item.problem for item in read_problems(path)]
    assert list(symcause.publish([problem], tmp_path / "other").contradicted) == ["wrong"]
