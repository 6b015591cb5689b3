"""Grades of answers in scoring, where a certificate says whether the question is open.

A *grader* belongs to one problem whose certificate was accepted. Where the question is settled, gold is
what every member says (the certificate of a settled question has gold as a member), so a claim is
*justified* iff it says the same; where it is open no claim is, and to abstain is. The rule of the reward:

* a claim earns the mean of *right* and *justified*: 1 for what the evidence settles, ½ for luck, 0 if
  wrong;
* an abstention earns *justified*: 1 where the question is open, 0 where it is settled;
* what neither claims nor abstains earns nothing.

>>> Graded(Said(abstains=True), None, is_open=True).reward
1.0
>>> Graded(Said(claims=True), True, is_open=True).reward  # lucky
0.5
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from symcause.scoring.abstention_rule import CANNOT_TELL, Said

ABSTENTION = f'{{"{CANNOT_TELL}": true}}'
"""The justified answer to a question that is open."""


@dataclass(frozen=True)
class Graded:
    """An answer: what it does, whether it is right (None of an abstention), whether it was open.

    *agrees*: does a claim say what every member says, if the question is settled? None: as *right* does.
    """

    said: Said
    right: bool | None
    is_open: bool
    agrees: bool | None = None

    @property
    def justified(self) -> bool:
        """Does the evidence speak for it?"""
        if self.said.abstained:
            return self.is_open
        agrees = self.right if self.agrees is None else self.agrees
        return self.said.claims and not self.is_open and agrees is True

    @property
    def reward(self) -> float:
        """What it earns, by the rule above."""
        if self.said.claims:
            return ((self.right is True) + self.justified) / 2
        return float(self.justified)

    def to_dict(self) -> dict[str, float]:
        """Numbers for harnesses."""
        flags = {
            "right": self.right is True and self.said.claims,
            "justified": self.justified,
            "lucky": self.right is True and self.said.claims and not self.justified,
            "claimed": self.said.claims,
            "abstained": self.said.abstained,
            "overclaim": self.said.claims and self.is_open,
            "premature": self.said.abstained and not self.is_open,
        }
        return {"reward": self.reward, **{name: float(flag) for name, flag in flags.items()}}


class Grader(Protocol):
    """Grades answers to one problem; can be sent to other processes."""

    @property
    def is_open(self) -> bool:
        """Does the evidence leave the question open, by the certificate?"""

    @property
    def oracle(self) -> str:
        """An answer that is justified, and so earns 1."""

    def grade(self, text: str) -> Graded:
        """An answer, whatever it is."""
