"""One house for all families: mixed pools, one results file, typed documents, the public functions."""

from __future__ import annotations

import io
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import symcause
from symcause.audits.question import answered, bound, options
from symcause.audits.schemas import schema_of, spelled
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.pools.problem_files import read_problems
from symcause.models.number_phrases import percent, whole
from symcause.registry import families, family_of, load
from symcause.scoring.score_table import whole as whole_cell
from tests.cli.cases import ANSWERS, EXAMPLES, Shell, example, write

ROOT = Path(__file__).resolve().parents[2]
EPISODE = EXAMPLES / "episode.json"
HYPOTHESIS = {
    "edges": [{"from": "density", "to": "freq"}],
    "freq_equation": "freq = base + c_density*density",
    "coefficients": {"base": 25, "c_density": 2},
}


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    episode = EPISODE.read_text().replace("\n", " ")
    return write(tmp_path / "mixed.jsonl", example("unique"), episode, example("ambiguous"))


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    good = (ANSWERS / "unique.good.json").read_text()
    claim = json.dumps({"hypothesis": HYPOTHESIS, "prediction": 288})
    answers = [("unique", "m", good), ("episode", "m", claim), ("episode", "n", "no idea")]
    path = tmp_path / "rows.jsonl"
    path.write_text(
        "".join(
            json.dumps({"instanceId": i, "model": m, "response": r}) + "\n" for i, m, r in answers
        )
    )
    return path


def test_a_mixed_pool_is_audited(mixed: Path, shell: Shell) -> None:
    code, documents = shell.json("audit", mixed)
    assert code == 1
    assert [d["family"] for d in documents] == ["boolean", "linear", "boolean"]
    assert [d["verdict"] for d in documents] == ["unique", "ambiguous", "ambiguous"]
    assert [d["settled"] for d in documents] == [True, False, False]


def test_a_mixed_pool_is_scored_by_each_problem_not_by_its_first(
    mixed: Path, rows: Path, tmp_path: Path, shell: Shell
) -> None:
    page = tmp_path / "page.html"
    code, lines = shell.json("score", mixed, rows, "--html", page)
    assert code == 0
    assert [line.get("family") for line in lines[:-1]] == ["boolean", "linear", "linear"]
    tables = lines[-1]["summary"]["tables"]
    assert {table["family"] for table in tables} == {"boolean", "linear"}
    shown = page.read_text()
    assert "Main results" in shown and "Linear and quadratic episodes" in shown


