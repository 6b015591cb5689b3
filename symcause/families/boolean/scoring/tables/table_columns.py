"""Table columns: how each column of the Boolean tables is read off a group of answers.

``X | Y`` is a rate among the answers with Y. "Scored" are valid answers to problems with gold; for
hidden roots, those of them with the right root set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symcause.families.boolean.scoring.check.funnel import Stage
from symcause.families.boolean.scoring.check.structure_metrics import AST_SLACKS
from symcause.families.boolean.scoring.tables.answer_numbers import beyond
from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.scoring import group_columns as columns
from symcause.scoring.answer_groups import Group
from symcause.scoring.group_columns import (
    Reading,
    count,
    failures,
    given,
    known,
    mean,
    noted,
    share,
    share_of,
    size,
)
from symcause.scoring.score_table import Cell, Table, number, whole

Column = tuple[str, Callable[[Answers], Cell]]


def table_of(
    key: str, title: str, columns_: Sequence[Column], groups: Sequence[Answers], shows: str
) -> Table:
    """One row per group of answers; *shows* says what the numbers are."""
    heads = [head for head, _ in columns_]
    best = tuple(head for head in heads if not head.startswith(("n", "AST", "Gold AST", *_NO_RATE)))
    rows = [({"Setting": a.group, "Model": a.model}, a) for a in groups if len(a)]
    table = columns.table_of(key, title, ("Setting", "Model"), columns_, rows, shows, best)
    return noted(table)


USED = {
    "latency_ms": "Milliseconds",
    "billed_tokens": "Billed tokens",
    "thinking_tokens": "Thinking tokens",
    "input_tokens": "Input tokens",
    "total_tokens": "Total tokens",
}
"""What an answer took."""

_NO_RATE = (
    *USED.values(),
    "Disturbed",
    "Gold disturbed",
    "Parent SHD",
    "Other explanations",
    "Train failures",
    "Held-out failures",
    "One edit",
)
"""Columns in which more is not better."""


def _scored(metric: str, *flags: str, digits: int = 3) -> Reading:
    """A structure metric among scored answers."""
    return lambda group: given(metric, *_scored_if(group), *flags, digits=digits)(group)


def _scored_if(group: Group) -> tuple[str, ...]:
    return ("root_exact",) if group.knows("root_exact") else ()


def _coverage(a: Answers) -> Cell:
    return number(len(a.answered) / (len(a.answered) + a.missing))


def _retention(a: Answers) -> Cell:
    """Both means over the same answers: those to problems with something held out."""
    heldout = a.total("heldout_world_exact").mean
    train = a.total("train_world_exact", ["has_heldout"]).mean
    return number(heldout / train if heldout is not None and train else None)


def _passed(stage: Stage) -> Reading:
    return share(beyond(stage))


def _other_explanations(a: Answers) -> Cell:
    """The lower one of two middle numbers: exact, and the number of some answer, however few."""
    return whole(a.median_of_others)


MAIN: tuple[Column, ...] = (
    ("n", size),
    ("Coverage", _coverage),
    ("Valid", share("valid")),
    ("TrainExact", share("train_exact")),
    ("TrainWorld", mean("train_world_exact")),
    ("HeldoutWorld", mean("heldout_world_exact")),
    ("HeldoutExact", mean("heldout_exact")),
    ("HeldoutWorld | TrainExact", given("heldout_world_exact", "train_exact")),
    ("HeldoutExact | TrainExact", given("heldout_exact", "train_exact")),
)
DISTURBED: tuple[Column, ...] = (
    ("n", known("within")),
    ("Within", mean("within")),
    ("Right", mean("right_within")),
    ("Disturbed | valid", given("disturbed", "valid", digits=2)),
    ("Gold disturbed", mean("gold_disturbed", digits=2)),
)
RETENTION: tuple[Column, ...] = (
    ("n", size),
    ("TrainExact", share("train_exact")),
    ("HeldoutWorld", mean("heldout_world_exact")),
    ("Retention", _retention),
    ("HeldoutWorld | TrainExact", given("heldout_world_exact", "train_exact")),
    ("HeldoutExact | TrainExact", given("heldout_exact", "train_exact")),
    ("n TrainExact", count("train_exact")),
)
STRUCTURE: tuple[Column, ...] = (
    ("n scored", lambda a: known("parent_f1", *_scored_if(a))(a)),
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
    ("n", size),
    ("AST | valid", given("total_ast", "valid", digits=1)),
    ("Gold AST | valid", given("gold_ast", "valid", digits=1)),
    *(
        (f"TrainExact within gold + {slack}", mean(f"acc_gold_plus_{slack}"))
        for slack in AST_SLACKS
    ),
)
FUNNEL: tuple[Column, ...] = (
    ("n", size),
    ("Strict JSON", mean("strict_json")),  # objects are not written: of them it is not known
    ("Extracted JSON", _passed(Stage.EXTRACTED_JSON)),
    ("Schema", _passed(Stage.SCHEMA)),
    ("Keys", _passed(Stage.KEYS)),
    ("Parse", _passed(Stage.PARSE)),
    ("Legal", _passed(Stage.LEGAL)),
    ("Acyclic", _passed(Stage.ACYCLIC)),
    ("Valid", share("valid")),
)
CLAIMS: tuple[Column, ...] = (
    ("n", size),
    ("Valid", share("valid")),
    ("Alternative TrainExact", share("train_exact")),
    ("Alternative success", share("alternative_success")),
    ("Experiment valid", share("experiment_valid")),
    ("Separates", share("pair_separates")),
    ("Witness", share("witness_valid")),
    ("Joint success", share("joint_success")),
    ("Joint, leave-model-out", given("joint_success", "other_source")),
    ("Optimality", given("optimality")),
)
RELATIONS = {
    "known_pair": "all known pairs",
    "other_source": "found by others only",
    "own_source": "found by the model too",
    "no_source": "nobody named",
    "open_ended": "open-ended",
}
"""Kinds of Alternative-SCM problems, by where the known alternative comes from."""


BY_SOURCE: tuple[columns.Column, ...] = (
    ("n", size),
    ("Joint success", share_of("joint_success")),
    ("Alternative success", share_of("alternative_success")),
    ("Experiment valid", share_of("experiment_valid")),
    ("Separates", share_of("pair_separates")),
    ("Witness", share_of("witness_valid")),
)
EDITS: tuple[Column, ...] = (
    ("n valid", count("valid")),
    ("n success", count("alternative_success")),
    ("Parent F1 | valid", given("reference_parent_f1", "valid")),
    ("Parent map exact | valid", given("reference_exact_parent_map", "valid")),
    ("Mean local match | valid", given("reference_local_match", "valid")),
    ("One edit | success", given("one_edit")),
    ("One edit, same parents | success", given("same_parent_edit")),
    ("One edit, other parents | success", given("other_edit")),
)
ROOTS: tuple[Column, ...] = (
    ("n", size),
    ("RootExact", share("root_exact")),
    ("Root precision", mean("root_precision")),
    ("Root recall", mean("root_recall")),
    ("Task success", share("task_success")),
    ("TrainExact | RootExact", given("train_exact", "root_exact")),
    ("HeldoutWorld | RootExact", given("heldout_world_exact", "root_exact")),
    ("HeldoutExact | RootExact", given("heldout_exact", "root_exact")),
    ("TrainExact | root wrong", given("train_exact", "root_wrong")),
    ("HeldoutWorld | root wrong", given("heldout_world_exact", "root_wrong")),
)
COMPARISON: tuple[Column, ...] = (
    ("n", size),
    ("Valid", share("valid")),
    ("TrainExact", share("train_exact")),
    ("HeldoutWorld", mean("heldout_world_exact")),
    ("HeldoutExact", mean("heldout_exact")),
    ("Parent F1", _scored("parent_f1")),
    ("Parent SHD", _scored("parent_shd", digits=2)),
    ("Parent map exact", _scored("exact_parent_map")),
    ("Mean local match", _scored("local_match")),
    ("In class", share("in_class")),
    ("Unique explanation", mean("unique_explanation")),
    ("Other explanations (median)", _other_explanations),
)
USAGE: tuple[Column, ...] = tuple(
    column
    for kind, head in USED.items()
    for column in ((head, mean(kind, 1)), (f"n {head.lower()}", known(kind)))
)
NESTED_ROOTS: tuple[Column, ...] = (
    ("n RootExact", count("root_exact")),
    ("n RootExact + valid", count("root_exact", "valid")),
    ("Parent F1 | RootExact + valid", given("parent_f1", "root_exact")),
    ("Parent map exact | RootExact + valid", given("exact_parent_map", "root_exact")),
    ("TrainExact | RootExact + valid", given("train_exact", "root_exact", "valid")),
    (
        "HeldoutWorld | RootExact + TrainExact",
        given("heldout_world_exact", "root_exact", "train_exact"),
    ),
    ("Train failures", failures("train_exact", "root_exact")),
    ("Held-out failures", failures("heldout_exact", "root_exact", "train_exact")),
)


def per_attempt(group: Group) -> float | None:
    """How many of the answers that were given are alternatives to gold, as a share."""
    attempted = group.count("answered")
    return group.count("identified") / attempted if attempted else None


FOUND: tuple[Column, ...] = (
    ("Attempted", count("answered")),
    ("TrainExact", count("train_exact")),
    ("Alternatives", count("identified")),
    ("Alternatives / attempted", lambda a: number(per_attempt(a))),
    ("Alternatives / TrainExact", share_of("identified", "train_exact")),
)
