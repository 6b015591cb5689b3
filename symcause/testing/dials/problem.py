"""The problem of the dials, for testing: their positions, those that nothing turns, and what was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import Struct

from symcause.errors import ProblemError
from symcause.formats.struct_decoder import decode
from symcause.mechanisms.tables.table_evidence import TableEvidence, TableWorld
from symcause.models.notebook_hook import Shown


class DialWorld(Struct, frozen=True, forbid_unknown_fields=True):
    """Positions of all dials, row by row; the dials that were *set* did not turn by themselves."""

    rows: list[list[int]]
    set: list[str] = []


class DialDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a dial problem."""

    format: str
    id: str
    positions: dict[str, int]
    roots: list[str]
    most_parents: int
    worlds: list[DialWorld]
    gold: dict[str, Any] | None = None


@dataclass(frozen=True)
class DialProblem(Shown):
    """Dials, how many positions each has, which ones nothing turns, and what was seen."""

    id: str
    evidence: TableEvidence
    roots: tuple[str, ...]
    most_parents: int
    gold: dict[str, Any] | None = None


def read_dials(document: object, file: str | None = None) -> DialProblem:
    """A problem of a document. Raises ProblemError with the place of a mistake."""
    read = decode(document, DialDocument, file=file)
    for root in read.roots:
        if root not in read.positions:
            raise ProblemError("no such dial", place="roots", value=root, file=file)
    worlds = tuple(TableWorld(tuple(map(tuple, w.rows)), tuple(w.set)) for w in read.worlds)
    names, sizes = tuple(read.positions), tuple(read.positions.values())
    try:
        evidence = TableEvidence(names, sizes, worlds)
    except ValueError as error:
        raise ProblemError(str(error), place="worlds", file=file) from None
    return DialProblem(read.id, evidence, tuple(read.roots), read.most_parents, read.gold)


def write_dials(problem: DialProblem) -> dict[str, object]:
    """The document of a problem."""
    evidence = problem.evidence
    document: dict[str, object] = {
        "format": "toy.dials/1",
        "id": problem.id,
        "positions": dict(zip(evidence.variables, evidence.sizes, strict=True)),
        "roots": list(problem.roots),
        "most_parents": problem.most_parents,
        "worlds": [
            {"rows": [list(row) for row in w.rows], "set": list(w.targets)} for w in evidence.worlds
        ],
    }
    return document if problem.gold is None else {**document, "gold": problem.gold}
