"""Judge tables: which judges there are, and what each of them says of the models.

``judged released`` and ``aggregate released`` are what the released program prints: every row is a case of
its own, all judges that give marks are pooled, and of their first mark only ``causal_accuracy`` is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from symcause.families.textgraph.scoring.judges.evaluation_files import (
    CASE,
    FINE_GRAINED,
    LLM_JUDGE,
    Evaluations,
    Group,
    Judge,
)
from symcause.scoring.answer_groups import Group as Answers
from symcause.scoring.bootstrap import Total
from symcause.scoring.group_columns import (
    Column,
    keyed_table,
    known,
    mean,
    spread,
    table_of,
)
from symcause.scoring.score_table import Cell, Table, integer, number, signed, word

Cases = Mapping[Group, Answers]

_RELEASED = "means and population deviations over the n rows, every row is a case of its own"
_POOLED = (
    f"Marks: {_RELEASED}, all judges together; a first mark that is not called causal_accuracy is 0"
)


def judge_tables(evaluations: Evaluations, judge: str | None) -> list[Table]:
    """All of them; *judge* is the one whose labels the other tables are about."""
    kinds = evaluations.judges
    marking = {name: kinds[name].cases for name in sorted(kinds) if LLM_JUDGE in name}
    other = {n: kinds[n].cases for n in sorted(kinds) if n not in marking and not _labels(n)}
    tables = [
        _judged(evaluations, judge),
        _each("aggregate", "Marks of judges", "Judge", marking, _MARKS),
        _pooled(marking.values()) if marking else None,
        _each("similarity", "Similarity of graphs", "Evaluator", other, _SCORE),
        _gap(other),
        _evaluators(evaluations, judge),
    ]
    return [table for table in tables if table is not None and table.rows]


def _labels(name: str) -> bool:
    return name.startswith(FINE_GRAINED)


_MARKS = (
    ("accuracy", "accuracy"),
    ("recall", "recall"),
    ("similarity", "similarity"),
    ("composite", "composite"),
    ("released composite", "released_composite"),
)
_SCORE = (("mean", "score"),)


def _each(
    key: str, title: str, who: str, kinds: Mapping[str, Cases], wanted: Sequence[tuple[str, str]]
) -> Table:
    """One row a task, evaluator and model; ± is the population deviation of the composite or the score."""
    main = "composite" if key == "aggregate" else "score"
    columns: list[Column] = [("n", known(main))]
    for head, name in wanted:
        columns += [(head, mean(name)), *([("±", spread(name))] if name == main else [])]
    rows = [
        ({"Task": task, who: evaluator, "Model": model}, numbers)
        for evaluator, cases in kinds.items()
        for (task, model), numbers in sorted(cases.items())
    ]
    note = (
        f"{title}, by who gives them: means over the n rows of an evaluator that could be read; ± is the "
        "population deviation"
    )
    return table_of(key, title, ("Task", who, "Model"), columns, rows, note)


_GAP: tuple[tuple[str, Callable[[dict[str, Total]], Cell]], ...] = (
    ("n free", lambda own: integer(own["free"].count)),
    ("n names", lambda own: integer(own["names"].count)),
    ("free", lambda own: number(own["free"].mean)),
    ("names", lambda own: number(own["names"].mean)),
    ("Δ", lambda own: signed((own["names"].mean or 0.0) - (own["free"].mean or 0.0))),
)


def _gap(kinds: Mapping[str, Cases]) -> Table:
    """Scores with the names given beside those without."""
    rows = []
    for evaluator, cases in kinds.items():
        for model in sorted({model for _, model in cases}):
            own = {task: cases.get((task, model)) for task in ("free", "names")}
            totals = {
                task: group.total("score") for task, group in own.items() if group is not None
            }
            if len(totals) == 2 and all(total.count for total in totals.values()):
                rows.append(({"Evaluator": evaluator, "Model": model}, totals))
    title = "Similarity with names given"
    note = "Similarity of graphs with names of nodes given minus that without them: means over the n rows"
    return table_of("similarity gap", title, ("Evaluator", "Model"), _GAP, rows, note)


def _pooled(kinds: Iterable[Cases]) -> Table:
    """Marks as the released table has them."""
    pooled: dict[Group, Answers] = {}
    for cases in kinds:
        for group, numbers in cases.items():
            pooled.setdefault(group, Answers(numbers.sheet)).join(numbers)
    wanted = {
        "accuracy": "released_accuracy",
        "recall": "recall",
        "similarity": "similarity",
        "composite": "released_composite",
    }
    return _spread_table("aggregate released", "Marks as released", pooled, wanted, _POOLED)


def _judged(evaluations: Evaluations, judge: str | None) -> Table | None:
    """Labels as the released table has them."""
    if judge is None:
        return None
    wanted = {name.replace("_", " "): name for name in CASE[:-1]} | {"F1": "f1"}
    cases = evaluations.judges[judge].cases
    note = f"Labels by {judge}: {_RELEASED}"
    if judge != FINE_GRAINED:
        note += f"; the released program shows none of them: it reads {FINE_GRAINED} only"
    return _spread_table("judged released", "Judged scores as released", cases, wanted, note)


def _spread_table(
    key: str, title: str, cases: Cases, wanted: Mapping[str, str], note: str
) -> Table:
    """One row a task and model: means, each with its population deviation."""
    columns: list[Column] = [("n", known(next(iter(wanted.values()))))]
    for head, name in wanted.items():
        columns += [(head, mean(name)), (f"{head} ±", spread(name))]
    rows = [
        ({"Task": task, "Model": model}, numbers)
        for (task, model), numbers in sorted(cases.items())
    ]
    return table_of(key, title, ("Task", "Model"), columns, rows, note)


def _labelled(row: tuple[str, Judge]) -> Cell:
    own = [cases for cases in row[1].cases.values() if "f1" in cases.sheet.numbers]
    return number(Total.joined(cases.total("f1") for cases in own).mean)


_EVALUATORS: tuple[tuple[str, Callable[[tuple[str, Judge]], Cell]], ...] = (
    ("Evaluator", lambda row: word(row[0])),
    ("rows", lambda row: integer(row[1].rows)),
    ("left out", lambda row: integer(row[1].left_out)),
    ("merged", lambda row: integer(row[1].merged)),
    ("F1", _labelled),
)


def _evaluators(evaluations: Evaluations, judge: str | None) -> Table:
    """Who judged: rows, what could not be read, what was merged, and the F1 of labels."""
    rows = sorted(evaluations.judges.items())
    judges = evaluations.labelling
    note = "Who judged: the number of rows of every evaluator; F1 over rows of labels"
    if judge is None and judges:
        note += f"; no judge is chosen: --judge takes one of {', '.join(judges)}"
    elif judge is not None and len(judges) > 1:
        note += f"; judged scores are those of {judge}; --judge takes another"
    return keyed_table("evaluators", "Evaluators", _EVALUATORS, rows, note)
