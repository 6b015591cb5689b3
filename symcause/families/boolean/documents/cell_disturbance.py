"""Cell disturbance in Boolean documents: wrong or unobserved cells, models by number, margins."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part


class CellPart(Part, frozen=True, kw_only=True):
    """A training cell; rows are numbered from 0."""

    world: str
    row: int
    variable: str


class FilledPart(CellPart, frozen=True, kw_only=True):
    """A cell that was not observed, and its value."""

    value: int


class UnobservedPart(Part, frozen=True, kw_only=True):
    """How many training cells were not observed, and those that have one value in every member."""

    cells: int
    entailed: tuple[FilledPart, ...] | None = None


class LevelPart(Part, frozen=True, kw_only=True):
    """How many models of the class have this many disturbed cells."""

    errors: int
    count: int | None


def levels(spectrum: Sequence[int]) -> tuple[LevelPart, ...]:
    """A spectrum as documents have it."""
    return tuple(LevelPart(errors=d, count=count) for d, count in enumerate(spectrum))


class DisturbedModelPart(Part, frozen=True, kw_only=True):
    """A model, as short as it is known to be, and how many cells it disturbs."""

    roots: tuple[str, ...]
    mechanisms: dict[str, str]
    disturbed: int


class MarginPart(Part, frozen=True, kw_only=True):
    """How many more cells another model disturbs than the reference: gold, or the only best model."""

    value: int | None
    of: str
    at_least: int | None = None  # where the value is not known
    variables: dict[str, int | None] | None = None  # where only this mechanism changes
    second: DisturbedModelPart | None = None
    cells: tuple[CellPart, ...] | None = None  # that it disturbs
    only: DisturbedModelPart | UnsetType = UNSET  # the only best model, where the margin is its own
    only_cells: tuple[CellPart, ...] | UnsetType = UNSET  # that the only best model disturbs
    without: dict[str, int | None] | None = None  # on the other training worlds
