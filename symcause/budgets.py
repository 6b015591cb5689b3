"""Budgets of work: how many steps, or seconds by the user, a search may take.

A *step* is about a microsecond of one core of a small machine. Whoever works says how many steps a piece of
work takes (a branch, a programme, a pivot, a conflict: each has its price), and asks whether the budget is
used up before the next piece begins. No clock is read for that, so an answer does not depend on the machine
or on who else is at work there.

Only a user's own limit is a time: ``Budget(seconds=5)``. What it cuts short says ``time``.

>>> budget = Budget(100)
>>> half = budget.share(1)
>>> half.spend(60); half.over, budget.left
(True, 40)
>>> half.shortage.reason
'no answer within 50 steps of work'

A search that goes through phases gives each of them a *stretch* of its budget: over when so much has been
spent there, whoever spent it. So solvers know the one budget they work for, and not the phase.

>>> budget = Budget(100)
>>> first = budget.stretch(30)
>>> budget.spend(30); first.over, budget.over
(True, False)
"""

from __future__ import annotations

from time import monotonic
from typing import TypeVar

from symcause.answers import Unknown

OUT_OF_TIME = Unknown("time")
"""What is not known because the user's own time is up."""


N = TypeVar("N", int, float)


def _least(one: N | None, other: N | None) -> N | None:
    """The smaller bound; None is none."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Budget:
    """This many steps, and no more; None is no bound. *seconds* is a limit of the user's own."""

    __slots__ = ("_end", "_spent", "_steps", "_within")

    def __init__(
        self,
        steps: int | None = None,
        *,
        seconds: float | None = None,
        within: Budget | None = None,
    ) -> None:
        """*within*: what is spent here is spent there, too, and no more than is left there."""
        self._steps, self._within, self._spent = steps, within, 0
        self._end = None if seconds is None else monotonic() + seconds

    def spend(self, steps: int = 1) -> None:
        """Say that this many steps were done."""
        at: Budget | None = self
        while at is not None:
            at._spent += steps
            at = at._within

    @property
    def spent(self) -> int:
        """Steps that were done so far."""
        return self._spent

    @property
    def left(self) -> int | None:
        """Steps that may still be done; None is no bound."""
        own = None if self._steps is None else max(0, self._steps - self.spent)
        outer = None if self._within is None else self._within.left
        return _least(own, outer)

    @property
    def seconds_left(self) -> float | None:
        """What is left of the user's own time; None where the user has set none."""
        own = None if self._end is None else max(0.0, self._end - monotonic())
        outer = None if self._within is None else self._within.seconds_left
        return _least(own, outer)

    @property
    def over(self) -> bool:
        """Is nothing left?"""
        return self.left == 0 or self._late

    @property
    def _late(self) -> bool:
        return self.seconds_left == 0.0

    @property
    def shortage(self) -> Unknown:
        """What ran out, as the reason why something is not known."""
        if self._late:
            return OUT_OF_TIME
        at: Budget = self
        while at._within is not None and (at._steps is None or at.spent < at._steps):
            at = at._within
        steps = at._steps or 0
        return Unknown(f"no answer within {steps:,} step{'s' * (steps != 1)} of work")

    def share(self, others: int) -> Budget:
        """A fair part of what is left when this many others wait, too; they come after it."""
        left, seconds = self.left, self.seconds_left
        return _Stretch(
            None if left is None else left // (others + 1),
            seconds=None if seconds is None else seconds / (others + 1),
            within=self,
        )

    def stretch(self, steps: int | None) -> Budget:
        """The next steps, this many: whatever is spent of this budget from now on is spent of them."""
        return _Stretch(steps, within=self)

    def account(self) -> Budget:
        """For work that is charged to this budget but must not be cut short."""
        return _Account(within=self)


class _Account(Budget):
    """Work that is charged to a budget and never cut short by it."""

    __slots__ = ()

    @property
    def left(self) -> None:
        return None

    @property
    def seconds_left(self) -> None:
        return None


class _Stretch(Budget):
    """A part of a budget that begins now, and ends when so much more has been spent of the whole."""

    __slots__ = ("_from", "_whole")

    def __init__(self, steps: int | None, *, within: Budget, seconds: float | None = None) -> None:
        super().__init__(steps, seconds=seconds, within=within)
        self._whole, self._from = within, within.spent

    @property
    def spent(self) -> int:
        return self._whole.spent - self._from

    def spend(self, steps: int = 1) -> None:
        self._whole.spend(steps)
