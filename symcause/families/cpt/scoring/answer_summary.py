"""The answer summary of cpt scoring: right, justified, and by type of query, rung and support."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.families.cpt.models.query_values import TYPES
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED, UNSUPPORTED
from symcause.scoring.answer_groups import Group, Grouped, Sheet
from symcause.scoring.group_columns import (
    Column,
    Labels,
    count,
    known,
    mean,
    noted,
    share,
    size,
    table_of,
)
from symcause.scoring.score_table import Table

KINDS = (JUSTIFIED, UNSUPPORTED, REFUTED)

SHEET = Sheet(
    flags=("claimed", "right", "proved", "published_right", *KINDS, "abstained"),
    units=("right", "published_right"),
)

_COLUMNS: tuple[Column, ...] = (
    ("n", size),
    ("Answered", share("claimed")),
    ("Settled", known("right")),
    ("Right", mean("right")),
    ("By stored gold", mean("published_right")),
    ("Justified", mean("proved")),
)
_SUPPORT: tuple[Column, ...] = (
    ("n", size),
    *((name, count(name)) for name in KINDS),
    ("abstained", count("abstained")),
)
_NOTE = (
    "Answered: share of yes and no; settled: answers to questions whose answer is proved; right: share of "
    "these that say it; by stored gold: share that the release calls right; justified: share of claims "
    "that every network supports, where that is known"
)
_PROOF = (
    "What the numbers say of claims: they prove them, leave them open or refute them; abstained: answers "
    "that say nobody can tell"
)


class TableSummary:
    """Grows by one answer at a time; the answers themselves are forgotten."""

    def __init__(self) -> None:
        self._answers = Grouped(SHEET, "model", "query", "rung")

    def take(self, line: Mapping[str, object]) -> None:
        """Count one answer."""
        row = {
            name: line.get(name) for name in ("claimed", "right", "published_right", "abstained")
        }
        row["proved"] = line.get("justified")
        if isinstance(line.get("support"), str) and not line.get("abstained"):
            row[str(line["support"])] = True
        rung = line.get("rung")
        key = str(line.get("model")), str(line.get("query")), "–" if rung is None else str(rung)
        self._answers.take(key, row, str(line.get("problem")))

    def tables(self) -> list[Table]:
        """All answers, by type of query, by rung, and what proves them."""
        whole = self._by(Model="model")
        if not whole:
            return []
        types, rungs = self._by(Model="model", Query="query"), self._by(Model="model", Rung="rung")
        by_type, by_rung = ("Model", "Query"), ("Model", "Rung")
        tables = [
            table_of("cpt", "Queries on tables", ("Model",), _COLUMNS, whole, _NOTE),
            table_of("cpt-types", "By type of query", by_type, _COLUMNS, types, _NOTE),
            table_of("cpt-support", "What proves the answers", ("Model",), _SUPPORT, whole, _PROOF),
        ]
        if len(rungs) > len(whole):
            tables.append(table_of("cpt-rungs", "By rung", by_rung, _COLUMNS, rungs, _NOTE))
        return [noted(table) for table in tables]

    def systems(self) -> list[tuple[str, Group]]:
        """The answers of each system."""
        return [(str(own["Model"]), group) for own, group in self._by(Model="model")]

    def _by(self, **fields: str) -> list[tuple[Labels, Group]]:
        """The answers by some fields, which are labelled like this."""
        pairs = sorted(
            self._answers.by(*fields.values()).items(),
            key=lambda item: (str(item[0][0]), *(_place(name) for name in item[0][1:])),
        )
        return [(dict(zip(fields, map(str, names), strict=True)), group) for names, group in pairs]


def _place(name: object) -> tuple[int, str]:
    """Types of query in the order of the ladder, anything else by its name."""
    return (TYPES.index(str(name)) if name in TYPES else len(TYPES), str(name))
