"""How much may be spent on finding out what a mechanism depends on."""

from __future__ import annotations

from symcause.errors import LimitError

MAX_STEPS = 1 << 18
"""Most steps of one effort: a few seconds."""


class Effort:
    """Steps that may still be spent; whoever compiles several mechanisms shares one among them."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Raises LimitError when nothing is left."""
        self.left -= steps
        if self.left < 0:
            raise LimitError("the mechanism is too large to find out what it depends on")