def test_a_mixed_pool_is_resumed(mixed: Path, rows: Path, tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "scores.jsonl"
    first = shell("score", mixed, rows, "--out", out, "--json")
    whole_file = out.read_text()
    for kept in (0, 1, 2):
        out.write_text("".join(whole_file.splitlines(keepends=True)[:kept]))
        assert shell("score", mixed, rows, "--out", out, "--resume", "--json") == first
        assert out.read_text() == whole_file


def test_linear_pools_are_scored_from_standard_input(
    rows: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = shell("score", EPISODE, rows, "--json")[1].splitlines()[1:3]
    text = EPISODE.read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    code, out, _ = shell("score", "-", rows, "--json")
    assert code == 2  # one row is about a problem that is not there
    assert out.splitlines()[1:3] == expected


def test_one_way_to_write_big_numbers_and_shares() -> None:
    for number in (10**12, 10**30 + 7):
        assert whole(number) == whole_cell(number).shown
    assert whole_cell(10**11).shown == str(10**11) and whole_cell(10**12).shown == "1.00e12"
    assert percent(13 / 16) == "81.3%" and percent(None) == "–"


QUESTIONS: dict[str, dict[str, object]] = {
    "check": {"answer": "nonsense"},
    "separate": {"first": "gold", "second": "gold"},
}


@cache
def validator(name: str) -> jsonschema.Draft202012Validator:
    """Checks documents alone: that schemas are schemas is tested where they are written."""
    return jsonschema.Draft202012Validator(schema_of(name))


@pytest.mark.parametrize("name", ["unique", "ambiguous", "hidden-roots", "alternative", "episode"])
def test_documents_keep_to_their_schemas(name: str) -> None:
    problem = symcause.load(EXAMPLES / f"{name}.json")
    family = family_of(problem)
    for question in family.questions:
        if question in ("convert", "separate") or (question == "disambiguate" and name != "unique"):
            continue
        if question in ("judge", "runs") or (question == "play" and name == "alternative"):
            continue  # need transcripts; cannot be played
        asked = bound(question, family, QUESTIONS.get(question, {}))
        frame = asked.frame(problem).to_dict()
        document = answered(asked, problem).to_dict()
        for shown in (frame, document):
            text = json.loads(json.dumps(shown, allow_nan=False))
            validator(f"{family.name}.{question}").validate(text)
        assert {"family", "problem"} <= set(document)
        missing = set(frame) - set(document)
        assert not missing, f"{question}: keys of the frame that the answer lost: {missing}"


def test_schemas_are_shown(shell: Shell) -> None:
    code, out, _ = shell("schema", "boolean.audit")
    assert code == 0 and out == spelled("boolean.audit")
    code, out, _ = shell("schema")
    for family in families():
        question = next(iter(family.questions))
        assert f"{family.name}.{question}: symcause {question} --json" in out
    assert "did you mean 'boolean.audit'" in shell.refused("schema", "boolean.audits")


def test_the_functions_take_every_family() -> None:
    for name in ("ambiguous", "episode"):
        problem = symcause.load(EXAMPLES / f"{name}.json")
        space = symcause.space(problem)
        member = space.pick()
        assert member in space and space.objections(member) == ()
        assert symcause.check(problem, member).in_class
        assert symcause.count(problem).count == space.count()
        assert symcause.solve(problem).status == "solved"
        assert symcause.alternatives(problem, member).code == 1
        assert symcause.render_prompt(problem).text
        assert symcause.score_text(problem, "no idea")["valid"] is False
        other = next(iter(space.others(member)))
        assert symcause.separate(problem, member, other).code in (0, 1)
        assert "=" in str(member)
        assert member.to_networkx().number_of_nodes() > 0
        assert isinstance(member.to_answer(), dict)
        for wrong in (3, None, [1], object()):
            with pytest.raises(TypeError):
                symcause.check(problem, wrong)
    with pytest.raises(TypeError, match="not a problem"):
        symcause.audit("examples/unique.json")  # type: ignore[arg-type]


def test_graphs_are_problems_too(tmp_path: Path) -> None:
    networkx = pytest.importorskip("networkx")
    dag = symcause.DAG.of([("A", "B"), ("B", "C")])
    assert symcause.count(dag).count == 3  # type: ignore[arg-type]
    assert symcause.count(networkx.DiGraph([("A", "B"), ("B", "C")])).count == 3
    (tmp_path / "g.txt").write_text("A -> B\nB -> C\n")
    problem = symcause.load(tmp_path / "g.txt")
    assert symcause.count(problem).count == 3
    assert symcause.next_experiments(problem).experiments[0].worst == 1
    with pytest.raises(symcause.SymcauseError, match="solve does not apply to graphs"):
        symcause.solve(problem)


def test_pools_are_iterated() -> None:
    ids = [problem.id for problem in symcause.load_pool(EXAMPLES / "pool.jsonl")]
    assert ids == [item.id for item in read_problems(EXAMPLES / "pool.jsonl")]


def test_a_converted_configuration_simulates_the_same_episode() -> None:
    """``symcause.linear/1`` used to lose budget, bases and presets."""
    from symcause.families.linear.files.document import read_linear
    from symcause.families.linear.files.document_writer import write_linear
    from symcause.families.linear.questions.convert import Convert

    document: dict[str, Any] = json.loads(EPISODE.read_text())
    problem = read_linear(document)
    assert isinstance(problem, LinearProblem)
    again = read_linear(json.loads(json.dumps(write_linear(problem))))
    assert again == problem
    if problem.episode is not None:
        asked = Convert(simulate=True, seed=7)
        assert asked.converted(again) == asked.converted(problem)


def test_options_of_one_name_are_of_one_kind() -> None:
    """A command has one option of a name, whatever family it is for."""
    for question in {name for family in families() for name in family.questions}:
        kinds: dict[str, set[tuple[str, tuple[str, ...]]]] = {}
        for family in families():
            if question in family.questions:
                for name, declared in options(load(family.questions[question])).items():
                    if declared.kind != "python":  # no command has those
                        kinds.setdefault(name, set()).add((declared.kind, declared.flags))
        assert {name: found for name, found in kinds.items() if len(found) > 1} == {}, question
