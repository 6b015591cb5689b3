"""World pieces of a drawing: worlds as pieces of evidence, cut into rows where there are few."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from symcause.bounds.reports_bounds import CUT_PIECES, CUT_ROWS
from symcause.models.prose.intervention_text import intervention_text


class RowWorld(Protocol):
    """What was observed under one intervention, row by row."""

    @property
    def id(self) -> str: ...

    @property
    def targets(self) -> Sequence[str]: ...

    @property
    def rows(self) -> Sequence[object]: ...


W = TypeVar("W", bound=RowWorld)


class Cut(NamedTuple, Generic[W]):
    """Rows of a world, from the first to before the last."""

    world: W
    first: int
    last: int

    @property
    def name(self) -> str:
        """What was done, and which row it is if it is not the whole world."""
        set_ = intervention_text(self.world.targets) if self.world.targets else "no intervention"
        whole = self.last - self.first == len(self.world.rows)
        return set_ if whole else f"{set_}, row {self.last}"


def cuts_of(worlds: Sequence[W], further: int = 0) -> tuple[Cut[W], ...]:
    """The worlds in pieces; the last ones, which are *further*, stay whole."""
    cuts: list[Cut[W]] = []
    pieces = len(worlds)
    for at, world in enumerate(worlds):
        size = len(world.rows)
        seen = at < len(worlds) - further
        single = seen and 1 < size <= CUT_ROWS and pieces + size - 1 <= CUT_PIECES
        pieces += size - 1 if single else 0
        ends = range(1, size + 1) if single else (size,)
        cuts += [Cut(world, end - 1 if single else 0, end) for end in ends]
    return tuple(cuts)


def rows_kept(cuts: Iterable[Cut[W]]) -> list[tuple[W, list[int]]]:
    """The worlds of some pieces, each with the rows that are kept of it."""
    kept: dict[str, tuple[W, list[int]]] = {}
    for cut in cuts:
        kept.setdefault(cut.world.id, (cut.world, []))[1].extend(range(cut.first, cut.last))
    return [(world, sorted(rows)) for world, rows in kept.values()]


def column_words(values: Sequence[object]) -> str:
    """Values of a variable in words: one, the same in all rows, or row by row.

    >>> column_words([1]), column_words(["off", "off"]), column_words([0, 1, 1])
    ('is 1', 'is off throughout', 'is 0 1 1')
    """
    if len(set(values)) == 1 and len(values) > 1:
        return f"is {values[0]} throughout"
    return f"is {' '.join(map(str, values))}"
