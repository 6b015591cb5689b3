"""The instance generator of a family: seeded problems, each with what is known about it.

A generator is a frozen dataclass whose fields are its options (:func:`symcause.audits.question.option`).
Item *i* depends on the generator and *i* alone, so a run that was stopped can go on, and processes can
share the work.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar, TypeVar

from symcause.errors import KindError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from symcause.formats.problems import Problem

T = TypeVar("T", bound="DataclassInstance")

ProblemDocument = dict[str, object]
"""A problem in the format of its family, ready to be written."""


@dataclass(frozen=True)
class Generator(ABC):
    """Makes the items of one run; subclasses add options as fields."""

    name: ClassVar[str]
    help: ClassVar[str]  # one line for the list of generators

    @property
    def title(self) -> str:
        """What the items are called in the summary."""
        return self.name

    @property
    def per_item(self) -> int:
        """Problems of one item; 0 where that differs."""
        return 1

    @property
    def together(self) -> int:
        """How many problems of an item stand and fall together: two siblings, or twins."""
        return 2 if getattr(self, "siblings", False) else 1

    def prepare(self) -> None:  # noqa: B027 (most need nothing)
        """Read what all items need; complains about options before any work is done."""

    def count(self, asked: int) -> int:
        """How many items a run of this length has; sources may have fewer."""
        return asked

    @abstractmethod
    def items(self, index: int) -> list[ProblemDocument]:
        """The problems of item *index*."""

    @abstractmethod
    def is_ours(self, document: Mapping[str, object]) -> bool:
        """Does a problem of an earlier run come from the same generator?"""

    @abstractmethod
    def verdict(self, document: Mapping[str, object]) -> str:
        """What the summary counts."""

    @abstractmethod
    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        """What ``--json`` says of a problem beside its file."""

    def files(self, document: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
        """The files of a problem that has a folder of its own; none: one line per problem."""
        return {}

    def problems(self, document: ProblemDocument) -> list[ProblemDocument]:
        """The problems that an item's document holds, for Python: itself, and its twin if it has one."""
        return [document]

    def certificate(self, document: Mapping[str, object]) -> Mapping[str, object] | None:
        """The certificate about a problem that was made."""
        metadata = document.get("metadata")
        found = metadata.get("certificate") if isinstance(metadata, Mapping) else None
        return found if isinstance(found, Mapping) else None

    def uncertified(self) -> str | None:
        """Why problems of this run carry no certificate, where that is known before; else None."""
        return None

    def undistinct(self) -> str | None:
        """Why problems of this run are the same whatever is drawn; None where they need not be."""
        return None

    def remarks(self) -> list[str]:
        """What to say once, on standard error, before any work is done."""
        return []

    def companions(self) -> dict[str, bytes]:
        """Files that travel beside the one with the problems: what follows its name, and the bytes."""
        return {}

    def listing(self) -> list[tuple[str, Mapping[str, object]]]:
        """Named presets and their facts, where a generator has some."""
        return []


def made_items(generator: Generator, index: int) -> list[ProblemDocument]:
    """The problems of item *index*. Raises KindError where the generator gives something else."""
    pairs: object = generator.items(index)
    if isinstance(pairs, list) and all(isinstance(one, dict) and "id" in one for one in pairs):
        return pairs
    kind = type(generator)
    shown = " ".join(repr(pairs).split())
    raise KindError(
        f"items, of the generator {kind.__module__}.{kind.__qualname__}, gave no problems",
        value=shown if len(shown) <= 80 else f"{shown[:79]}…",
        remedy="expected a list of documents, each with an id",
    )


def dealt(kinds: Sequence[str], index: int, seed: str) -> str:
    """The kind of item *index*: every kind once in a round, each round in an order of its own.

    So kinds are balanced, and neither an index nor a place in a file says which it is.

    >>> sorted(dealt(("yes", "no"), index, "demo") for index in (4, 5))
    ['no', 'yes']
    """
    turn, place = divmod(index, len(kinds))
    return Random(f"dealt {seed} {turn}").sample(list(kinds), len(kinds))[place]


def coined(
    latent: str, sides: Sequence[tuple[bool, T]], rng: Random, *, kind: str, **more: object
) -> list[T]:
    """The two siblings of a pair, settled or not: which is called a, and which comes first, by a coin.

    A problem is a frozen dataclass with ``id`` and ``metadata``; *kind* says in what the two differ, their
    evidence or their question.
    """
    letters = rng.sample("ab", 2)
    made = []
    for (settled, problem), letter in zip(sides, letters, strict=True):
        about = {"pair": latent, "id": letter, "settled": settled, "kind": kind}
        known = {**getattr(problem, "metadata", {}), "latent": latent, "sibling": about, **more}
        made.append(replace(problem, id=f"{latent}-{letter}", metadata=known))
    return rng.sample(made, 2)


_MARKS = ("generation", "simulated", "origin", "alternative", "rendering")


def is_generated(document: object) -> bool:
    """Does a problem say that a generator made it, whichever?"""
    metadata = document.get("metadata") if isinstance(document, dict) else None
    return isinstance(metadata, dict) and any(mark in metadata for mark in _MARKS)


def is_generated_problem(problem: Problem) -> bool:
    """The same of a problem that was read."""
    return is_generated({"metadata": dict(getattr(problem, "metadata", None) or {})})
