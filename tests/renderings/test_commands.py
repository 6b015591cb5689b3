"""Renderings on the command line and from Python: pools of texts, prompts, checks, certificates, scores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import UsageError
from symcause.renderings.sense.sense_baseline import sense_text
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.exact_tests import mcnemar
from symcause.scoring.rendering_scores import RenderingScores, Words, paired
from tests.cli.cases import EXAMPLES, Shell
from tests.renderings.cases import DOCUMENTS, lines


@pytest.fixture
def pool(tmp_path: Path, shell: Shell) -> Path:
    """A pool of renderings of two problems with gold."""
    source = tmp_path / "source.jsonl"
    stated = [json.loads((EXAMPLES / f"{n}.json").read_text()) for n in ("unique", "ordered")]
    source.write_text("".join(json.dumps(one) + "\n" for one in stated))
    out = tmp_path / "texts.jsonl"
    made = (
        "--themes",
        "neutral,farm",
        "--styles",
        "table,story",
        "--names",
        "free,agree,contradict",
    )
    code, _, err = shell("generate", "renderings", source, *made, "--out", out)
    assert code == 0, err
    assert err.count("without common sense") == 1
    return out


def _documents(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_pool_of_renderings_gives_its_own_texts_again(pool: Path, shell: Shell) -> None:
    documents = _documents(pool)
    assert len(documents) == 2 * (2 + 6)
    assert {path.name for path in Path(f"{pool}.themes").iterdir()} == {"neutral.toml", "farm.toml"}
    code, prompts = shell.json("prompt", pool)
    assert code == 0
    for document, prompt in zip(documents, prompts, strict=True):
        about = document["metadata"]["rendering"]
        assert prompt["rendering"]["text_sha256"] == about["text_sha256"]
        assert (about["of"] in ("unique", "ordered") and about["agreement"] is None) or about[
            "theme"
        ] == "farm"
    by_kind: dict[str, set[str]] = {}
    for document in documents:
        about = document["metadata"]["rendering"]
        if about["theme"] == "farm":
            by_kind.setdefault(about["alignment"], set()).add(document["id"][-1])
    assert any(len(places) > 1 for places in by_kind.values()) or len(by_kind) == 3


def test_the_same_seed_gives_the_same_bytes(pool: Path, shell: Shell, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    made = (
        "--themes",
        "neutral,farm",
        "--styles",
        "table,story",
        "--names",
        "free,agree,contradict",
    )
    shell("generate", "renderings", tmp_path / "source.jsonl", *made, "--jobs", 2, "--out", again)
    assert again.read_bytes() == pool.read_bytes()


def test_a_text_converts_back_to_its_problem(pool: Path, shell: Shell, tmp_path: Path) -> None:
    document = next(d for d in _documents(pool) if d["id"].startswith("unique__farm-story"))
    _, (prompt,) = shell.json("prompt", pool, "--id", document["id"])
    text = tmp_path / "text.txt"
    text.write_text(prompt["message"])
    code, out, _ = shell("convert", text, "--rendering", f"{pool}#{document['id']}", "--told")
    assert code == 0
    original = symcause.load(EXAMPLES / "unique.json")
    assert json.loads(out)["digest"] == symcause.told(original).digest
    code, out, _ = shell("convert", text)
    assert code == 0 and sorted(json.loads(out)["variables"]) == sorted(document["variables"])
    text.write_text(prompt["message"].replace("In round 1, the", "In round 1, a", 1))
    code, out, err = shell("convert", text)
    assert (code, out) == (2, "") and "column 13: expected one of" in err
    text.write_bytes(prompt["message"].replace("\n", "\r\n").encode())
    code, _, err = shell("convert", text)
    assert code == 2 and "CRLF" in err


@pytest.mark.parametrize("name", ["draft", "statements", "boats"])
def test_what_there_are_no_words_for_is_told_at_once(name: str) -> None:
    with pytest.raises(UsageError, match="have no renderings"):
        symcause.told(symcause.load(EXAMPLES / f"{name}.json"))


def test_answers_and_certificates_of_the_original_serve(
    pool: Path, shell: Shell, tmp_path: Path
) -> None:
    document = next(d for d in _documents(pool) if d["id"].startswith("unique__farm-table"))
    answer = tmp_path / "answer.json"
    answer.write_text("So: " + json.dumps({"mechanisms": document["gold"]["mechanisms"]}))
    _, (there,) = shell.json("check", pool, answer, "--id", document["id"])
    given = ("--rendering", f"{pool}#{document['id']}")
    _, (here,) = shell.json("check", EXAMPLES / "unique.json", answer, *given)
    named = ("problem", "mechanisms", "roots", "nearest_alternative", "beside", "seconds", "asked")
    assert {k: v for k, v in there.items() if k not in named} == {
        k: v for k, v in here.items() if k not in named
    }
    proof = tmp_path / "proof.json"
    shell("audit", EXAMPLES / "unique.json", "--certificate", proof)
    code, out, _ = shell("verify", pool, proof, "--id", document["id"])
    assert code == 0 and "accepted" in out
    document["metadata"]["rendering"]["fingerprint"] = "0" * 64
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(document))
    code, _, err = shell("verify", forged, proof)
    assert code == 2 and "fingerprint" in err


def test_public_datasets_keep_texts_and_drop_names(
    pool: Path, shell: Shell, tmp_path: Path
) -> None:
    folder = tmp_path / "dataset"
    code, _, _ = shell("convert", pool, "--dataset", folder, "--quiet")
    assert code == 0
    secret = {"variables", "seed", "agreement", "alignment", "fingerprint", "filler"}
    for document in _documents(folder / "public" / "problems.jsonl"):
        about = document["metadata"]["rendering"]
        assert not secret & set(about) and {"order", "digest", "of", "text_sha256"} <= set(about)
    _, public = shell.json("prompt", folder / "public" / "problems.jsonl")
    _, own = shell.json("prompt", pool)
    assert sorted(d["message"] for d in public) == sorted(d["message"] for d in own)
    for line in (folder / "public" / "prompts.jsonl").read_text().splitlines():
        assert not json.loads(line)["rendering"]["alignment"]


def test_scores_tell_reading_from_reasoning(pool: Path, shell: Shell, tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    rows = []
    for problem in symcause.load_pool(pool):
        about = problem.metadata["rendering"]  # type: ignore[attr-defined]
        gold = json.dumps({"mechanisms": dict(problem.gold_scm.mechanisms)})  # type: ignore[attr-defined]
        blind = gold if about["style"] == "table" else "no idea"
        misled = sense_text(problem) if about["alignment"] == "contradict" else gold
        for model, response in (("reads", gold), ("blind", blind), ("misled", misled)):
            rows.append({"instanceId": problem.id, "model": model, "response": response})
    answers.write_text("".join(json.dumps(row) + "\n" for row in rows))
    code, out, _ = shell("score", pool, answers, "--baseline", "common-sense", "--format", "json")
    assert code == 0
    tables = {table["key"]: table for table in json.loads(out)["tables"]}
    cues = {tuple(row[:2]): row for row in tables["cues"]["rows"]}
    heads = tables["cues"]["columns"]
    assert cues["blind", "story"][heads.index("Reading")] == -1
    assert cues["reads", "story"][heads.index("Reading")] == 0
    assert cues["misled", "story"][heads.index("Contradict - free")] == -1
    assert cues["misled", "story"][heads.index("Follows sense")] == 1
    assert cues["common-sense", "story"][heads.index("Follows sense")] == 1
    found = symcause.score(list(symcause.load_pool(pool)), rows).table("cues")
    assert found is not None and len(found.rows) == 6


def test_pairs_are_compared_as_published() -> None:
    for case in lines("pairs.jsonl"):
        sides = [{str(i): float(v) for i, v in enumerate(case[k])} for k in ("base", "other")]
        found, expected = paired(*sides), case["expect"]
        assert found.size == expected["n"]
        assert abs(found.base - expected["base"]) < 1e-12
        assert abs(found.value - expected["value"]) < 1e-12
        interval = Bootstrap(0).mean(found.deltas)
        assert interval is not None and abs(interval.value - expected["delta"]) < 1e-12
        assert (found.gained, found.lost) == (expected["gained"], expected["lost"])
        assert abs(mcnemar(found.gained, found.lost) - expected["p"]) < 1e-12


def test_the_first_answer_counts_and_abstentions_are_not_right() -> None:
    scores = RenderingScores()
    for names, id in (("free", "a"), ("agree", "b")):
        style = "table" if names == "free" else "story"
        theme = "neutral" if names == "free" else "farm"
        about = {"of": "p", "theme": theme, "style": style, "alignment": names, "filler": 0.5}
        scores.enter(id, {"rendering": about})
    scores.enter("c", {})
    scores.take({"problem": "a", "model": "m", "right": True})
    scores.take({"problem": "b", "model": "m", "right": None, "abstained": True})
    scores.take({"problem": "b", "model": "m", "right": True})
    scores.take({"problem": "c", "model": "m", "right": True})
    ((model, words, found),) = scores.compared()
    assert (model, words) == ("m", Words("farm", "story", "agree"))
    assert (found.gained, found.lost, found.size) == (0, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--style", "story"), "--style goes with --theme"),
        (("--theme", "frm"), "did you mean 'farm'"),
        (("--theme", "farm", "--template", "own"), "--template does not go with --theme"),
        (("--theme", "neutral", "--names", "agree"), "has no common sense"),
    ],
)
def test_prompts_refuse_what_makes_no_sense(
    shell: Shell, arguments: tuple[str, ...], said: str
) -> None:
    code, out, err = shell("prompt", EXAMPLES / "unique.json", *arguments)
    assert (code, out) == (2, "") and said in err


def test_the_prompt_is_the_instruction_and_the_text(shell: Shell, tmp_path: Path) -> None:
    for name in ("hidden", "held", "shapes all"):
        path = tmp_path / "problem.json"
        path.write_text(json.dumps({"id": name, **DOCUMENTS[name]}))
        _, (plain,) = shell.json("prompt", path)
        code, (found,) = shell.json("prompt", path, "--theme", "harbour", "--names", "agree")
        assert code == 0 and found["message"].startswith("# Task\n")
        assert found["prompt"] == f"{found['instruction']}\n\n{found['message']}"
        assert found["rendering"]["agreement"]["optimal"] is True
        assert "rendering" not in plain and "reason" not in plain
        made = symcause.render(symcause.load(path), "harbour", "story", "agree")
        assert made.text == found["message"]
        assert symcause.read_rendering(made.text).variables == made.order


def test_files_are_checked_by_schema(shell: Shell, tmp_path: Path) -> None:
    code, out, _ = shell("schema", "theme", "--check", "kitchen")
    assert code == 0 and "nouns: 16" in out and "common-sense edges: 20" in out
    bad = tmp_path / "bad.toml"
    bad.write_text('format = "symcause.theme/1"\nid = "bad"\n')
    code, _, err = shell("schema", "theme", "--check", bad)
    assert code == 2 and str(bad) in err
    code, _, err = shell("schema", "told", "--check", bad)
    assert code == 2 and "theme or style" in err
