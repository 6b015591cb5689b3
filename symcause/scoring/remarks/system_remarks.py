"""System remarks: one reason for all invalid answers, attempts that all fail, answers given again.

A table of zeros does not say whether a system is bad or its file is read wrongly; these lines do. Both
doors, the command line and Python, say the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from symcause.bounds.scoring_bounds import REMARK_LENGTH
from symcause.models.number_phrases import plural
from symcause.scoring.answer_extraction import RULE

_FAILED = ("crashed", "unreadable")
_VARIES = re.compile(r"'[^']*'|\d+")
_NAMES = re.compile(r"\b[A-Za-z_]*\d+(?:, [A-Za-z_]*\d+)*\b")

NOUNS = "these are nouns of"
"""How the reason begins for which an answer in the words of a theme is invalid; then comes its own one."""

System = tuple[str, str]
"""A family and the name of a model."""


@dataclass
class _Invalid:
    """What is common to the answers of a system so far."""

    reason: str
    kind: object
    answers: int = 0


@dataclass
class _Failed:
    """The attempts of a baseline."""

    attempts: int = 0
    failed: int = 0
    note: str = ""


@dataclass
class SystemRemarks:
    """Collects, line by line, what is to be remarked at the end."""

    _invalid: dict[System, _Invalid | None] = field(default_factory=dict)  # None: not all alike
    _attempts: dict[System, _Failed] = field(default_factory=dict)
    _replaced: Counter[str] = field(default_factory=Counter)
    _disputed: Counter[str] = field(default_factory=Counter)
    _unnamed: Counter[tuple[str, str]] = field(default_factory=Counter)
    _strange: str = ""  # what is wrong with the first answer that is about no problem
    _strangers: int = 0
    _worded: dict[System, _Invalid] = field(default_factory=dict)  # in nouns of a theme

    def take(self, line: Mapping[str, object]) -> None:
        """Look at the line of an answer that counts."""
        system = str(line.get("family")), str(line.get("model"))
        if isinstance(attempt := line.get("attempt"), Mapping):
            self._attempt(system, attempt)
        if line.get("disputed"):
            self._disputed[str(line.get("model"))] += 1
        reason = line.get("reason")
        if str(reason).startswith(NOUNS):
            self._worded.setdefault(system, _Invalid(_kind(str(reason)), None)).answers += 1
        known = self._invalid.get(system)
        if known is None and system in self._invalid:
            return
        valid = line.get(
            "valid", line.get("claimed")
        )  # of yes and no it is said whether there is one
        if valid is not False or line.get("abstained") is True or not reason:
            self._invalid[system] = None
            return
        kind = line.get("stage"), _kind(str(reason))
        if known is None:
            known = self._invalid[system] = _Invalid(str(reason), kind)
        if known.kind != kind:
            self._invalid[system] = None
            return
        known.answers += 1

    def replace(self, line: Mapping[str, object]) -> None:
        """An answer does not count: its system gave another one to the problem later on."""
        self._replaced[str(line.get("model"))] += 1

    def unnamed(self, model: str, key: str) -> None:
        """A row does not name its system under ``model``, but may do so under another key."""
        self._unnamed[model, key] += 1

    def unknown(self, first: Callable[[], str]) -> None:
        """An answer is about no problem of the pool; of the *first* one it is said what is wrong."""
        if not self._strangers:
            self._strange = first()
        self._strangers += 1

    def _attempt(self, system: System, attempt: Mapping[str, object]) -> None:
        failed = self._attempts.setdefault(system, _Failed())
        failed.attempts += 1
        if attempt.get("status") in _FAILED:
            failed.failed += 1
            failed.note = failed.note or str(attempt.get("note") or "")

    @property
    def invalid(self) -> list[dict[str, object]]:
        """The systems all of whose answers, two or more, are invalid for one and the same reason."""
        return [
            {"family": family, "model": model, "answers": one.answers, "reason": one.reason}
            for (family, model), one in self._invalid.items()
            if one is not None and one.answers > 1 and not self._has_failed((family, model))
        ]

    @property
    def failed(self) -> list[dict[str, object]]:
        """The baselines none of whose attempts came to an answer that could be read."""
        return [
            {"family": family, "model": model, "attempts": one.attempts, "note": one.note}
            for (family, model), one in self._attempts.items()
            if self._has_failed((family, model))
        ]

    def _has_failed(self, system: System) -> bool:
        failed = self._attempts.get(system)
        return failed is not None and failed.attempts == failed.failed

    def notes(self) -> Iterator[str]:
        """All of it in words, a line each."""
        if self._strangers:
            more = self._strangers - 1
            yield self._strange + (f"; so it is with {plural(more, 'more answer')}" if more else "")
        for (model, key), number in self._unnamed.items():
            text = f"{plural(number, 'answer')} without the key 'model', but with {key!r}"
            yield f"{model}: {text}: call it 'model' if it names the system"
        for model, number in self._replaced.items():
            verb = "does" if number == 1 else "do"
            text = f"{plural(number, 'answer')} {verb} not count: of several answers to a problem"
            yield f"{model}: {text} the last one counts"
        for model, number in self._disputed.items():
            text = f"{plural(number, 'answer')} of several objects that look like one and disagree"
            yield f"{model}: {text}: {RULE} ('disputed' of their lines says which)"
        for one in self.invalid:
            text = f"all {one['answers']} answers are invalid for one and the same reason"
            yield f"{one['model']}: {text}: {_cut(str(one['reason']))}"
        told_already = {(one["family"], one["model"]) for one in self.invalid}
        for (family, model), worded in self._worded.items():
            if (family, model) not in told_already:
                yield f"{model}: {plural(worded.answers, 'answer')} invalid: {_cut(worded.reason)}"
        for one in self.failed:
            many = one["attempts"]
            text = "its only attempt failed" if many == 1 else f"all {many} attempts failed"
            yield f"{one['model']}: {text}: {_cut(str(one['note']))}"


def _kind(reason: str) -> str:
    """A reason without the values and names that differ from problem to problem.

    >>> _kind("a mechanism is missing for X1, X3") == _kind("a mechanism is missing for X2")
    True
    """
    if reason.startswith(NOUNS):
        return reason.partition("; ")[0]
    return _VARIES.sub("", _NAMES.sub("", reason))


def _cut(text: str) -> str:
    return text if len(text) <= REMARK_LENGTH else f"{text[: REMARK_LENGTH - 1]}…"
