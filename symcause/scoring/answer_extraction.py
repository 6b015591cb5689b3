r"""Extraction of the answer object from the raw text of a model, for scoring.

*Strict JSON* means that the whole text is one JSON object on one line. Where the text as a whole is
no JSON object, every ``{`` that could open one is decoded, and the best object wins: one shaped like
the answer of the task before others, then the one with more keys, then the longer span, then the
earlier start. Nothing found is ever rewritten. Of a key that stands twice the last value counts, as
the published evaluator's decoder has it. Where other objects are shaped like an answer too and say
something else (a draft before a final answer), that is remarked (``disputed``) and changes nothing.

If no object is shaped like an answer, the text is read once more with raw line breaks and unknown
escapes (``\(``) inside strings taken literally, because models write LaTeX into remarks beside a good
answer; such characters inside a mechanism make *it* unreadable, not the answer.

Text is hostile: its length, the number of places tried and the characters decoded are bounded, and
past a bound a text counts as not extractable.

>>> extract('Sure: {"mechanisms": {"X2": "X1"}} Done.', plain_shape).found
{'mechanisms': {'X2': 'X1'}}
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from symcause.bounds.scoring_bounds import ANSWER_LENGTH, DECODED_LENGTH, OBJECT_STARTS

RULE = "the one with more keys is read, then the longer one, then the earlier one"
"""Which of several objects shaped like an answer counts."""

MODEL_KEYS = (
    *("mechanisms", "roots", "predictions", "alternative", "experiment", "witness"),
    *("certification", "witnesses"),
)
"""What objects say that are answers to tasks with mechanisms; all else in them is a remark."""

Shape = Callable[[Mapping[str, object]], bool]

# An opening brace is worth a try if a first key with its colon, or the closing brace, follows.
_START = re.compile(r'\{(?=\s*+(?:\}|"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+:))', re.DOTALL)
_ESCAPE = re.compile(r'\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt]|(.?))', re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x1f]")
_STRICT = json.JSONDecoder()
_LENIENT = json.JSONDecoder(strict=False)


class Extraction(NamedTuple):
    """What a text holds: the object found, or the reason why there is none.

    *disputed* says so where other objects shaped like an answer do not say the same.
    """

    strict: bool
    found: Mapping[str, object] | None
    reason: str | None = None
    disputed: str | None = None


def plain_shape(value: Mapping[str, object]) -> bool:
    """``{"mechanisms": {…}}``."""
    return isinstance(value.get("mechanisms"), dict)


def hidden_roots_shape(value: Mapping[str, object]) -> bool:
    """``{"roots": […], "mechanisms": {…}}``."""
    return plain_shape(value) and isinstance(value.get("roots"), list)


def alternative_shape(value: Mapping[str, object]) -> bool:
    """``{"alternative": {"mechanisms": {…}}, …}``."""
    alternative = value.get("alternative")
    return isinstance(alternative, dict) and plain_shape(alternative)


def extract(text: str, shape: Shape, keys: Sequence[str] = ()) -> Extraction:
    """The answer object in *text*; *shape* tells whether an object looks like the task's answer.

    Objects of this shape dispute with each other where they differ in one of the *keys*.
    """
    if len(text) > ANSWER_LENGTH:
        return _nothing(
            f"the text has {len(text)} characters; at most {ANSWER_LENGTH} are searched"
        )
    stripped = text.strip()
    whole = _whole(stripped)
    if whole is not None:
        return Extraction("\n" not in stripped and "\r" not in stripped, whole)
    try:
        best = search(text, shape)
        if best is None or not best.worth:
            literal = _ESCAPE.sub(_literally, text)
            if literal != text or _CONTROL.search(text):
                again = search(literal, shape, _LENIENT)
                best = again if again is not None and again.worth else best
    except TooMuch as bound:
        return _nothing(str(bound))
    if best is None:
        return _nothing("no JSON object in the text" if stripped else "the text is empty")
    return Extraction(False, best.value, disputed=_dispute(best, keys) if best.rivals else None)


def _dispute(best: Found, keys: Sequence[str]) -> str | None:
    """A sentence that names the object which is read, where others do not say the same."""
    try:
        if all(value.get(key) == best.value.get(key) for value, *_ in best.rivals for key in keys):
            return None
    except RecursionError:  # nested too deeply to be compared: no answer says this twice
        pass
    number = 1 + sum(start < best.start for *_, start in best.rivals)
    return (
        f"{len(best.rivals) + 1} objects in the text are shaped like an answer and disagree: "
        f"number {number} is read ({RULE})"
    )


def _nothing(reason: str) -> Extraction:
    return Extraction(False, None, reason)


def _whole(text: str) -> dict[str, object] | None:
    """The object that is the whole text, if it is one."""
    if not text.startswith("{"):
        return None
    try:
        value = _STRICT.decode(text)
    except (ValueError, RecursionError):  # ValueError also for integers beyond all measure
        return None
    return value if isinstance(value, dict) else None


def _literally(match: re.Match[str]) -> str:
    """An escape as it stands if JSON knows it, else with its backslash taken literally."""
    return match[0] if match[1] is None else "\\\\" + match[1]


Object = tuple[dict[str, object], int, int]
"""An object in a text, its length and its start."""


class Found(NamedTuple):
    """The best object in a text; its *rivals* are worth as much, and lie apart from it and each other."""

    value: dict[str, object]
    worth: int
    length: int
    start: int
    rivals: tuple[Object, ...] = ()


class TooMuch(Exception):
    """The search has hit one of its bounds."""


@lru_cache(maxsize=1)
def _objects(text: str) -> list[Object] | None:
    """Every object in a text, its length and its start; None where one is broken, or past a bound.

    Two readers look through the same text one after the other.
    """
    objects: list[Object] = []
    budget = DECODED_LENGTH
    for match in _START.finditer(text):
        try:
            value, end = _STRICT.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            return None
        budget -= end - match.start()
        if budget < 0 or len(objects) == OBJECT_STARTS:
            return None
        objects.append((value, end - match.start(), match.start()))
    return objects


def _best(listed: Iterable[Object], worth: Callable[[Mapping[str, object]], int]) -> Found | None:
    """The one of the greatest rank, and its rivals; those that lose are not made."""
    best = (-1, 0, 0, 0)
    chosen: Object | None = None
    worthy: list[tuple[int, Object]] = []
    for one in listed:
        value, length, start = one
        rank = int(worth(value)), len(value), length, -start
        if rank[0]:
            worthy.append((rank[0], one))
        if rank > best:
            best, chosen = rank, one
    if chosen is None:
        return None
    alike = [] if len(worthy) < 2 else [one for good, one in worthy if good == best[0]]
    return Found(chosen[0], best[0], *chosen[1:], tuple(_rivals(chosen, alike)))


def _rivals(chosen: Object, alike: list[Object]) -> Iterator[Object]:
    """Those that lie apart from the chosen one and from each other, in the order of the text."""
    _, length, start = chosen
    end = 0
    for other in alike:
        _, reach, begin = other
        if begin >= end and (begin + reach <= start or begin >= start + length):
            yield other
            end = begin + reach


def search(
    text: str,
    worth: Callable[[Mapping[str, object]], int],
    decoder: json.JSONDecoder = _STRICT,
) -> Found | None:
    """The best object in a text: worth most, then most keys, then longest, then first.

    Raises TooMuch past one of the bounds.
    """
    listed = _objects(text.strip()) if decoder is _STRICT else None
    if listed is not None:
        return _best(listed, worth)
    return _best(_decoded(text, decoder), worth)


def _decoded(text: str, decoder: json.JSONDecoder) -> Iterator[Object]:
    """Every object in a text, however much of it is broken. Raises TooMuch past one of the bounds."""
    # The search runs on a copy with one byte a character and no line feeds: the decoder counts the
    # lines before each failure, which costs little there whatever the text holds.
    plain = text.encode("latin-1", "replace").decode("latin-1").replace("\n", "\r")
    budget = DECODED_LENGTH
    for tried, match in enumerate(_START.finditer(plain)):
        if tried == OBJECT_STARTS:
            raise TooMuch(f"more than {OBJECT_STARTS} places where a JSON object could begin")
        start = match.start()
        try:
            value, end = decoder.raw_decode(plain, start)
            budget -= end - start
            if plain[start:end] != text[start:end]:
                value, _ = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            budget -= error.pos - start + (len(plain) >> 8)
        except ValueError:
            budget -= len(plain) - start
        except RecursionError:
            budget -= len(plain) - start
        else:
            yield value, end - start, start
        if budget < 0:
            raise TooMuch(f"more than {DECODED_LENGTH} characters decoded in search of an answer")
