"""Acceptance by the kernel, which every certificate of an audit must pass before it is written.

What is checked is the document as somebody else will read it, through its text, by the verifier of the
problem's family and with the work that ``symcause verify`` has by itself. What takes more is checked once
more with :data:`SECONDS`, then with more megabytes, too: a large certificate is worth having, and its
note says what ``verify`` has to be given. What the kernel rejects, or cannot say, is not written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Protocol, TypeVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.documents import Document
from symcause.bounds.audits_bounds import ACCEPTANCE_MEGABYTES
from symcause.errors import SymcauseError
from symcause.formats.json_text import read_json
from symcause.formats.problems import Problem
from symcause.kernel.verification import Verification
from symcause.kernel.work import MEGABYTES as ROOM
from symcause.kernel.work import Work
from symcause.registry import family_of, load

SECONDS = 60.0
"""What the kernel is given for a certificate that is beyond what ``verify`` has; it counts steps."""

D = TypeVar("D", bound=Document)


def named_digest(certificate: Mapping[str, object]) -> object:
    """What a certificate that nobody has read knows its problem by; in some there is no more of it."""
    about = certificate.get("problem")
    return about.get("sha256") if isinstance(about, Mapping) else certificate.get("digest")


class Made(Protocol):
    """A certificate that somebody has built."""

    def to_dict(self) -> dict[str, object]: ...


@dataclass(frozen=True)
class Accepted:
    """A certificate that the kernel has accepted; only :func:`accepted` makes one."""

    document: dict[str, object]
    needs: str | None = None  # options that ``verify`` has to be given

    def to_dict(self) -> dict[str, object]:
        """The document."""
        return self.document

    @property
    def note(self) -> str | None:
        """What whoever verifies it has to know."""
        return None if self.needs is None else f"symcause verify needs {self.needs} for it"

    def entries(self) -> dict[str, object]:
        """What metadata of a problem say of it."""
        noted = {} if self.note is None else {"certificate_note": self.note}
        return {"certificate": self.document, **noted}


def accepted(
    problem: Problem, made: Made | dict[str, object], *, other: Problem | None = None
) -> Accepted | Unknown:
    """The certificate, if the kernel accepts it about the problem as in its file, else why not.

    *other* is a second problem that it is about.
    """
    document = made if isinstance(made, dict) else made.to_dict()
    asked = _Asked(problem, json.dumps(document, ensure_ascii=False), other)
    verification, needs = asked.by(Work()), None
    if verification.accepted is None:
        verification, needs = asked.further(verification)
    if verification.accepted:
        return Accepted(document, needs)
    said = "does not accept it" if verification.accepted is False else "cannot say whether it holds"
    reason = verification.reason.partition("; --")[0]  # options of verify are none of an audit
    return Unknown(f"the kernel {said}: {reason}")


@dataclass(frozen=True)
class _Asked:
    """A certificate as its text, and what it is about."""

    problem: Problem
    text: str
    other: Problem | None

    def by(self, work: Work) -> Verification:
        """The word of the kernel, with so much work."""
        family = family_of(self.problem)
        assert family.verifier is not None, (
            f"{family.title} have certificates and nobody reads them"
        )
        verify, certificate = load(family.verifier), self.text
        try:
            if self.other is None:
                return verify(self.problem, read_json(certificate), work)
            return verify(self.problem, read_json(certificate), work, other=self.other)
        except SymcauseError as error:  # it cannot be read, not even as a document
            return Verification(False, None, str(error))

    def further(self, found: Verification) -> tuple[Verification, str | None]:
        """The word of the kernel with more time, then with more room; and what it takes to verify."""
        for megabytes, lacking in (
            (ROOM, ("--timeout", "--memory")),
            (ACCEPTANCE_MEGABYTES, ("--memory",)),
        ):
            if not any(option in found.reason for option in lacking):
                continue  # a bound that nobody can lift
            work = Work(SECONDS, megabytes)
            whole, found = work.left, self.by(work)
            if found.accepted is not None:
                seconds = 20 * ceil(SECONDS * (1 - work.left / whole) / 10)
                room = f" --memory {megabytes}" if megabytes > ROOM else ""
                return found, f"--timeout {max(20, seconds)}{room}"
        return found, None


def proven(document: D, made: Accepted | Unknown) -> D:
    """The document with its certificate and what there is to know of it, or with the reason for none."""
    if isinstance(made, Unknown):
        return replace(document, certificate=None, certificate_reason=made.reason)
    noted = {} if made.note is None else {"certificate_note": made.note}
    return replace(document, certificate=made.document, **noted)
