"""The abstention rule of scoring: what counts as saying that one cannot tell.

A question is *open* if its version space has a member and no claim about it would be justified, *settled*
if some claim would; None where nobody knows, or where gold is no member. An answer claims, abstains, or
says nothing. A claim beside an abstention wins: the answer is only *hedged*. Of an abstention one says that
it is justified (open) or premature (settled); ``alternatives`` beside it, two answers that both explain the
evidence and differ in what is asked, prove that the question is open.

>>> abstains("X3 is xor or or.\\n\\nSo I **cannot tell**."), abstains("I can't help with that.")
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symcause.bounds.scoring_bounds import FINAL_LINE_LENGTH, TAIL_LENGTH
from symcause.scoring.answer_extraction import extract

JUSTIFIED, REFUTED, UNSUPPORTED = "justified", "refuted", "unsupported"
"""Kinds of claims: every member agrees, none does, some do and some do not."""

PREMATURE = "premature"
"""An abstention though the question is settled."""

CANNOT_TELL, ALTERNATIVES = "cannot_tell", "alternatives"

SENTENCE = (
    "If what is shown leaves more than one answer possible, reply "
    f'{{"{CANNOT_TELL}": true}} instead.'
)
"""What a prompt says that admits abstentions."""

_DROPPED = '*_"#>`'
_PHRASE = re.compile(
    r"(?<!\w)(?:(?:cannot|can not|can't) (?:tell|determine|be determined)|undetermined|underdetermined|"
    r"(?:not enough|insufficient) (?:evidence|information)|evidence (?:does not|doesn't) settle|"
    r"i (?:do not|don't) know|impossible to tell|no way to tell|not identifiable)(?!\w)"
)
_WORDS = ("tell", "determine", "evidence", "information", "know", "identifiable")
"""Some word of every phrase."""
_REFUSAL = re.compile(
    r"(?<!\w)(?:(?:can't|cannot) (?:help|assist|comply)|unable to (?:help|assist)|i won't|i will not|"
    r"must decline)(?!\w)"
)


def abstains(text: str) -> bool:
    """Does the final statement of a text, its last line, say that nobody can tell?"""
    said = _bare(_last_line(text)[-FINAL_LINE_LENGTH:])
    for word in _WORDS:  # in most answers there is none: a search for phrases takes longer
        if word in said:
            break
    else:
        return False
    said = _spaced(said)
    return bool(_PHRASE.search(said)) and not said.endswith("?") and not _REFUSAL.search(said)


def is_phrase(value: object) -> bool:
    """Is a value nothing but such a phrase, where an answer was expected?"""
    return isinstance(value, str) and bool(_PHRASE.fullmatch(_spaced(_bare(value)).rstrip(".!")))


def _last_line(text: str) -> str:
    """Most texts need not be split: their last lines, but for the first of these, are whole."""
    if len(text) > TAIL_LENGTH:
        for line in reversed(text[-TAIL_LENGTH:].splitlines()[1:]):
            if _says(line):
                return line.strip()
    return next((line.strip() for line in reversed(text.splitlines()) if _says(line)), "")


def _says(line: str) -> bool:
    """Is a line neither empty nor the fence of a block?"""
    line = line.strip()
    return bool(line) and not line.startswith(("```", "~~~"))


def _bare(text: str) -> str:
    """Small letters without marks of emphasis; a table of characters takes longer."""
    for mark in _DROPPED:
        text = text.replace(mark, "")
    return text.replace("’", "'").lower()


def _spaced(text: str) -> str:
    return " ".join(text.split())


def stated(text: str) -> Mapping[str, object] | None:
    """The object with ``"cannot_tell": true`` in a text."""
    if CANNOT_TELL not in text:
        return None
    found = extract(text, _shape).found
    return found if found is not None and _shape(found) else None


def quoted(text: str, found: object) -> bool:
    """Is what was found in a text one of the alternatives that an abstention names, inside of it?"""
    doubt = stated(text)
    listed = None if doubt is None else doubt.get(ALTERNATIVES)
    return isinstance(listed, list) and found in listed


def _shape(value: Mapping[str, object]) -> bool:
    return value.get(CANNOT_TELL) is True


@dataclass(frozen=True)
class Said:
    """What an answer does: claim, abstain, both (then it claims) or neither."""

    claims: bool = False
    abstains: bool = False
    alternatives: object = None  # beside an abstention; None: none are given

    @staticmethod
    def of(text: str, *, claims: bool, abstains_otherwise: bool = False) -> Said:
        """What a text does; the family knows whether it claims, or abstains in a form of its own."""
        found = stated(text)
        doubt = found is not None or abstains_otherwise or abstains(text)
        return Said(claims, doubt, None if found is None else found.get(ALTERNATIVES))

    @property
    def abstained(self) -> bool:
        return self.abstains and not self.claims

    @property
    def hedged(self) -> bool:
        return self.abstains and self.claims

    def support(self, is_open: bool | None, claim: str | None) -> str | None:
        """What speaks for the answer; *claim* is what members say of a claim."""
        if self.abstained:
            return {True: JUSTIFIED, False: PREMATURE, None: None}[is_open]
        return claim if self.claims else None


SILENT = Said()
"""What an answer does that says nothing of the kind, or to a question that is never open."""


def pair(alternatives: object) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """Two objects, if exactly two are given."""
    if not isinstance(alternatives, list | tuple) or len(alternatives) != 2:
        return None
    first, second = alternatives
    if not isinstance(first, Mapping) or not isinstance(second, Mapping):
        return None
    return first, second


def openness(settled: bool | None, *, told: bool = True) -> bool | None:
    """Is a question open, by whether it is settled? Settled only if its class was *told*.

    What is open in a class is open in every wider one; what is settled in a class that nobody was told
    need not be.
    """
    return None if settled is None or (settled and not told) else not settled


def with_proof(is_open: bool | None, proved: bool | None) -> bool | None:
    """Two different explanations show that a question is open, whatever else is known."""
    return True if proved else is_open


def plain_support(is_open: bool | None, agrees: bool | None) -> str | None:
    """What members say of a claim: *agrees* tells whether some member does."""
    if agrees is None or is_open is None:
        return None
    return REFUTED if not agrees else UNSUPPORTED if is_open else JUSTIFIED
