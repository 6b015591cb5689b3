"""Distinct problems, drawn for publication: without those that are the same up to names and order.

Canonical forms of an item are computed where it is drawn, in any process; what is new is decided in the
order of the items. Siblings stay together: a pair is new if its problems are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from symcause.audits.instance_generator import Generator, ProblemDocument, made_items
from symcause.audits.publication.canonical_problem import canonical_problem
from symcause.bounds.audits_bounds import DISTINCT_DRAWS
from symcause.errors import LimitError, UsageError
from symcause.formats.problems import read_document
from symcause.registry import families

KEY = "distinct"
"""The key of metadata that says how many problems of a run were repeats before this one."""


class Drawn(NamedTuple):
    """Documents that are kept together, and their forms; None: names were too many to order."""

    documents: tuple[ProblemDocument, ...]
    forms: tuple[str, ...] | None


def drawn_items(generator: Generator, index: int) -> list[Drawn]:
    """The problems of item *index* with their canonical forms."""
    return [_drawn(generator, group) for group in _groups(made_items(generator, index))]


def _groups(documents: Sequence[ProblemDocument]) -> Iterator[tuple[ProblemDocument, ...]]:
    """Pairs of siblings, and every other document by itself, as they come."""
    groups: dict[object, list[ProblemDocument]] = {}
    for place, document in enumerate(documents):
        metadata = document.get("metadata")
        sibling = metadata.get("sibling") if isinstance(metadata, Mapping) else None
        pair = sibling.get("pair") if isinstance(sibling, Mapping) else None
        groups.setdefault(place if pair is None else str(pair), []).append(document)
    yield from map(tuple, groups.values())


def _drawn(generator: Generator, documents: tuple[ProblemDocument, ...]) -> Drawn:
    problems = [one for document in documents for one in generator.problems(document)]
    try:
        forms = tuple(canonical_problem(read_document(one)).digest for one in problems)
    except LimitError:
        return Drawn(documents, None)
    return Drawn(documents, forms)


def refuse_distinct(made: Generator, option: str) -> None:
    """Raises UsageError where problems cannot be compared, or are meant to be the same."""
    if (reason := made.undistinct()) is not None:
        raise UsageError(f"{option} has no meaning here: {reason}")
    home = next((one for one in families() if made.name in one.generators), None)
    if home is not None and home.structure is None:
        raise UsageError(f"{option}: {home.title} have no canonical form")


class DistinctProblems:
    """The problems that have come, by their forms, and how many repeated one of them."""

    def __init__(self) -> None:
        self.repeated = 0
        self.incomparable = 0
        self.idle = 0  # items in a row that brought nothing new
        self._seen: set[str] = set()

    @property
    def exhausted(self) -> bool:
        """Does nothing new come any more?"""
        return self.idle >= DISTINCT_DRAWS

    @property
    def ended(self) -> str:
        """Why there are no more problems."""
        if self.exhausted:
            return f"the last {DISTINCT_DRAWS} items that were drawn brought nothing new"
        return "there are no further items"

    def fresh(self, item: Sequence[Drawn]) -> list[ProblemDocument]:
        """What of an item is new; its metadata say how many problems were repeats before it."""
        self.idle += 1
        kept: list[ProblemDocument] = []
        for drawn in item:
            if drawn.forms is None:
                self.incomparable += len(drawn.documents)
            elif not self._seen.isdisjoint(drawn.forms) or len({*drawn.forms}) < len(drawn.forms):
                self.repeated += len(drawn.documents)
            else:
                self._seen.update(drawn.forms)
                kept += [_noted(document, self.repeated) for document in drawn.documents]
                self.idle = 0
        return kept


def _noted(document: ProblemDocument, repeated: int) -> ProblemDocument:
    metadata = document.get("metadata")
    known = metadata if isinstance(metadata, Mapping) else {}
    return {**document, "metadata": {**known, KEY: {"repeated": repeated}}}
