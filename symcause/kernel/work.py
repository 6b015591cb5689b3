"""The work that one verification by the kernel may take, counted before it is done.

A certificate may come from a stranger, and a short document can ask for long work: many sets against many
refutations, fractions whose common denominator has millions of digits, clauses that are visited again and
again. Whoever checks something announces how many *steps* it takes and how much room it needs before it
begins; what exceeds the budget is not begun, and the bound is named (:class:`~.nodes.Beyond`: the kernel
cannot say). A step is a tenth of a microsecond of plain Python, estimated from above.

>>> Work(seconds=1).spend(10**9, "the sums")
Traceback (most recent call last):
...
symcause.kernel.nodes.Beyond: the sums take more than the 6,000,000 steps that the kernel has
"""

from __future__ import annotations

from fractions import Fraction

from symcause.kernel.nodes import Beyond

STEPS = 60_000_000  # steps
"""Steps of one verification, unless it is allowed more."""

SECONDS = 10.0
"""About how long they take on a small machine, reading included; ``--timeout`` gives more or fewer."""

MEGABYTES = 500  # megabytes
"""How much memory it takes at most."""

_STEPS_A_SECOND = int(STEPS / SECONDS)  # not ten million: reading takes its part
_SHARE = 0.3  # of the memory: documents and Python have the rest
_WORDS = 45_000  # products of bits in a step


class Work:
    """What is left of the steps and of the room of one verification."""

    def __init__(self, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        self._megabytes = megabytes
        self._steps = self.left = int(seconds * _STEPS_A_SECOND)
        self._room = int(megabytes * _SHARE * 1_000_000)

    def spend(self, steps: int, what: str, place: str | None = None) -> None:
        """Announce this many steps. Raises Beyond if they are not left; *what* is a plural."""
        self.left -= steps
        if self.left < 0:
            raise Beyond(
                f"{what} take more than the {self._steps:,} steps that the kernel has",
                place=place,
                remedy="--timeout SECONDS gives it more" if self._steps >= STEPS else None,
            )

    def hold(self, size: int, what: str, place: str | None = None) -> None:
        """Announce this many bytes that stay. Raises Beyond if there is no room for them."""
        self._room -= size
        if self._room < 0:
            raise Beyond(
                f"{what} take more room than the kernel has in {self._megabytes} MB",
                place=place,
                remedy="--memory MB gives it more" if self._megabytes >= MEGABYTES else None,
            )


def bits(number: Fraction | int) -> int:
    """How long a number is, numerator and denominator together."""
    return number.numerator.bit_length() + number.denominator.bit_length()


def product_steps(left: int, right: int) -> int:
    """The steps of multiplying or reducing numbers of this many bits."""
    return 1 + left * right // _WORDS
