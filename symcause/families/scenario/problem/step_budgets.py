"""Step budgets of scenario questions: how much work each may do about a problem.

``--effort`` puts another number in the place of the first three; the others are at most as large.
"""

from __future__ import annotations

from dataclasses import dataclass

from symcause.budgets import Budget

AUDIT = 6_500_000
"""Narrowing the bounds of the optimum in an audit; at most half as much on whether the stages conflict."""

CHECK = 1_000_000
"""Narrowing the bounds of the optimum that the design of an answer is compared with."""

SOLVE = 60_000_000
"""Narrowing the bounds of the optimum when that is the only question."""

SWEEPS = 1_800_000
"""Values along single variables, around the default and again around the best known design."""

SPLITTING = 15_000_000
"""Splitting the designs of one certificate into boxes that lie low enough, for each number of cells."""


@dataclass(frozen=True)
class Limits:
    """What a user allows: an effort in steps, a time, both or neither (then the *default*).

    The time is that of the whole question: the *clock* begins when it is asked.
    """

    effort: int | None = None
    clock: Budget | None = None
    default: int = AUDIT

    def budget(self, part: int = 1, most: int | None = None, waiting: int = 0) -> Budget:
        """The budget of a search: one *part* in this many of the steps, at *most* this many of them.

        *waiting*: this many other searches need some of the user's own time after it.
        """
        steps = self.default if self.effort is None and self.clock is None else self.effort
        bounds = [n for n in (steps and max(1, steps // part), most) if n is not None]
        left = None if self.clock is None else self.clock.seconds_left
        seconds = None if left is None else left / (waiting + 1)
        return Budget(min(bounds, default=None), seconds=seconds)
