"""Yes-no answers in scoring: the yes or no that a text states.

Where the text has a JSON object with ``answer``, that is the answer, whatever else is said. Otherwise it
is the word with which the last line begins, if a comma or a stop follows; else the one of the two words
that this line states; else the first word of the text. A word that is denied (*not yes*, *it would be wrong
to say no*) is not stated, and *no* before a noun (*no effect*) is no answer. What is thought inside
``<think>`` is not said.

>>> read_yes_no("Because of that the answer is no."), read_yes_no("Yes, for there is no other way.")
(False, True)
>>> read_yes_no("I can't say yes."), read_yes_no("The answer is not yes."), read_yes_no("There is no path.")
(None, None, None)
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from symcause.bounds.scoring_bounds import ANSWER_LENGTH, TAIL_LENGTH
from symcause.scoring.answer_extraction import extract

YES, NO = "yes", "no"
NEITHER = "neither yes nor no"
"""The reason why a text is no answer."""

_WORDS = {YES: True, NO: False, "true": True, "false": False}
_FIGURES = {"1": True, "0": False}
_THOUGHT = re.compile(r"\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_WORD = re.compile(r"(?<![\w'])(yes|no)(?![\w'])")
_BEGINS = re.compile(r"(yes|no|true|false|[01](?!\s*[.)]\s*\w|[.,]\d))(?![\w'])(?! idea| way to)")
_PARTED = re.compile(r"[\"'`*_)]{0,9}\s{0,9}(?:$|[,;:.!(–—]|-+\s)")
_NOUN = re.compile(
    r"\s+(?!(?:and|as|because|but|by|for|given|here|if|in|or|since|so|under|when)\b)\w"
)
_CLAUSE = re.compile(r"[,;:.!?()–—]|\s-+\s|\b(?:and|because|but|hence|so|therefore|thus)\b")
_DENIED = re.compile(
    r"\b(?:not|cannot|never|neither|nor|hardly|wrong|incorrect|mistaken|false|unable|refuse|decline|deny|"
    r"doubt|rather than|instead of)\b|n't\b"
)
_SAID_OF = re.compile(
    r"\W*\b(?:is|was|can|could|would|cannot|isn't|wasn't|can't|couldn't|wouldn't)\b"
)


def read_yes_no(text: str, *, others: bool = False) -> bool | None:
    """Yes or no, if the text states one; with *others* true and false may stand for them, and 1 and 0."""
    if len(text) > ANSWER_LENGTH:
        return None
    thought = _THOUGHT.match(text)
    said = text if thought is None else text[thought.end() :]
    found = stated_object(said)
    if found is not None:
        return _value(found.get("answer"), others)
    word = _stated_word(said, others)
    return None if word is None else (_WORDS | _FIGURES)[word]


def stated_object(text: str) -> Mapping[str, object] | None:
    """The object of a text that has ``answer`` in it."""
    if "{" not in text:
        return None
    found = extract(text, lambda value: "answer" in value).found
    return found if found is not None and "answer" in found else None


def _value(value: object, others: bool) -> bool | None:
    words = _WORDS | _FIGURES if others else _WORDS
    return words.get(str(value).strip().lower().rstrip(".!"))


def _stated_word(text: str, others: bool) -> str | None:
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    first, last = (_plain(lines[place]) for place in (0, -1))
    if (begun := _leading(last, others)) is not None:
        return begun
    words = _within(last[-TAIL_LENGTH:])
    return _first(first, others) if not words else words.pop() if len(words) == 1 else None


def _plain(line: str) -> str:
    """A line in small letters, without the signs that it begins with."""
    line = line.replace("’", "'").lower()
    begins = re.search(r"\w", line)
    start = len(line) if begins is None else begins.start()
    return line[start - (line[start : start + 1].isdigit() and line[:start].endswith("-")) :]


def _leading(line: str, others: bool) -> str | None:
    """The word that a line begins with, if what follows is no part of its sentence."""
    begins = _begins(line, others)
    return begins[1] if begins is not None and _PARTED.match(line, begins.end()) else None


def _begins(line: str, others: bool) -> re.Match[str] | None:
    begins = _BEGINS.match(line)
    return begins if begins is not None and (others or begins[1] in (YES, NO)) else None


def _within(line: str) -> set[str]:
    """The words that a line states."""
    return {word[1] for word in _WORD.finditer(line) if _is_stated(line, word)}


def _is_stated(line: str, word: re.Match[str]) -> bool:
    return not (word[1] == NO and _NOUN.match(line, word.end())) and not _is_denied(line, word)


def _is_denied(line: str, word: re.Match[str]) -> bool:
    """Is a word denied in its clause: before it, or as what the clause speaks of?"""
    end = _CLAUSE.search(line, word.end())
    after = line[word.end() : len(line) if end is None else end.start()]
    begins = max((end.end() for end in _CLAUSE.finditer(line, 0, word.start())), default=0)
    if _DENIED.search(line, begins, word.start()):
        return True
    return bool(_SAID_OF.match(after) and _DENIED.search(after))


def _first(line: str, others: bool) -> str | None:
    """The first word of a text, unless the clause that it begins denies it."""
    begins = _begins(line, others)
    return None if begins is None or _is_denied(line[:TAIL_LENGTH], begins) else begins[1]
