"""The result of a verification by the kernel, and the steps of every family's verifier.

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
from typing import Any, Generic, Protocol, TypeVar

from symcause.errors import LimitError
from symcause.kernel.nodes import Beyond, Rejected
from symcause.kernel.work import Work


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


class Read(Protocol):
    """A certificate that was read: it is about the problem with this digest."""

    @property
    def sha256(self) -> str: ...


P = TypeVar("P")
C = TypeVar("C", bound=Read)


@dataclass(frozen=True)
class Verifier(Generic[P, C]):
    """The verifier of a family, which gives five functions; they are called in this order."""

    read: Callable[[object], C]  # strictly; raises Rejected
    claim: Callable[[C], str]
    digest: Callable[[P], str]
    check: Callable[[P, C, Work], str]  # what the evidence establishes; raises Rejected
    scope: Callable[[P, C], Scope | None] = lambda *_: None  # in which class it holds
    former: Callable[[P], str] | None = None  # the digest of older certificates
    place: str = "problem.sha256"  # where certificates have the digest

    def __call__(self, problem: P, certificate: Any, work: Work | None = None) -> Verification:
        """Check a certificate, given as a decoded JSON document (or as what makes one)."""
        made = certificate.to_dict() if hasattr(certificate, "to_dict") else certificate
        claim: str | None = None
        try:
            found = self.read(made)
            claim = self.claim(found)
            known = self.digest, self.former or self.digest
            if all(found.sha256 != digest(problem) for digest in known):
                raise Rejected("the certificate is about another problem", place=self.place)
            reason = self.check(problem, found, work or Work())
            return Verification(True, claim, reason, self.scope(problem, found))
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
