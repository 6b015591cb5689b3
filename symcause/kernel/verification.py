"""What a verifier says about a certificate, the same for every family.

*Accepted*: the evidence proves the claim. *Rejected*: it does not. Neither (``None``): a bound of the
kernel was met, and nothing is said about the certificate.

A claim is made in a class and a setting of the certificate's own choice. What is accepted there is *as
stated* if it follows for the problem as it states itself: not from a narrower class (a model that would
refute it may lie outside), nor from a wider one unless the claim carries over (the one model of a wider
class may not be of the problem's own).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symcause.errors import LimitError
from symcause.kernel.reading import Beyond, Rejected


@dataclass(frozen=True)
class Scope:
    """In which class a claim holds: for programs, in words, and why that is not the problem's own."""

    named: Mapping[str, object]
    words: str
    setting: str | None = None
    gaps: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verification:
    """The kernel's word: accepted or not, what is claimed, why, and in which class."""

    accepted: bool | None
    claim: str | None
    reason: str
    scope: Scope | None = None  # of what is accepted; families without classes have none

    @property
    def as_stated(self) -> bool:
        """Does the claim hold for the problem as it states itself?"""
        return self.accepted is True and (self.scope is None or not self.scope.gaps)


Check = Callable[[], str]
"""What the evidence of a certificate establishes, in words. Raises Rejected."""

Scoped = Callable[[], Scope]
"""The class of a claim, asked for once the evidence holds."""


def judged(
    certificate: object, read: Callable[[object], tuple[str, Check, Scoped]]
) -> Verification:
    """The word about a decoded JSON document that *read* turns into a claim, its check and its class."""
    claim: str | None = None
    try:
        claim, check, scope = read(certificate)
        return Verification(True, claim, check(), scope())
    except (Beyond, LimitError) as error:
        return Verification(None, claim, str(error))
    except Rejected as error:
        return Verification(False, claim, str(error))


def bound_gap(
    words: Callable[[int | None], str], held: int | None, stated: int | None
) -> list[str]:
    """The gap between an upper bound of the certificate and the problem's own, if it is narrower."""
    if held is None or (stated is not None and held >= stated):
        return []
    return [f"{words(held)}; the problem states {words(stated)}"]


def number_of_parents(bound: int | None) -> str:
    """A bound on parents in words."""
    noun = "parent" if bound == 1 else "parents"
    return f"any number of {noun}" if bound is None else f"at most {bound} {noun}"
