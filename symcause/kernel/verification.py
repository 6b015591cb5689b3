"""What a verifier says about a certificate, the same for every family.

*Accepted*: the evidence proves the claim. *Rejected*: it does not. Neither (``None``): a bound of the
kernel was met, and nothing is said about the certificate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symcause.errors import LimitError
from symcause.kernel.reading import Beyond, Rejected


@dataclass(frozen=True)
class Verification:
    """The kernel's word: accepted or not, what is claimed, and why."""

    accepted: bool | None
    claim: str | None
    reason: str


Check = Callable[[], str]
"""What the evidence of a certificate establishes, in words. Raises Rejected."""


def judged(certificate: object, read: Callable[[object], tuple[str, Check]]) -> Verification:
    """The word about a decoded JSON document that *read* turns into a claim and its check."""
    claim: str | None = None
    try:
        claim, check = read(certificate)
        return Verification(True, claim, check())
    except (Beyond, LimitError) as error:
        return Verification(None, claim, str(error))
    except Rejected as error:
        return Verification(False, claim, str(error))
