"""Scores: published numbers from result files, support from transcripts, and the whole run."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from symcause.families.shapeworld.files.document import read_shapeworld
from symcause.families.shapeworld.files.tables import ResultRow
from symcause.families.shapeworld.files.transcripts import transcript_answers, transcript_documents
from symcause.families.shapeworld.generator.published import core_cases
from symcause.families.shapeworld.problem.protocol import Episode, Phase
from symcause.families.shapeworld.scoring.cases import Case, accuracy, constant, standard_error
from symcause.families.shapeworld.scoring.run import ShapeWorldScoring
from symcause.families.shapeworld.scoring.scores import score_answer
from symcause.families.shapeworld.scoring.summary import published
from symcause.formats.streams import opened
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Table
from tests.shapeworld_cases import EXAMPLES, case, shared

QUICK = Bootstrap(resamples=50, seed=1)


def cells(table: Table, row: int = 0) -> dict[str, object]:
    return dict(zip(table.columns, (cell.value for cell in table.rows[row]), strict=True))


def test_one_answer() -> None:
    found = score_answer(replace(EXAMPLES["illusive"], truth=True), "m", '{"answer": "no"}')
    assert (found.right, found.support, found.pattern) == (False, "refuted", "illusive-confounder")
    assert (found.interventions, found.decided_at, found.surplus) == (1, 1, 0)
    assert found.kinds.to_dict() == {"informative": 1, "set-up": 0, "wasted": 0, "void": 0}
    good = score_answer(replace(EXAMPLES["illusive"], truth=True), "m", "yes")
    assert (good.right, good.support, good.lucky) == (True, "justified", False)
    none = score_answer(EXAMPLES["illusive"], "m", "perhaps")
    assert (none.answer, none.right, none.support) == (None, None, None)


def test_an_impossible_transcript_counts_no_steps() -> None:
    found = score_answer(case("a b", "a", "b", "a b", "move a:"), "m", "yes")
    assert (found.verdict, found.support) == ("inconsistent", None)
    assert sum(found.kinds.to_dict().values()) == 0  # type: ignore[call-overload]


def test_result_files_give_the_published_tables() -> None:
    """GPT-4o with the basic prompt: 43 of 47 no cases and 31 of 37 yes cases are right."""
    rows = []
    left = {False: 43, True: 31}
    for problem in core_cases():
        truth = problem.right is True
        left[truth] -= 1
        structure = str(problem.metadata["structure"])
        setup = tuple(problem.index[name] for name in problem.initial or ())
        result = left[truth] >= 0
        rows.append(
            ResultRow(structure, setup, problem.cause, problem.effect, truth, "", result, 1)
        )
    by_model, by_structure = published({"gpt": rows}, QUICK)
    first = cells(by_model)
    assert (first["no"], first["yes"], first["all"]) == (43 / 47, 31 / 37, 74 / 84)
    assert first["interventions"] == 2
    assert [cells(by_model, row)["model"] for row in (1, 2)] == ["always yes", "always no"]
    sizes = {row[1].value: row[2].value for row in by_structure.rows}
    assert sizes == {"confounder": 54, "direct": 6, "mediation": 24}


def test_constant_answers_are_baselines() -> None:
    cases = [Case.of_row(_row(problem.right is True), "m", problem.id) for problem in core_cases()]
    assert accuracy(constant(cases, True)) == Fraction(37, 84)
    assert accuracy(constant(cases, False)) == Fraction(47, 84)
    assert accuracy(constant(cases, True), False) == 0
    assert standard_error(cases[:1]) is None and accuracy([]) is None


def _row(truth: bool) -> ResultRow:
    return ResultRow("direct", (), "a", "b", truth, "", True, 0)


def test_a_run_over_stored_transcripts() -> None:
    scoring = ShapeWorldScoring()
    with opened(shared("transcripts/hf-llama-31-8_mediation.txt")) as source:
        problems = {
            p.id: p for d in transcript_documents(source) for p in [read_shapeworld(d.value)]
        }
    with opened(shared("transcripts/hf-llama-31-8_mediation.txt")) as source:
        for document in transcript_answers(source):
            row = document.value
            assert isinstance(row, dict)
            problem = problems[row["instanceId"]]
            scoring.enter(problem, "pool")
            line = scoring.score(scoring.scorer(problem), row["model"], row["response"])
            scoring.take(line, "pool")
    tables = {table.key: table for table in scoring.tables(QUICK)}
    assert list(tables) == ["support", "steps", "patterns"], "only failures were logged"
    support = cells(tables["support"])
    assert (support["cases"], support["answered"], support["impossible"]) == (15, 12, 3)
    assert (support["refuted"], support["unsupported"]) == (11 / 12, 1 / 12)
    steps = cells(tables["steps"])
    assert [steps[k] for k in ("informative", "set-up", "wasted", "void")] == [18, 15, 9, 3]


def test_an_optimal_agent_is_always_justified_and_never_beyond_the_optimum_plus_one() -> None:
    """The plan played under the protocol in every core case: right, justified, within the worst case."""
    from symcause.families.shapeworld.audits.optimum import Optimum
    from symcause.families.shapeworld.space.opening import open_space

    scoring = ShapeWorldScoring()
    for problem in core_cases():
        gold = problem.gold_relation
        assert gold is not None and problem.initial is not None
        episode = Episode.begun(gold, problem.cause, problem.effect, problem.initial)
        while episode.phase is not Phase.OVER:
            optimum = Optimum(open_space(replace(episode.problem("e"), gold=None, answer=None)))
            best = optimum.best()
            if episode.phase is Phase.CHOICE:
                said = "answer the question" if best is None else "continue interaction"
                episode = episode.replied(f'{{"next": "{said}"}}')
            elif episode.phase is Phase.ANSWER:
                found = open_space(replace(episode.problem("e"), gold=None))
                answer = "yes" if found.answering(True) is not None else "no"
                episode = episode.replied(f'{{"answer": "{answer}"}}')
            else:
                action, shape = best or ("hold", 0)
                name = problem.shapes[shape]
                episode = episode.replied(f'{{"shape": "{name}", "action": "{action}"}}')
        played = episode.problem(problem.id)
        score = score_answer(played, "plan", played.answer or "")
        assert (score.right, score.support) == (True, "justified")
        worst = Optimum(open_space(problem)).worst_case()
        assert isinstance(worst, int) and score.interventions <= max(1, worst)
        assert score.excess is not None and score.excess >= 0
        scoring.take(score.to_dict(), "pool")
    tables = {table.key: table for table in scoring.tables(QUICK)}
    assert cells(tables["accuracy"])["all"] == 1
    assert cells(tables["support"])["justified"] == 1


def test_without_any_answer_there_is_no_table() -> None:
    assert ShapeWorldScoring().tables(QUICK) == []


@pytest.mark.parametrize("mark", ["", "invalid action"])
def test_marks_of_the_protocol_are_errors(mark: str) -> None:
    problem = replace(EXAMPLES["illusive"], truth=True, metadata={"mark": mark} if mark else {})
    made = Case.of_score(score_answer(problem, "m", "yes"))
    assert made is not None and made.error is bool(mark)
