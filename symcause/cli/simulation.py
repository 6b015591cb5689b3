"""``convert --simulate``: evidence for configurations that have none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from symcause.errors import SymcauseError, UsageError
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.files import Item


@dataclass(frozen=True)
class Simulation:
    """What ``--simulate --seed N --records R --targets A,B,A`` asks for."""

    seed: int
    records: int | None
    targets: str | None

    def apply(self, items: Iterator[Item]) -> Iterator[Item]:
        """The items with simulated evidence; one that cannot be simulated carries its error."""
        for item in items:
            try:
                yield item if item.problem is None else replace(item, problem=self._made(item))
            except SymcauseError as error:
                yield replace(item, problem=None, error=error.at(place=item.id))

    def _made(self, item: Item) -> LinearProblem:
        from symcause.families.linear.generator.episodes import PUBLISHED_RECORDS, simulate

        if not isinstance(item.problem, LinearProblem):
            raise UsageError(
                f"problem {item.id!r} is not a linear one",
                remedy="--simulate is for configurations",
            )
        records = PUBLISHED_RECORDS if self.records is None else self.records
        named = None if self.targets is None else self.targets.split(",") if self.targets else []
        return simulate(item.problem, self.seed, records=records, targets=named)
