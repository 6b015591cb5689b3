"""The columns of the published tables: how a figure is read off a group of answers.

``X | Y`` is a rate among the answers with Y. "Scored" are valid answers to problems with gold; for
hidden roots, those of them with the right root set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from symcause.families.boolean.scoring.funnel import Stage
from symcause.families.boolean.scoring.structure import AST_SLACKS
from symcause.families.boolean.scoring.summary import Answers
from symcause.scoring.table import Cell, Table, conditional, integer, number, whole, word

Column = tuple[str, Callable[[Answers], Cell]]


def table_of(key: str, title: str, columns: Sequence[Column], groups: Sequence[Answers]) -> Table:
    """One row a group of answers."""
    rows = [
        (word(a.group), word(a.model), *(cell(a) for _, cell in columns)) for a in groups if len(a)
    ]
    heads = [head for head, _ in columns]
    best = tuple(head for head in heads if not head.startswith(("n", "AST", "Gold AST", *_NO_RATE)))
    return noted(Table(key, title, ("Setting", "Model", *heads), tuple(rows), best=best))


_NO_RATE = ("Parent SHD", "Other explanations", "Train failures", "Held-out failures", "One edit")
"""Columns in which more is not better."""


def noted(table: Table) -> Table:
    """The table with the meaning of its marks, if it has any."""
    marked = any(cell.value is None for row in table.rows for cell in row)
    return replace(table, note="* fewer than six cases, – none") if marked else table


def _mean(metric: str) -> Callable[[Answers], Cell]:
    return lambda a: number(a.total(metric).mean)


def _share(metric: str) -> Callable[[Answers], Cell]:
    """The share of *all* answers with the metric; where it is unknown it does not hold."""
    return lambda a: number(a.total(metric).sum / len(a))


def _given(metric: str, *given: str, digits: int = 3) -> Callable[[Answers], Cell]:
    def cell(a: Answers) -> Cell:
        total = a.total(metric, given)
        return conditional(total.mean, total.count, digits)

    return cell


def _share_of(metric: str, *given: str) -> Callable[[Answers], Cell]:
    """The same among the answers that meet the conditions."""

    def cell(a: Answers) -> Cell:
        cases = a.total("stage", given).count
        return conditional(a.total(metric, given).sum / cases if cases else None, cases)

    return cell


def _count(*given: str) -> Callable[[Answers], Cell]:
    return lambda a: integer(a.total("stage", given).count)


def _failures(metric: str, *given: str) -> Callable[[Answers], Cell]:
    def cell(a: Answers) -> Cell:
        total = a.total(metric, given)
        return integer(total.count - round(total.sum))

    return cell


def _scored(metric: str, *given: str, digits: int = 3) -> Callable[[Answers], Cell]:
    """A structure metric among scored answers."""

    def cell(a: Answers) -> Cell:
        return _given(metric, *_scored_if(a), *given, digits=digits)(a)

    return cell


def _scored_if(a: Answers) -> tuple[str, ...]:
    return ("root_exact",) if a.total("root_exact").count else ()


def _coverage(a: Answers) -> Cell:
    return number(len(a.answered) / (len(a.answered) + a.missing))


def _retention(a: Answers) -> Cell:
    """Both means over the same answers: those to problems with something held out."""
    heldout = a.total("heldout_world_exact").mean
    train = a.total_beside("train_world_exact", "heldout_world_exact").mean
    return number(heldout / train if heldout is not None and train else None)


def _passed(stage: Stage) -> Callable[[Answers], Cell]:
    rank = list(Stage).index(stage)
    return lambda a: number(a.beyond(rank) / len(a))


def _other_explanations(a: Answers) -> Cell:
    """The lower one of two middle numbers: exact, and the number of some answer, however few."""
    return whole(a.median_of_others)


def _n(a: Answers) -> Cell:
    return integer(len(a))


MAIN: tuple[Column, ...] = (
    ("n", _n),
    ("Coverage", _coverage),
    ("Valid", _share("valid")),
    ("TrainExact", _share("train_exact")),
    ("TrainWorld", _mean("train_world_exact")),
    ("HeldoutWorld", _mean("heldout_world_exact")),
    ("HeldoutExact", _mean("heldout_exact")),
    ("HeldoutWorld | TrainExact", _given("heldout_world_exact", "train_exact")),
    ("HeldoutExact | TrainExact", _given("heldout_exact", "train_exact")),
)
RETENTION: tuple[Column, ...] = (
    ("TrainExact", _share("train_exact")),
    ("HeldoutWorld", _mean("heldout_world_exact")),
    ("Retention", _retention),
    ("HeldoutWorld | TrainExact", _given("heldout_world_exact", "train_exact")),
    ("HeldoutExact | TrainExact", _given("heldout_exact", "train_exact")),
    ("n TrainExact", _count("train_exact")),
)
STRUCTURE: tuple[Column, ...] = (
    ("n scored", lambda a: integer(a.total("parent_f1", _scored_if(a)).count)),
    ("Parent recall", _scored("parent_recall")),
    ("Parent F1", _scored("parent_f1")),
    ("Parent SHD", _scored("parent_shd", digits=2)),
    ("Per-variable parents exact", _scored("parent_exact")),
    ("Parent map exact", _scored("exact_parent_map")),
    ("Mean local match", _scored("local_match")),
    ("Full local match", _scored("full_local_match")),
    ("Local match | map exact", _scored("local_match", "exact_parent_map")),
    ("TrainExact | map exact", _scored("train_exact", "exact_parent_map")),
    ("HeldoutExact | map exact", _scored("heldout_exact", "exact_parent_map")),
)
SIZE: tuple[Column, ...] = (
    ("AST | valid", _given("total_ast", "valid", digits=1)),
    ("Gold AST | valid", _given("gold_ast", "valid", digits=1)),
    *(
        (f"TrainExact within gold + {slack}", _mean(f"acc_gold_plus_{slack}"))
        for slack in AST_SLACKS
    ),
)
FUNNEL: tuple[Column, ...] = (
    ("n", _n),
    ("Strict JSON", _share("strict_json")),
    ("Extracted JSON", _passed(Stage.EXTRACTED_JSON)),
    ("Schema", _passed(Stage.SCHEMA)),
    ("Keys", _passed(Stage.KEYS)),
    ("Parse", _passed(Stage.PARSE)),
    ("Legal", _passed(Stage.LEGAL)),
    ("Acyclic", _passed(Stage.ACYCLIC)),
    ("Valid", _share("valid")),
)
CLAIMS: tuple[Column, ...] = (
    ("n", _n),
    ("Valid", _share("valid")),
    ("Alternative TrainExact", _share("train_exact")),
    ("Alternative success", _share("alternative_success")),
    ("Experiment valid", _share("experiment_valid")),
    ("Separates", _share("pair_separates")),
    ("Witness", _share("witness_valid")),
    ("Joint success", _share("joint_success")),
    ("Joint, leave-model-out", _given("joint_success", "other_source")),
    ("Optimality", _given("optimality")),
)
RELATIONS = {
    "known_pair": "all known pairs",
    "other_source": "found by others only",
    "own_source": "found by the model too",
    "open_ended": "open-ended",
}
"""Kinds of Alternative-SCM problems, by where the known alternative comes from."""


def by_source(relation: str) -> tuple[Column, ...]:
    """The claims about the problems of one kind."""
    return (
        ("n", _count(relation)),
        ("Joint success", _share_of("joint_success", relation)),
        ("Alternative success", _share_of("alternative_success", relation)),
        ("Experiment valid", _share_of("experiment_valid", relation)),
        ("Separates", _share_of("pair_separates", relation)),
        ("Witness", _share_of("witness_valid", relation)),
    )


EDITS: tuple[Column, ...] = (
    ("n valid", _count("valid")),
    ("n success", _count("alternative_success")),
    ("Parent F1 | valid", _given("reference_parent_f1", "valid")),
    ("Parent map exact | valid", _given("reference_exact_parent_map", "valid")),
    ("Mean local match | valid", _given("reference_local_match", "valid")),
    ("One edit | success", _given("one_edit")),
    ("One edit, same parents | success", _given("same_parent_edit")),
    ("One edit, other parents | success", _given("other_edit")),
)
ROOTS: tuple[Column, ...] = (
    ("n", _n),
    ("RootExact", _share("root_exact")),
    ("Root precision", _mean("root_precision")),
    ("Root recall", _mean("root_recall")),
    ("Task success", _share("task_success")),
    ("TrainExact | RootExact", _given("train_exact", "root_exact")),
    ("HeldoutWorld | RootExact", _given("heldout_world_exact", "root_exact")),
    ("HeldoutExact | RootExact", _given("heldout_exact", "root_exact")),
    ("TrainExact | root wrong", _given("train_exact", "root_wrong")),
    ("HeldoutWorld | root wrong", _given("heldout_world_exact", "root_wrong")),
)
COMPARISON: tuple[Column, ...] = (
    ("n", _n),
    ("Valid", _share("valid")),
    ("TrainExact", _share("train_exact")),
    ("HeldoutWorld", _mean("heldout_world_exact")),
    ("HeldoutExact", _mean("heldout_exact")),
    ("Parent F1", _scored("parent_f1")),
    ("Parent SHD", _scored("parent_shd", digits=2)),
    ("Parent map exact", _scored("exact_parent_map")),
    ("Mean local match", _scored("local_match")),
    ("In class", _share("in_class")),
    ("Unique explanation", _mean("unique_explanation")),
    ("Other explanations (median)", _other_explanations),
)
NESTED_ROOTS: tuple[Column, ...] = (
    ("n RootExact", _count("root_exact")),
    ("n RootExact + valid", _count("root_exact", "valid")),
    ("Parent F1 | RootExact + valid", _given("parent_f1", "root_exact")),
    ("Parent map exact | RootExact + valid", _given("exact_parent_map", "root_exact")),
    ("TrainExact | RootExact + valid", _given("train_exact", "root_exact", "valid")),
    (
        "HeldoutWorld | RootExact + TrainExact",
        _given("heldout_world_exact", "root_exact", "train_exact"),
    ),
    ("Train failures", _failures("train_exact", "root_exact")),
    ("Held-out failures", _failures("heldout_exact", "root_exact", "train_exact")),
)
