"""Logs whose start conflicts with the rest: what audit, check, score, count and errata say of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.errata import Erratum, erratum_of
from symcause.errors import UsageError
from symcause.families.shapeworld.files.document import write_shapeworld
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.start_readings import Start
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.shapeworld.problem.world_classes import WorldClass
from symcause.families.shapeworld.questions.score import ShapeWorldScoring
from symcause.families.shapeworld.report.view import view
from symcause.families.shapeworld.scoring.abstention import answer_standing, heard
from symcause.families.shapeworld.scoring.answer_score import score_answer
from symcause.models.dags import DAG
from tests.cli.cases import Shell
from tests.shapeworld.start_cases import IMPOSSIBLE, REFUTED, record

OTHERWISE = """Question: Does circle moving cause star to move?
State update: circle is static, star is static
[move] circle
State update: circle is moving, star is moving
Final Answer: yes"""
"""The steps alone prove yes; a key that is the opposite of the answer is no, but it is inferred."""

BROKEN = """Question: Does circle moving cause star to move?
State update: circle is moving, star is moving
[hold] circle
State update: circle is moving, star is moving
[hold] star
State update: circle is moving, star is moving
Final Answer: no"""
"""No world at all shows this."""

COURSES = {REFUTED: (19, 9), IMPOSSIBLE: (3, 1)}
"""How many relations are left at the start, which says nothing, and after the step."""


def audited(problem: ShapeWorldProblem, **options: Any) -> Any:
    return symcause.audit(problem, **options)


def listed(problem: ShapeWorldProblem, **options: Any) -> Erratum | None:
    return erratum_of(problem, audited(problem, **options), None)


def readings(found: Erratum) -> list[bool | None]:
    assert found.basis is not None and found.basis.proved and found.basis.unless
    return [reading.right for reading in found.basis.readings]


def test_a_key_that_only_the_start_refutes() -> None:
    found = audited(record(REFUTED))
    assert (found.verdict, found.truth, found.contradicts_key) == ("open", "yes", False)
    assert (found.start, found.start_conflicts, found.support) == ("any", True, "unsupported")
    first = found.start_breaches[0]
    assert (first.moving, first.still, first.always) == ("circle", "star", True)
    assert (found.count, found.graphs, found.optimum, found.next) == (9, 9, None, None)
    assert "circle moves, its effect star does not" in found.sentence
    assert [step.kind for step in found.steps] == ["informative"]
    assert found.relations["circle->star"] == "open"


def test_a_log_that_only_the_start_makes_impossible() -> None:
    found = audited(record(IMPOSSIBLE), certificate=True)
    assert (found.verdict, found.settled, found.support) == ("yes", True, "refuted")
    assert (found.start_conflicts, found.count, found.graphs) == (True, 1, 1)
    assert found.certificate["start"] == "any"


@pytest.mark.parametrize("text", [REFUTED, IMPOSSIBLE])
def test_the_reading_can_be_chosen(text: str) -> None:
    problem = record(text)
    closed = audited(problem, start="closed")
    assert closed.verdict in ("no", "inconsistent") and closed.start == "closed"
    assert closed.start_conflicts is not True
    steps = audited(problem, start="any")
    assert (steps.start, steps.verdict) == ("any", audited(problem).verdict)
    assert "start_conflicts" not in steps.to_dict()
    with pytest.raises(UsageError, match="one of closed, any, fair"):
        audited(problem, start="open")


def test_a_log_without_a_conflict_says_nothing_of_starts() -> None:
    """Its document is the same as from a closed start."""
    problem = record(REFUTED.replace("Final Answer: no", "Final Answer: yes"))
    found = audited(problem).to_dict()
    assert found["verdict"] == "no"
    assert not {"start", "start_conflicts", "start_breaches"} & set(found)


def test_problems_of_our_own_begin_in_closed_states() -> None:
    """They are no logs; what the true world does not show stays invalid."""
    own = replace(record(IMPOSSIBLE), protocol=False, truth=None, answer=None)
    assert audited(own).verdict == "inconsistent"
    assert audited(own, start="fair").verdict == "yes"
    gold = replace(own, gold=DAG.of([("circle", "star")], nodes=own.shapes))
    found = audited(gold)
    assert (found.verdict, found.step) == ("invalid", 0)
    assert audited(gold, start="any").verdict == "yes"
    assert audited(gold, start="fair").verdict == "invalid"
    other = replace(own, gold=DAG.of([], nodes=own.shapes))
    assert audited(other, start="any").verdict == "invalid"


def test_errata_of_starts() -> None:
    for text, right in ((REFUTED, None), (IMPOSSIBLE, True)):
        found = listed(record(text))
        assert found is not None and (found.kind, found.stored) == ("start", "yes")
        assert found.cause == "the start is not closed"
        assert readings(found) == [False, right, None], "the key of a cleaned record is inferred"
        closed = listed(record(text), start="closed")
        assert closed is not None and closed.kind == "start", "whatever reading was asked for"
        stored = listed(replace(record(text), metadata={}))
        assert stored is not None and readings(stored) == [False, right]


def test_a_key_that_is_inferred_is_never_wrong() -> None:
    """The answer in a cleaned record need not be the one that counted."""
    found = listed(record(OTHERWISE))
    assert found is not None and found.kind == "reading"
    assert readings(found) == [False, False, None]
    stored = listed(replace(record(OTHERWISE), metadata={}))
    assert stored is not None and stored.kind == "wrong"
    assert readings(stored) == [False, False] and stored.cause == "the log contradicts the key"


def test_a_log_of_no_world_is_inconsistent_in_every_reading() -> None:
    for start in (None, "closed", "any"):
        found = listed(record(BROKEN), start=start)
        assert found is not None and found.kind == "inconsistent"
        assert readings(found) == [False, False]


def test_errata_of_stored_worlds() -> None:
    """Replayed to the letter they are invalid; whether the key is to blame depends on the steps."""
    bare = replace(record(IMPOSSIBLE), protocol=False, truth=None, answer=None, metadata={})
    start = listed(replace(bare, gold=DAG.of([("circle", "star")], nodes=bare.shapes)))
    assert start is not None and (start.kind, start.derived) == ("start", "invalid")
    assert readings(start) == [False, True]
    wrong = listed(replace(bare, gold=DAG.of([], nodes=bare.shapes)))
    assert wrong is not None and wrong.kind == "wrong" and readings(wrong) == [False, False]
    unrooted = replace(
        bare,
        initial=(),
        transcript=(Step("move", "circle", ("circle",)),),
        gold=DAG.of([], nodes=bare.shapes),
    )
    outside = listed(unrooted, scope="rooted")
    assert outside is not None and (outside.kind, readings(outside)) == ("ill-posed", [False])


def test_hidden_shapes() -> None:
    """What may be due to the start alone is not known where shapes are hidden."""
    problem = record(IMPOSSIBLE)
    found = audited(problem, scope="hidden")
    assert found.verdict == "unknown" and "hidden shapes are not searched" in found.reason
    assert listed(problem, scope="hidden") is None
    with pytest.raises(UsageError, match="hidden shapes are not searched"):
        audited(problem, scope="hidden", start="any")


def test_many_shapes() -> None:
    shapes = tuple(f"s{i}" for i in range(13))
    step = Step("move", "s0", ("s0", "s1"))
    problem = ShapeWorldProblem("p", shapes, "s0", "s1", ("s0",), (step,), protocol=True)
    found = audited(problem)
    assert found.verdict == "unknown" and "at most 12 shapes" in found.reason
    few = replace(problem, shapes=shapes[:9])
    assert (audited(few).verdict, audited(few).count) == ("yes", None)


def test_check_and_score() -> None:
    problem = record(IMPOSSIBLE)
    checked = symcause.check(problem, "yes")
    assert (checked.justified, checked.start, checked.start_conflicts) == (True, "any", True)
    assert symcause.check(problem, "yes", start="closed").justified is None
    score = score_answer(problem, "m", '{"answer": "no"}')
    assert (score.verdict, score.support, score.start_conflicts) == ("yes", "refuted", True)
    assert (score.contradicts_key, score.start_read) == (False, "any")
    closed = score_answer(problem, "m", '{"answer": "no"}', start="closed")
    assert (closed.verdict, closed.start_read) == ("inconsistent", "closed")
    plain = score_answer(record(OTHERWISE), "m", "yes")
    assert not {"start_read", "start_conflicts"} & set(plain.to_dict())


def test_an_abstention_names_worlds_of_the_same_reading() -> None:
    """Two worlds that show the steps, one of them from a start that is not closed in it."""
    worlds = [{"edges": []}, {"edges": [["circle", "star"]]}]
    said = json.dumps({"cannot_tell": True, "alternatives": worlds})
    found = symcause.check(record(REFUTED), said)
    assert (found.abstained, found.proved, found.justified) == (True, True, True)
    assert symcause.check(record(REFUTED), said, start="closed").proved is False


@pytest.mark.parametrize(
    ("verdict", "is_open"), [("unknown", True), ("open", True), ("invalid", None)]
)
def test_two_worlds_prove_that_a_question_is_open_where_the_search_did_not_end(
    verdict: str, is_open: bool | None
) -> None:
    worlds = [{"edges": []}, {"edges": [["circle", "star"]]}]
    said = heard(json.dumps({"cannot_tell": True, "alternatives": worlds}))
    kinds = TranscriptVerdict(verdict), WorldClass.ALL
    found = answer_standing(record(REFUTED), said, *kinds, None, Start.ANY)
    assert (found["proved"], found["open"]) == (True, is_open)


def test_the_page_of_a_conflict() -> None:
    """The moments are those of the steps, and the worlds show them."""
    for text, worlds in ((REFUTED, 2), (IMPOSSIBLE, 1)):
        problem = record(text)
        shown = view(audited(problem), problem)
        assert shown is not None
        notes, moments = shown["notes"], shown["moments"]
        assert isinstance(notes, list) and isinstance(moments, list)
        assert any("conflicts with the log: the steps alone are judged" in note for note in notes)
        assert any("circle moves, its effect star does not" in note for note in notes)
        assert [one["count"] for one in moments] == [str(step) for step in COURSES[text]]
        assert len(shown["worlds"]) == worlds  # type: ignore[arg-type]
        assert view(symcause.check(problem, "yes"), problem) is not None


def test_count() -> None:
    found = symcause.count(record(IMPOSSIBLE))
    assert (found.count, found.graphs, found.start) == (1, 1, "any")
    assert symcause.count(record(IMPOSSIBLE), start="closed").count == 0
    with pytest.raises(UsageError, match="only lists count"):
        symcause.count(record(IMPOSSIBLE), engine="counter")


def test_commands(shell: Shell, tmp_path: Path) -> None:
    """A folder of records as it is; the errata name the start, the page draws worlds of the steps."""
    folder = tmp_path / "cleaned_failure_cases"
    folder.mkdir()
    pool = folder / "model_mediation.txt"
    pool.write_text(f"{REFUTED}\n\n{IMPOSSIBLE}\n")
    lines, page = tmp_path / "errata.jsonl", tmp_path / "page.html"
    code, out, _ = shell("audit", folder, "--errata", lines, "--html", page)
    found = [json.loads(line) for line in lines.read_text().splitlines()]
    assert [(one["kind"], one["derived"]) for one in found] == [("start", "open"), ("start", "yes")]
    assert all(one["certificate"]["start"] == "any" for one in found)
    assert "no world whose start is closed shows the log and has the key yes" in " ".join(
        out.split()
    )
    assert page.exists()
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(found[1]["certificate"]))
    code, out, _ = shell("verify", pool, proof, "--id", "model_mediation.txt:2")
    assert code == 0 and "from any start" in out
    code, out, _ = shell("audit", folder, "--start", "closed", "--json")
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["no", "inconsistent"]
    code, _, err = shell("next", pool, "--start", "any")
    assert code == 2 and "--start" in err
    code, out, _ = shell("score", folder, "--start", "closed", "--json", "--out", tmp_path / "out")
    assert code == 0


def test_a_converted_log_is_read_as_the_log(tmp_path: Path) -> None:
    """Our own format keeps that it is a log."""
    path = tmp_path / "log.json"
    path.write_text(json.dumps(write_shapeworld(record(IMPOSSIBLE))))
    assert audited(symcause.load(path)).start_conflicts is True  # type: ignore[arg-type]


def test_results_of_another_reading_are_not_resumed() -> None:
    """What was judged in one reading of the start does not fit a run in another."""
    runs = {start: ShapeWorldScoring(start=start) for start in (None, "closed", "any", "fair")}
    for text in (IMPOSSIBLE, OTHERWISE):
        lines = {
            start: run.score(run.scorer(record(text)), "m", '{"answer": "no"}')
            for start, run in runs.items()
        }
        for start, run in runs.items():
            assert run.fits(lines[start]) is None
        for first, second in ((None, "closed"), (None, "any"), ("any", None), ("closed", "any")):
            assert "another --start" in (runs[second].fits(lines[first]) or "")
