"""The prediction document: a row with the answer of a system, which key holds it, and which the problem."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from symcause.bounds.formats_bounds import SHOWN_KEYS
from symcause.errors import ProblemError
from symcause.formats.answer_files.token_usage import Metered

IDS = ("instanceId", "problemId", "id")
"""Keys under which a row names its problem, the first one first; then ``problem``, if it is a text."""

PROBLEM = "problem"

ANSWERS = ("extractedAnswer", "rawResponse", "response", "text")
"""Keys under which a row may hold its answer."""

_USUAL = (
    "answer",
    "output",
    "completion",
    "prediction",
    "content",
    "reply",
    "result",
    "generation",
)
_OTHER = {*IDS, PROBLEM, "model", "latencyMs", "usage", "attempt", "rendering"}

Keys = tuple[str, ...]
"""Keys that a user names, of which the first that a row has holds its answer; none: the usual ones."""

RULES = {
    "PredictionDocument": {
        "allOf": [
            {"anyOf": [{"required": [key]} for key in (*IDS, PROBLEM)]},
            {
                "anyOf": [
                    *({"required": [key]} for key in ANSWERS),
                    {"propertyNames": {"enum": sorted(_OTHER)}},
                ]
            },
        ]
    }
}
"""A row names its problem, and has an answer or nothing that could be one."""

UNNAMED = "submitted-model"
"""What the release calls a system that a row does not name."""

_SYSTEMS = ("model", "system", "modelname", "modelid", "systemname", "systemid", "llm", "agent")
"""Keys that may name it instead of ``model``, in small letters and without signs."""


def problem_of(row: Mapping[str, object]) -> object:
    """What a row gives as its problem: the first of its names that is not empty."""
    result = next((value for key in IDS if (value := row.get(key))), None)
    other = row.get(PROBLEM)
    return result or (other if isinstance(other, str) else None)


def system_key(row: Mapping[str, object]) -> str | None:
    """The key under which a row that has no ``model`` may name its system.

    >>> system_key({"id": "a", "system": "mine"}), system_key({"id": "a", "model": "mine"})
    ('system', None)
    """
    if row.get("model") not in (None, "", UNNAMED):
        return None
    plain = {re.sub(r"[\W_]", "", str(key)).lower(): key for key in row if key != "model"}
    keys = (plain[name] for name in _SYSTEMS if name in plain)
    return next((key for key in keys if isinstance(row[key], str) and row[key]), None)


def named_keys(given: str | Sequence[str] | None) -> Keys:
    """The keys that a user of Python names: one, several or none."""
    return (given,) if isinstance(given, str) else tuple(given or ())


def answer_missing(row: Mapping[str, object], keys: Keys) -> tuple[str, str]:
    """What is wrong with a row that lacks its answer, and the remedy."""
    there = [repr(str(name)) for name in row]
    listed = ", ".join((*there[:SHOWN_KEYS], *(("…",) if len(there) > SHOWN_KEYS else ())))
    wanted = " or ".join(map(repr, keys or ("response",)))
    text = f"the key {wanted} of the answer is missing; the row has {listed or 'no keys'}"
    guess = _likely(row)
    if guess is None:
        return text, f"add {(*keys, 'response')[0]!r}"
    every = (*keys, guess)
    python = repr(guess) if not keys else repr([*every])
    options = " ".join(f"--answer-key {key}" for key in every)
    return text, f"name the key of the answer: {options} (in Python answer_key={python})"


def _likely(row: Mapping[str, object]) -> str | None:
    """The key under which the answer might stand."""
    texts = [str(k) for k, v in row.items() if isinstance(v, str | Mapping) and k not in _OTHER]
    return next((k for k in (*ANSWERS, *_USUAL) if k in texts), next(iter(texts), None))


def has_answer(row: Iterable[str], keys: Keys) -> bool:
    """Is there a key of the answer, one of *keys* if they are given, among those of a row?"""
    there = set(row)
    return not there.isdisjoint(keys or ANSWERS)


def is_silent(row: Iterable[str]) -> bool:
    """Has a row nothing that could be an answer? The release counts it as an empty one."""
    return _OTHER.issuperset(row)


def answer_key_of(row: Mapping[str, object], keys: Keys = ()) -> str:
    """The key of the answer in a row that has one of those that may hold it."""
    if keys:
        return next(key for key in keys if key in row)
    extracted, *texts = ANSWERS
    if isinstance(row.get(extracted), Mapping):
        return extracted
    return next((key for key in texts if key in row), extracted)


def under_key(row: Mapping[str, object], keys: Keys) -> dict[str, object]:
    """The row with the answer, under the first of *keys*, where predictions have it."""
    key = next(name for name in keys if name in row)
    kept = {name: value for name, value in row.items() if name not in (*ANSWERS, key)}
    value = row[key]
    return {**kept, ("extractedAnswer" if isinstance(value, dict) else "rawResponse"): value}


class Extracted(Metered):
    """The JSON of an answer that somebody else found in a text: nobody knows how strict the text was."""


class PredictionDocument(msgspec.Struct, frozen=True):
    """One answer of one system to one problem; further keys are ignored.

    The problem is the first of ``instanceId``, ``problemId``, ``id``, ``problem`` that is not empty. The
    answer is ``extractedAnswer`` if that is an object; else one text, whatever it holds: ``rawResponse`` if
    the key is there, else ``response`` if the key is there, else ``text``. A row without any of these keys
    is refused if it has another key that might hold the answer, else it is an empty answer. ``latencyMs``
    and ``usage`` are what it took, ``attempt`` what a baseline says of it; ``rendering`` is that of the
    prompt which it answers.
    """

    instanceId: str | None = None  # noqa: N815 - the published names
    problemId: str | None = None  # noqa: N815
    id: str | None = None
    problem: Any = None
    model: str | None = None
    response: str | UnsetType | None = UNSET
    rawResponse: str | UnsetType | None = UNSET  # noqa: N815
    text: str | UnsetType | None = UNSET
    extractedAnswer: Any = None  # noqa: N815
    latencyMs: Any = None  # noqa: N815
    usage: Any = None
    attempt: Any = None
    rendering: Any = None

    def prediction(self) -> Prediction:
        """The answer. Raises ProblemError if the problem is not named."""
        other = self.problem if isinstance(self.problem, str) else None
        name = self.instanceId or self.problemId or self.id or other
        if not name:
            raise key_missing("instanceId")
        answer = self._answer()
        if self.latencyMs is not None or self.usage is not None:
            answer = answer.with_usage({"latencyMs": self.latencyMs, "usage": self.usage})
        if isinstance(self.attempt, dict) and "status" in self.attempt:
            answer.attempt = self.attempt
        if isinstance(self.rendering, dict) and "variables" in self.rendering:
            answer.rendering = self.rendering
        return Prediction(name, self.model or UNNAMED, answer)

    def _answer(self) -> Metered:
        if isinstance(self.extractedAnswer, dict):
            return Extracted(json.dumps(self.extractedAnswer, ensure_ascii=False))
        texts = (self.rawResponse, self.response, self.text)
        return Metered(next((text for text in texts if text is not UNSET), None) or "")


def key_missing(key: str) -> ProblemError:
    """What is wrong with a row without this key."""
    return ProblemError(f"the key {key!r} is missing", remedy=f"add {key!r}")


@dataclass(frozen=True)
class Prediction:
    """One answer of one system to one problem, as raw text.

    *system* is the key of a row without ``model`` that may name its system, and its value.
    """

    instance_id: str
    model: str
    response: str
    system: tuple[str, str] | None = None

    def to_dict(self) -> dict[str, str]:
        """The row of a prediction file."""
        row = {"instanceId": self.instance_id, "model": self.model, "response": self.response}
        return row if self.system is None else {**row, self.system[0]: self.system[1]}
