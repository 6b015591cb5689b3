"""Pool generator: base class of the Boolean generators that work on a pool of problems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from symcause.audits.instance_generator import Generator
from symcause.audits.question import option
from symcause.errors import SymcauseError, UsageError

if TYPE_CHECKING:
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.formats.pools.problem_files import Item


@dataclass(frozen=True)
class PooledGenerator(Generator):
    """Item *i* is about problem *i* of *source*."""

    source: str | None = option(
        None, "The problems to start from.", "file", metavar="POOL", hidden=True
    )

    def prepare(self) -> None:
        _ = self._items

    def count(self, asked: int) -> int:
        return len(self._items)

    @cached_property
    def _items(self) -> tuple[Item, ...]:
        from symcause.formats.pools.problem_files import read_problems

        if self.source is None:
            raise UsageError("give the pool that the items are made of")
        return tuple(read_problems(self.source))

    def problem(self, index: int) -> BooleanProblem:
        """Problem *index*. Raises UsageError if it is of another kind or has no gold that explains it."""
        from symcause.families.boolean.audits.disambiguation.world_search import member_gold
        from symcause.families.boolean.problem.problem import BooleanProblem
        from symcause.families.boolean.problem.version_two import refuse_holes

        item = self._items[index]
        if item.error is not None:
            raise item.error
        if not isinstance(item.problem, BooleanProblem) or item.problem.gold is None:
            raise UsageError(
                f"{self.title} need a Boolean problem with gold", file=self.source, value=item.id
            )
        try:
            refuse_holes(item.problem, f"generate {self.name}")
            member_gold(item.problem, item.problem.default_class())
        except SymcauseError as error:
            place = ", ".join(filter(None, (item.id, error.complaint.place)))
            raise error.placed(place).at(file=self.source) from None
        return item.problem
