"""The transcript of an episode: what happened, as lines of JSON.

A header, one line per step or call of an instrument, one for the answer; written as it happens, so an
episode that was interrupted keeps every step. The header holds the problem as the agent knew it at the
start (no gold, no held-out evidence) and the fingerprint of the whole problem. Files may be concatenated.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from math import isfinite

import msgspec
from msgspec import UNSET, UnsetType

from symcause.bounds.episodes_bounds import ACTION_LENGTH, TRANSCRIPT_LINES
from symcause.errors import LimitError, ProblemError
from symcause.formats.answer_files.episode_stream import FORMAT
from symcause.formats.struct_decoder import decode


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of an episode."""

    format: str = FORMAT
    id: str
    family: str
    problem: dict[str, object]
    fingerprint: str
    seed: int = 0
    budget: int
    agent: str = "unnamed"
    rules: dict[str, object] = {}
    tools: tuple[str, ...] | UnsetType = UNSET  # instruments that are switched on


class StepLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One action: what was seen, or why it was refused."""

    step: int
    action: object
    observation: dict[str, object] | UnsetType = UNSET
    refused: str | UnsetType = UNSET


class CallLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question to an instrument, and what it said."""

    tool: str
    given: object = None
    said: dict[str, object]


class AnswerLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer that ends an episode."""

    answer: object


Line = Header | StepLine | CallLine | AnswerLine


@dataclass(frozen=True)
class Transcript:
    """An episode so far; *calls* of instruments come with the number of steps before them."""

    header: Header
    steps: tuple[StepLine, ...] = ()
    answer: AnswerLine | None = None
    calls: tuple[tuple[int, CallLine], ...] = ()

    def lines(self) -> Iterator[Line]:
        """Every line, in order."""
        yield self.header
        places: list[tuple[int, Line]] = [(i, step) for i, step in enumerate(self.steps, 1)]
        yield from (line for _, line in sorted((*places, *self.calls), key=lambda one: one[0]))
        if self.answer is not None:
            yield self.answer

    def cut(self, steps: int) -> Transcript:
        """The transcript as it was after this many lines of steps, unanswered."""
        calls = tuple(call for call in self.calls if call[0] < steps)
        return replace(self, steps=self.steps[:steps], answer=None, calls=calls)

    def __str__(self) -> str:
        return "".join(spelled(line) + "\n" for line in self.lines())


def spelled(line: Line) -> str:
    """A line as JSON; what UTF-8 cannot say (half a surrogate pair) is escaped."""
    plain = msgspec.to_builtins(line)
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False)
    return text if text.isprintable() else json.dumps(plain, allow_nan=False)


def read_lines(values: Iterator[Mapping[str, object]]) -> Transcript:
    """The transcript of these decoded lines. Raises ProblemError with the number of the line."""
    header: Header | None = None
    answer: AnswerLine | None = None
    steps: list[StepLine] = []
    calls: list[tuple[int, CallLine]] = []
    for number, value in enumerate(values, 1):
        if number > TRANSCRIPT_LINES:
            raise LimitError(f"an episode has at most {TRANSCRIPT_LINES} lines")
        try:
            if header is None:
                header = decode(value, Header)
            elif answer is not None:
                raise ProblemError("the answer ends an episode, and something follows it")
            elif "answer" in value:
                answer = decode(_plain(value), AnswerLine)
            elif "tool" in value:
                calls.append((len(steps), decode(_plain(value), CallLine)))
            else:
                steps.append(_step(value, len(steps) + 1))
        except ProblemError as error:
            raise error.at(place=f"line {number} of the episode") from None
    if header is None:
        raise ProblemError("an episode begins with its header", remedy=f'add "format": "{FORMAT}"')
    return Transcript(header, tuple(steps), answer, tuple(calls))


def _step(value: Mapping[str, object], number: int) -> StepLine:
    step = decode(_plain(value), StepLine)
    if (step.observation is UNSET) == (step.refused is UNSET):
        raise ProblemError("a step was either seen or refused", remedy="give one of the two keys")
    if step.step != number:
        raise ProblemError("steps are numbered from 1", place="step", value=step.step)
    return step


def _plain(value: Mapping[str, object]) -> object:
    """A line as it was before it was written: files give decimals, agents and rules know floats."""
    return {key: transcript_value(part, limit=None) for key, part in value.items()}


def fingerprint(document: object) -> str:
    """What a whole problem is known by: the SHA-256 of its canonical JSON."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def transcript_value(value: object, limit: int | None = ACTION_LENGTH) -> object:
    """A value as a transcript keeps it: JSON, and not too much of it.

    >>> transcript_value({"value": Decimal("75.8")})
    {'value': 75.8}
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_number)
    except (TypeError, ValueError, RecursionError):
        return f"a {type(value).__name__} that is no JSON"
    text = text.encode("utf-8", "replace").decode()  # half a surrogate pair could not be read back
    return text[:limit] if limit is not None and len(text) > limit else json.loads(text)


def _number(value: object) -> float | str:
    """A decimal, which is what files and programs give: the float that is written alike, else its text."""
    if not isinstance(value, Decimal):
        raise TypeError
    near = float(value)
    return near if isfinite(near) and Decimal(repr(near)) == value else str(value)
