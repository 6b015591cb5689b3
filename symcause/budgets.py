"""Budgets of work, drawn from meters: how many steps, or seconds by the user, a search may take.

A *step* is about a microsecond of one core of a small machine. Whoever works says how many steps a piece of
work takes (a branch, a programme, a pivot, a conflict: each has its price), and asks whether the meter is
used up before the next piece begins. No clock is read for that, so an answer does not depend on the machine
or on who else is at work there.

Only a user's own limit is a time: ``Meter(seconds=5)``. What it cuts short says ``time``.

>>> meter = Meter(100)
>>> half = meter.share(1)
>>> half.spend(60); half.over, meter.left
(True, 40)
>>> half.shortage.reason
'no answer within 50 steps of work'

A search that goes through phases gives each of them a *stretch* of its meter: over when so much has been
spent there, whoever spent it. So solvers know the one meter they work for, and not the phase.

>>> meter = Meter(100)
>>> first = meter.stretch(30)
>>> meter.spend(30); first.over, meter.over
(True, False)

A version space is opened with a meter and carries it: all questions to the space draw on it. Where a part
of the work has a bound of its own which is to be named, a strict meter within that one raises.

>>> meter = Meter()
>>> StrictMeter(10, "more than 10 root sets to look at", within=meter).spend(11)
Traceback (most recent call last):
...
symcause.errors.LimitError: more than 10 root sets to look at
>>> meter.spent
11

This is the only class that counts work, but for the kernel's own (:mod:`symcause.kernel.work`).
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from symcause.answers import Unknown
from symcause.errors import LimitError

OUT_OF_TIME = Unknown("time")
"""What is not known because the user's own time is up."""


N = TypeVar("N", int, float)


def _least(one: N | None, other: N | None) -> N | None:
    """The smaller bound; None is none."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Meter:
    """This many steps, and no more; None is no bound. *seconds* is a limit of the user's own."""

    __slots__ = ("_bounded", "_end", "_noted", "_spent", "_steps", "_within")

    def __init__(
        self,
        steps: int | None = None,
        *,
        seconds: float | None = None,
        within: Meter | None = None,
    ) -> None:
        """*within*: what is spent here is spent there, too, and no more than is left there."""
        self._steps, self._within, self._spent, self._noted = steps, within, 0, 0
        self._end = None if seconds is None else monotonic() + seconds
        own = steps is not None or seconds is not None
        self._bounded: bool = own or (within is not None and within._bounded)

    def spend(self, steps: int = 1) -> None:
        """Say that this many steps were done."""
        at: Meter | None = self
        while at is not None:
            at._spent += steps
            at = at._within

    def note(self, steps: int) -> None:
        """Say that this many steps were done which no bound counts, for they have one of their own."""
        self._noted += steps

    @property
    def steps(self) -> int:
        """All steps that were done so far: those that were spent, and those that were noted."""
        return self.spent + self._noted

    def demand(self, steps: int) -> None:
        """Spend steps on what is not begun without them: raises LimitError if they are not left."""
        left = self.left if self._bounded else None
        self.spend(steps)
        if left is not None and (steps > left or self._late):
            raise LimitError(self.shortage.reason)

    @property
    def spent(self) -> int:
        """Steps that were done so far, as the bound counts them."""
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
    def bounded(self) -> bool:
        """Can it run out, here or further out?"""
        return self._bounded

    @property
    def over(self) -> bool:
        """Is nothing left?"""
        return self._bounded and (self.left == 0 or self._late)

    @property
    def _late(self) -> bool:
        return self.seconds_left == 0.0

    @property
    def shortage(self) -> Unknown:
        """What ran out, as the reason why something is not known."""
        if self._late:
            return OUT_OF_TIME
        at: Meter = self
        while at._within is not None and (at._steps is None or at.spent < at._steps):
            at = at._within
        steps = at._steps or 0
        return Unknown(f"no answer within {steps:,} step{'s' * (steps != 1)} of work")

    def share(self, others: int) -> Meter:
        """A fair part of what is left when this many others wait, too; they come after it."""
        left, seconds = self.left, self.seconds_left
        return _Stretch(
            None if left is None else left // (others + 1),
            seconds=None if seconds is None else seconds / (others + 1),
            within=self,
        )

    def stretch(self, steps: int | None) -> Meter:
        """The next steps, this many: whatever is spent of this meter from now on is spent of them."""
        return _Stretch(steps, within=self)

    def account(self) -> Meter:
        """For work that is charged to this meter but must not be cut short."""
        return _Account(within=self)


class _Account(Meter):
    """Work that is charged to a meter and never cut short by it."""

    __slots__ = ()

    def __init__(self, *, within: Meter) -> None:
        super().__init__(within=within)
        self._bounded = False

    @property
    def left(self) -> None:
        return None

    @property
    def seconds_left(self) -> None:
        return None


class _Stretch(Meter):
    """A part of a meter that begins now, and ends when so much more has been spent of the whole."""

    __slots__ = ("_from", "_whole")

    def __init__(self, steps: int | None, *, within: Meter, seconds: float | None = None) -> None:
        super().__init__(steps, seconds=seconds, within=within)
        self._whole, self._from = within, within.spent

    @property
    def spent(self) -> int:
        return self._whole.spent - self._from

    def spend(self, steps: int = 1) -> None:
        self._whole.spend(steps)


class StrictMeter(Meter):
    """A bound that refuses: what exceeds it raises LimitError, with a message of its own.

    It is the innermost: a meter within it would only count. A search that catches an exception of its own
    says which one the *refusal* is.
    """

    __slots__ = ("_message", "_refusal", "_remedy")

    def __init__(
        self,
        steps: int | None,
        message: str,
        *,
        remedy: str | None = None,
        within: Meter | None = None,
        refusal: Callable[[str], Exception] = LimitError,
    ) -> None:
        super().__init__(steps, within=within)
        self._message, self._remedy, self._refusal = message, remedy, refusal

    def spend(self, steps: int = 1) -> None:
        """Raises LimitError where more is spent than there is, here or further out."""
        self._spent += steps
        within = self._within
        if within is not None:
            within.spend(steps)
            if within._bounded and within.over:
                raise self._refusal(within.shortage.reason)
        if self._steps is not None and self._spent > self._steps:
            raise self.refused()

    def owe(self, steps: int) -> None:
        """Count steps that are done in any case: where they are too many, what is spent next is refused."""
        super().spend(steps)

    def reserve(self, steps: int) -> None:
        """Spend steps that are there, or refuse them: what is refused costs nothing, so fewer may fit."""
        if self._steps is not None and self._spent + steps > self._steps:
            raise self.refused()
        self.spend(steps)

    def refused(self) -> Exception:
        """What is raised beyond the bound."""
        if self._remedy is None:
            return self._refusal(self._message)
        return LimitError(self._message, remedy=self._remedy)
