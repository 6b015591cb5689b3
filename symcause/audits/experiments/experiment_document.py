"""The experiment document of the next question: what is worth doing, and what it leaves."""

from __future__ import annotations

from symcause.audits.documents import EXIT_UNKNOWN, Document, Part


class NextExperiment(Part, frozen=True, kw_only=True):
    """One experiment worth doing, and how many members it leaves."""

    experiment: dict[str, object]
    worst: int | None = None  # Upper bound on the models that the worst outcome leaves.
    expected: str | float | None = None  # The average over the models; exact.
    settles: bool | None = None  # Every outcome leaves one model.

    @property
    def most_left(self) -> int | None:
        """How many members it leaves at most, where that is known."""
        return self.worst


class BoundedExperiment(NextExperiment, frozen=True, kw_only=True):
    """In the worst case it leaves at most *worst* members, and *at_least* by some outcome.

    ``exact``: the two are the same number. ``best_case`` is the fewest that an outcome is known to leave.
    """

    at_least: int | None = None  # Lower bound on the models that the worst outcome leaves.
    best_case: int | None = None  # The fewest models that an outcome is known to leave.
    exact: bool = False  # Do the two bounds agree?

    @property
    def most_left(self) -> int | None:
        return self.worst if self.exact else None


class NextDocument(Document, frozen=True, kw_only=True):
    """``next``: the experiments worth doing next, best first."""

    experiments: tuple[NextExperiment, ...] = ()  # Best first.
    settled: bool | None = None  # One model is left already.
    status: str = "unknown"
    reason: str | None = None
    shrinks: bool | None = None
    """Can some admissible experiment leave fewer? False only with proof."""

    @property
    def best(self) -> NextExperiment | None:
        """The experiment that is advised."""
        return self.experiments[0] if self.experiments else None

    @property
    def code(self) -> int:
        return EXIT_UNKNOWN if self.shrinks is None else int(not self.shrinks)


class RankedDocument(NextDocument, frozen=True, kw_only=True):
    """``next`` where experiments are ranked by the members that they leave; ``count`` there are now."""

    count: int | None = None  # Of consistent models now.
    experiments: tuple[BoundedExperiment, ...] = ()

    @property
    def best(self) -> BoundedExperiment | None:
        """The one of the least proven worst case, the first of several such; it is advised."""
        known = [one for one in self.experiments if one.worst is not None]
        return min(known, key=_proven, default=next(iter(self.experiments), None))


def _proven(one: BoundedExperiment) -> int:
    assert one.worst is not None
    return one.worst
