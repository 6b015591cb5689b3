"""Claim tables of scenario scoring: which claims runs held, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symcause.families.scenario.scoring.run_summary import RunSummary
from symcause.scoring.answer_groups import Group, Sheet
from symcause.scoring.group_columns import Column, mean, size, table_of
from symcause.scoring.score_table import Cell, Table

Kinds = Mapping[str, Group]
"""What was held of claims, by their kind or by who held them."""

_NOTHING = Group(Sheet(flags=("found", "held"), numbers=("turn",)))


def claim_tables(summary: RunSummary) -> list[Table]:
    """None where no run says what it held."""
    tables = [_by_model(summary), _one_by_one(summary), _distances(summary)]
    return [table for table in tables if table.rows]


def _by_model(summary: RunSummary) -> Table:
    """A row a scenario and model."""
    kinds: dict[tuple[str, str], dict[str, Group]] = {}
    for (scenario, model, kind), group in summary.claims.by("scenario", "model", "kind").items():
        kinds.setdefault((str(scenario), str(model)), {})[str(kind)] = group
    columns = [
        (f"{head} {said}", _of(kind, read))
        for kind, head in (("gold", "gold"), ("distractor", "distractors"))
        for said, read in _HELD
    ]
    return table_of(
        "scenario_claims",
        "Claims that runs held",
        ("scenario", "model"),
        columns,
        [({"scenario": s, "model": m}, own) for (s, m), own in sorted(kinds.items())],
        "Shares of the n claims (of all runs) that were held. Found: at some turn; at the end: at the last "
        "one; turn: the first one, from 0, on average over those found.",
    )


_HELD: tuple[Column, ...] = (
    ("n", size),
    ("found", mean("found")),
    ("at the end", mean("held")),
    ("turn", mean("turn")),
)


_ALL = "all models"


def _of(kind: str, read: Callable[[Group], Cell]) -> Callable[[Kinds], Cell]:
    return lambda own: read(own.get(kind, _NOTHING))


def _one_by_one(summary: RunSummary) -> Table:
    """A row a claim: by how many of all runs it was found, and by those of every model."""
    single: dict[tuple[str, ...], dict[str, Group]] = {}
    fields = ("scenario", "claim", "kind", "model")
    for (*about, model), group in summary.claims.by(*fields).items():
        single.setdefault(tuple(map(str, about)), {})[str(model)] = group
    every = summary.claims.by("scenario", "claim", "kind")
    models = sorted({model for own in single.values() for model in own})
    columns = [
        ("runs", _of(_ALL, size)),
        (_ALL, _of(_ALL, mean("found"))),
        *((model, _of(model, mean("found"))) for model in models),
    ]
    return table_of(
        "scenario_discovery",
        "How often claims were found",
        ("scenario", "claim", "kind"),
        columns,
        [
            ({"scenario": key[0], "claim": key[1], "kind": key[2]}, {**own, _ALL: every[key]})
            for key, own in single.items()
        ],
        "The share of runs that held the claim at some turn: of all models together, and of each.",
    )


def _distances(summary: RunSummary) -> Table:
    """How far what is held is from the truth, from turn to turn."""
    pairs = sorted(summary.distances.by("scenario", "model", "turn").items(), key=lambda i: i[0])
    return table_of(
        "scenario_distance",
        "Distance of what runs hold from the truth",
        ("scenario", "model", "turn"),
        (("runs", size), ("distance", mean("distance"))),
        [
            ({"scenario": str(s), "model": str(m), "turn": int(str(turn))}, group)
            for (s, m, turn), group in pairs
        ],
        "Gold claims not held and distractors held, at every turn: means over the runs that got there.",
    )
