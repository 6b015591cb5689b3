"""The recipe of suites, as an object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symcause.formats.datasets.dataset_manifest import About

FORMAT = "symcause.suite/1"

BASELINES = ("simplest", "constant", "association")
"""Baselines that answer where a recipe says nothing: they are quick, and every family has one."""

Options = tuple[tuple[str, object], ...]
"""Options of a generator, with their values."""


@dataclass(frozen=True)
class Stratum:
    """Problems of one part that are drawn with the same options: so many *units*."""

    name: str
    family: str
    options: Options
    units: int  # single problems, or pairs
    size: int = 1  # problems of a unit: two siblings, or twins

    @property
    def problems(self) -> int:
        return self.units * self.size


@dataclass(frozen=True)
class Texts:
    """The texts of a part that renders problems of others."""

    parts: tuple[str, ...]
    themes: tuple[str, ...]
    styles: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """One part of a suite: one capability, one primary number."""

    name: str
    capability: str
    primary: str
    problems: int
    strata: tuple[Stratum, ...] = ()
    texts: Texts | None = None
    abstain: bool = False
    balance: tuple[str, ...] = ()  # facts: the label, then those that must not tell it
    cap: bool = False  # fewer problems will do, and are reported

    @property
    def paired(self) -> bool:
        """Is it made of siblings or twins?"""
        return any(stratum.size > 1 for stratum in self.strata)


@dataclass(frozen=True)
class Bounds:
    """How far a suite may be from even."""

    balance: int = 1  # problems by which the labels may differ
    shortcut: Fraction = Fraction(1, 10)  # by which a shortcut may be better than a constant answer


@dataclass(frozen=True)
class Recipe:
    """What a suite is made of; *source* is the file, byte for byte."""

    name: str
    version: str
    seed: int
    splits: tuple[tuple[str, Fraction], ...]
    parts: tuple[Part, ...]
    source: bytes
    canary: str | None = None
    gold: str = "report"
    bounds: Bounds = field(default_factory=Bounds)
    about: About = field(default_factory=About)
    baselines: tuple[str, ...] = BASELINES  # those of the house that answer beside systems

    @property
    def measured(self) -> str:
        """The split that numbers are reported of: the last one."""
        return self.splits[-1][0]

    @property
    def major(self) -> str:
        """The version of the problems: others of the same one change texts or pages."""
        return self.version.partition(".")[0]

    @property
    def prefix(self) -> str:
        """What its ids begin with."""
        return self.name.rpartition("-")[2]

    def part(self, name: str) -> Part:
        """The part of this name, which is there."""
        return next(part for part in self.parts if part.name == name)

    @property
    def by_name(self) -> Mapping[str, Part]:
        """Its parts."""
        return {part.name: part for part in self.parts}
