"""Step budgets of scenario questions: how much work each may do about a problem.

The defaults are bounds of the family (``bounds``). ``--effort`` puts another number in the place of those
of ``audit``, ``check`` and ``solve``; the others are at most as large.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.budgets import Meter
from symcause.families.scenario.bounds import AUDIT_STEPS


@dataclass(frozen=True)
class Limits:
    """What a user allows: an effort in steps, a time, both or neither (then the *default*).

    The time is that of the whole question: the *clock* begins when it is asked.
    """

    effort: int | None = None
    clock: Meter | None = None
    default: int = AUDIT_STEPS

    def budget(self, part: int = 1, most: int | None = None, waiting: int = 0) -> Meter:
        """The budget of a search: one *part* in this many of the steps, at *most* this many of them.

        *waiting*: this many other searches need some of the user's own time after it.
        """
        steps = self.default if self.effort is None and self.clock is None else self.effort
        bounds = [n for n in (steps and max(1, steps // part), most) if n is not None]
        left = None if self.clock is None else self.clock.seconds_left
        seconds = None if left is None else left / (waiting + 1)
        return Meter(min(bounds, default=None), seconds=seconds)
