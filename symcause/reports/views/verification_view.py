"""The verification view: what the page says of a certificate that was checked."""

from __future__ import annotations

import re

from symcause.audits.documents import VerifyDocument

_PLACED = re.compile(r"(?P<place>\w+(?:[.\[]\S+)): (?P<told>.+)", re.DOTALL)
"""A reason that begins with the place in the file that it is about."""

_WORDS = {True: "Accepted", False: "Rejected", None: "Not decided"}
_TONES = {True: "good", False: "bad", None: "unknown"}


def verification_view(document: VerifyDocument) -> dict[str, object]:
    """The kernel's word, what was claimed, and in which class it holds."""
    claim = None if document.claim is None else document.claim.replace("_", " ")
    scope = None if document.scope is None else ", ".join(_scope(document.scope))
    facts = (("claim", claim), ("setting", document.setting), ("class", scope))
    word = _WORDS[document.accepted]
    return {
        "kind": "story",
        "id": document.problem,
        "verdict": word.lower(),
        "headline": word if claim is None else f"{word}: {claim}",
        "tone": _TONES[document.accepted],
        "sentence": _sentence(document.reason or ""),
        "facts": [list(fact) for fact in facts if fact[1]],
        "notes": ["It holds for the problem as it is stated."] if document.as_stated else [],
        "sections": [],
    }


def _sentence(reason: str) -> str:
    """A reason as a sentence.

    >>> _sentence("two models fit"), _sentence("problem.sha256: another problem")
    ('Two models fit.', 'Another problem (problem.sha256).')
    """
    placed = _PLACED.match(reason)
    if placed is not None:
        reason = f"{placed['told'].rstrip('.')} ({placed['place']})"
    return f"{reason[:1].upper()}{reason[1:].rstrip('.')}." if reason else ""


def _scope(scope: dict[str, object]) -> list[str]:
    """A class in words, bounds that are none left out."""
    return [f"{key.replace('_', ' ')} {value}" for key, value in scope.items() if value is not None]
