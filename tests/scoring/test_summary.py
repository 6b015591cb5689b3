"""Summaries: every figure of the tables from a small pool that can be counted by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

from symcause.api import Scores, score
from symcause.families.boolean.documents.check_document import score_of
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.tables.answer_summary import Summary
from symcause.families.boolean.scoring.tables.problem_facts import member
from symcause.models.disclosure import Setting
from symcause.scoring.bootstrap import Bootstrap, Total
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import group_of
from tests.scoring.cases import GOLD, demo, mechanisms
from tests.scoring.test_alternatives import ANSWER, PROBLEM

RIGHT = json.dumps({"mechanisms": GOLD})
# Same parents as gold, another function of X5; and one parent missing.
CLOSE = json.dumps({"mechanisms": {**GOLD, "X5": "(xor X3 X4)"}})
FAR = json.dumps({"mechanisms": {**GOLD, "X5": "X1"}})
CYCLE = json.dumps({"mechanisms": {**GOLD, "X3": "X5"}})


def _pool(setting: Setting, count: int, **changes: Any) -> list[BooleanProblem]:
    return [
        replace(
            _with_rows(demo(setting, **changes), i),
            id=f"{setting}-{i}",
            metadata={"latent": f"p{i}"},
        )
        for i in range(count)
    ]


def _with_rows(problem: BooleanProblem, more: int) -> BooleanProblem:
    """The same with one row repeated, so that it is not the same problem."""
    first, *others = problem.worlds
    first = replace(first, rows=(*first.rows, *first.rows[:1] * more))
    return replace(problem, worlds=(first, *others))


def _rows(problems: list[BooleanProblem], texts: list[str], model: str = "m") -> Iterator[Any]:
    for problem, text in zip(problems, texts, strict=False):
        yield {"instanceId": problem.id, "model": model, "response": text}


def _row(scores: Scores, key: str, model: str = "m", setting: str | None = None) -> dict[str, Any]:
    table = scores.table(key)
    assert table is not None
    for row in table.rows:
        if row[1].shown == model and setting in (None, row[0].shown):
            return dict(zip(table.columns, (cell.shown for cell in row), strict=True))
    raise AssertionError(f"no row for {model}")


def _column(table: Table | None, head: str) -> list[str]:
    assert table is not None
    place = table.columns.index(head)
    return [row[place].shown for row in table.rows]


def test_main_results() -> None:
    problems = _pool(Setting.HIDDEN_ORDER, 10)
    texts = [RIGHT] * 6 + [CLOSE, FAR, CYCLE, "none"]
    scores = score(problems, _rows(problems, texts))
    row = _row(scores, "main")
    assert row["Setting"] == "hidden-order" and row["n"] == "10" and row["Coverage"] == "1.000"
    assert row["Valid"] == "0.800" and row["TrainExact"] == "0.600"
    assert row["HeldoutExact"] == "0.600" and row["HeldoutExact | TrainExact"] == "1.000"
    world = mean(float(str(line["heldout_world_exact"])) for line in scores.lines)
    assert row["HeldoutWorld"] == f"{world:.3f}"


def test_the_funnel() -> None:
    problems = _pool(Setting.HIDDEN_ORDER, 8)
    texts = [
        RIGHT,
        f"```\n{RIGHT}\n```",
        "nothing",
        '{"a": 1}',
        '{"mechanisms": {}}',
        json.dumps({"mechanisms": {**GOLD, "X3": "("}}),
        json.dumps({"mechanisms": {**GOLD, "X3": "X3"}}),
        CYCLE,
    ]
    row = _row(score(problems, _rows(problems, texts)), "funnel")
    stages = ["Strict JSON", "Extracted JSON", "Schema", "Keys", "Parse", "Legal", "Acyclic"]
    assert [row[s] for s in stages] == [
        "0.750",
        "0.875",
        "0.750",
        "0.625",
        "0.500",
        "0.375",
        "0.250",
    ]
    assert row["Valid"] == "0.250"


def test_structure_and_the_marks_for_few_and_no_cases() -> None:
    problems = _pool(Setting.HIDDEN_ORDER, 9)
    row = _row(score(problems, _rows(problems, [RIGHT] * 6 + [CLOSE, FAR, "none"])), "structure")
    assert row["n scored"] == "8" and row["Parent map exact"] == f"{7 / 8:.3f}"
    assert row["TrainExact | map exact"] == f"{6 / 7:.3f}"
    assert row["Full local match"] == "0.750"
    few = _row(score(problems, _rows(problems, [CLOSE] * 5 + [FAR] * 4)), "structure")
    assert few["TrainExact | map exact"] == "*" and few["Parent F1"] != "*"
    none = _row(score(problems, _rows(problems, [FAR] * 9)), "structure")
    assert none["TrainExact | map exact"] == "–"
    main = score(problems, _rows(problems, [FAR] * 9)).table("main")
    assert main is not None and main.note
    place = main.columns.index("HeldoutExact | TrainExact")
    assert main.to_dict()["rows"][0][place] is None  # type: ignore[index]


def test_unanswered_problems_count_as_invalid_unless_left_out() -> None:
    problems = _pool(Setting.HIDDEN_ORDER, 10)
    rows = list(_rows(problems, [RIGHT] * 6))
    counted = _row(score(problems, rows), "main")
    assert (counted["n"], counted["Coverage"], counted["TrainExact"]) == ("10", "0.600", "0.600")
    left_out = _row(score(problems, rows, answered_only=True), "main")
    assert (left_out["n"], left_out["TrainExact"]) == ("6", "1.000")


def test_hidden_roots() -> None:
    problems = _pool(Setting.HIDDEN_ROOTS, 14)
    right = json.dumps({"roots": ["X1", "X2"], "mechanisms": GOLD})
    wrong = {"X2": "(xor X1 X3)", "X4": "(not (and X1 X3))", "X5": "(iff X3 X4)"}
    other = json.dumps({"roots": ["X1", "X3"], "mechanisms": wrong})
    failed = json.dumps({"roots": ["X1", "X2"], "mechanisms": {**GOLD, "X5": "X1"}})
    cyclic = json.dumps({"roots": ["X1", "X2"], "mechanisms": {**GOLD, "X3": "X5"}})
    texts = [right] * 6 + [failed] * 2 + [cyclic] + [other] * 5
    scores = score(problems, _rows(problems, texts))
    row = _row(scores, "roots")
    assert row["RootExact"] == f"{9 / 14:.3f}" and row["Task success"] == f"{6 / 14:.3f}"
    assert row["TrainExact | RootExact"] == f"{6 / 9:.3f}"
    assert row["TrainExact | root wrong"] == "*"
    nested = _row(scores, "nested-roots")
    assert (nested["n RootExact"], nested["n RootExact + valid"]) == ("9", "8")
    assert nested["TrainExact | RootExact + valid"] == "0.750"
    assert (nested["Train failures"], nested["Held-out failures"]) == ("3", "0")
    assert _row(scores, "structure")["n scored"] == "8"


def test_alternatives_beside_their_source_problems() -> None:
    """Every alternative is the reference in other words, so none succeeds."""
    sources = _pool(Setting.HIDDEN_ORDER, 8)
    tasks = [replace(p, id=f"alt-{i}", reference=mechanisms(GOLD)) for i, p in enumerate(sources)]
    answer = {
        "alternative": {"mechanisms": {**GOLD, "X5": "(iff (and X3 X4) (or X3 X4))"}},
        "experiment": {"type": "hard_do", "assignments": {"X3": 1}},
    }
    rows = [
        *_rows(sources, [RIGHT] * 2 + [FAR] * 6),
        *_rows(tasks, [json.dumps(answer)] * 7),
    ]
    scores = score([*sources, *tasks], rows)
    row = _row(scores, "alternative")
    assert row["Setting"] == "alternative hidden-order" and row["n"] == "8"
    assert row["Valid"] == "0.875" and row["Alternative success"] == "0.000"
    assert row["Experiment valid"] == "0.875" and row["Optimality"] == "–"
    # Of the seven that were answered both ways two are right, and five too few to tell.
    assert row["Paired TrainCorrect"] == "0.286" and row["Joint | paired failure"] == "*"
    edits = _row(scores, "edits")
    assert edits["n valid"] == "7" and edits["Parent F1 | valid"] == "1.000"
    assert edits["One edit | success"] == "–"


def test_successful_alternatives_are_sorted_by_what_they_edit() -> None:
    tasks = [replace(PROBLEM, id=f"alt-{i}", metadata={"latent": f"p{i}"}) for i in range(8)]
    other = {**ANSWER, "alternative": {"mechanisms": {"X3": "X2", "X4": "(or X3 X1 X2)"}}}
    texts = [json.dumps(ANSWER)] * 6 + [json.dumps(other), "none"]
    scores = score(tasks, _rows(tasks, texts))
    row = _row(scores, "alternative")
    assert row["Joint success"] == row["Witness"] == row["Separates"] == "0.875"
    assert row["Optimality"] == "1.000"
    edits = _row(scores, "edits")
    assert (edits["n valid"], edits["n success"]) == ("7", "7")
    assert edits["One edit | success"] == f"{6 / 7:.3f}"
    assert edits["One edit, same parents | success"] == "0.000"
    assert edits["One edit, other parents | success"] == f"{6 / 7:.3f}"


def test_paired_differences_and_intervals() -> None:
    first, second = _pool(Setting.ORDERED, 12), _pool(Setting.HIDDEN_ORDER, 12)
    rows = [*_rows(first, [RIGHT] * 9 + [FAR] * 3), *_rows(second, [RIGHT] * 3 + [FAR] * 9)]
    scores = score([*second, *first], rows, bootstrap=Bootstrap(200, 5))
    deltas = scores.table("deltas")
    assert deltas is not None and len(deltas.rows) == 1
    pair, model, shared, train, _ = deltas.rows[0]
    assert pair.shown == "ordered -> hidden-order" and model.shown == "m" and shared.value == 12
    assert train.value == 0.5 and train.shown.startswith("+0.500 [+0.")
    intervals = scores.table("intervals")
    assert _column(intervals, "TrainExact")[0].startswith("0.750 [0.")
    again = score([*second, *first], rows, bootstrap=Bootstrap(200, 5))
    assert again.tables == scores.tables
    other = score([*second, *first], rows, bootstrap=Bootstrap(200, 6))
    assert other.table("deltas") != deltas


def test_the_bootstrap_keeps_pairs_together() -> None:
    """Every latent problem has the same difference, so no resample can vary."""
    first = {i: Total(i + 3.0, 1) for i in range(30)}
    second = {i: Total(2.0 * i, 2) for i in range(30)}
    found = Bootstrap(100, 1).difference(first, second, None)
    assert found is not None and (found.value, found.low, found.high) == (3.0, None, None)
    second[0] = Total(0.0, 1)  # the same difference: it is the totals that were not the same
    found = Bootstrap(100, 1).difference(first, second, (0.0, 6.0))
    assert found is not None and found.low is not None and found.high is not None
    assert found.low + found.high == pytest.approx(6.0)
    assert Bootstrap(100, 1).difference(first, {}) is None
    assert Bootstrap(100, 1).mean({}) is None
    spread = Bootstrap(100, 1).mean(first)
    assert spread is not None and spread.low is not None and spread.high is not None
    assert spread.low < spread.value < spread.high


def test_retention_is_over_the_problems_that_hold_something_out() -> None:
    """Half of the problems have no held-out worlds and failed: retention used to be 2.000."""
    whole = _pool(Setting.HIDDEN_ORDER, 6)
    bare = [replace(p, id=f"bare-{p.id}", worlds=p.training, metadata={}) for p in whole]
    rows = [*_rows(whole, [RIGHT] * 6), *_rows(bare, [CYCLE] * 6)]
    row = _row(score([*whole, *bare], rows), "retention")
    assert row["Retention"] == row["HeldoutWorld"] == "1.000" and row["TrainExact"] == "0.500"
    none = score(bare, _rows(bare, [RIGHT] * 6))
    assert _row(none, "retention")["Retention"] == _row(none, "main")["HeldoutWorld"] == "–"


@pytest.mark.parametrize(("count", "interval"), [(1, False), (5, False), (6, True)])
def test_no_intervals_under_six_cases(count: int, interval: bool) -> None:
    first, second = _pool(Setting.ORDERED, count), _pool(Setting.HIDDEN_ORDER, count)
    rows = [*_rows(first, [RIGHT, *[FAR] * 5]), *_rows(second, [FAR] * 6)]
    scores = score([*first, *second], rows, bootstrap=Bootstrap(100, 1))
    for key, head in (("intervals", "TrainExact"), ("deltas", "Δ TrainExact")):
        table = scores.table(key)
        shown = _column(table, head)[0]
        assert ("[" in shown) == interval and shown.endswith("*") != interval
        starred = any(cell.shown.endswith("*") for row in table.rows for cell in row)
        assert ("so no interval" in table.note) == starred
    few = Bootstrap(100, 1).mean({i: Total(i, 1) for i in range(count)})
    assert few is not None and (few.low is not None) == (few.high is not None) == interval


def test_missing_answers_have_wrong_roots_only_where_roots_are_hidden() -> None:
    """They used to count as answers with wrong roots everywhere, which left no answer to be scored."""
    problems = _pool(Setting.HIDDEN_ORDER, 12)
    scores = score(problems, _rows(problems, [RIGHT] * 8))
    assert "roots" not in {table.key for table in scores.tables}
    row = _row(scores, "structure")
    assert (row["n scored"], row["Parent F1"]) == ("8", "1.000")
    hidden = _pool(Setting.HIDDEN_ROOTS, 12)
    text = json.dumps({"roots": ["X1", "X2"], "mechanisms": GOLD})
    row = _row(score(hidden, _rows(hidden, [text] * 9)), "roots")
    assert (row["n"], row["RootExact"]) == ("12", "0.750")


def test_answers_that_cannot_be_scored_stand_in_their_place() -> None:
    problems = _pool(Setting.HIDDEN_ORDER, 1)
    rows: list[Any] = [
        {"instanceId": "nobody", "model": "m", "response": RIGHT},
        *_rows(problems, [RIGHT]),
    ]
    assert [line.get("error") for line in score(problems, rows).lines] == [
        "no problem has this id",
        None,
    ]


def test_groups_and_pairs_by_metadata() -> None:
    problem = replace(demo(), metadata={"pool": "Hid-Match", "source": 7})
    found = member(problem, group=group_of(problem.metadata, "pool", ""), pair_by="source")
    assert (found.group, found.latent) == ("Hid-Match", "7")
    found = member(problem, group=group_of(problem.metadata, "absent", ""), pair_by="absent")
    assert (found.group, found.latent) == ("hidden-order", problem.id)


def test_nothing_is_kept_for_an_answer() -> None:
    problem = demo()
    summary = Summary()
    summary.add_problem(member(problem))
    (line,) = score([problem], _rows([problem], [RIGHT])).lines
    document = score_of(line)
    for _ in range(1000):
        summary.add(document)
    (answers,) = summary.finish()
    assert (len(answers), answers.kinds, len(answers.answered)) == (1000, 1, 1)


@pytest.mark.parametrize("key", ["main", "size", "retention"])
def test_documents_of_tables(key: str) -> None:
    problems = _pool(Setting.HIDDEN_ORDER, 7)
    scores = score(problems, _rows(problems, [RIGHT] * 7))
    table = scores.table(key)
    assert table is not None
    document = table.to_dict()
    assert len(document["rows"]) == len(document["shown"]) == 1  # type: ignore[arg-type]
    assert json.loads(json.dumps(document)) and json.dumps(scores.lines)


def test_size_counts_exact_and_short_enough_answers() -> None:
    problems = _pool(Setting.HIDDEN_ORDER, 8)
    long = json.dumps({"mechanisms": {**GOLD, "X3": "(and (or X1 X2) (not (and X1 X2)))"}})
    row = _row(score(problems, _rows(problems, [RIGHT] * 4 + [long] * 2 + [FAR] * 2)), "size")
    assert row["TrainExact within gold + 0"] == "0.500"
    assert row["TrainExact within gold + 10"] == "0.750"
    assert row["Gold AST | valid"] == "10.0"
