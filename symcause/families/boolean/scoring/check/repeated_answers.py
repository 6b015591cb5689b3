"""Repeated answers to a Boolean problem: the result of one that was given before, by whomever.

Systems often give the same mechanisms, above all the right ones, with other words around them or with the
same. Of every answer only a number is noted; the result is kept from the second time on, and of few
answers, for a pool has many problems and most answers are given once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import count, islice

from symcause.families.boolean.bounds import (
    KEPT_RESULTS,
    NOTED_ANSWERS,
    REPEATED_LENGTH,
    REPEATED_TEXTS,
)
from symcause.families.boolean.scoring.check.check_result import CheckResult
from symcause.scoring.abstention_rule import Said

Key = tuple[Hashable, ...]


def key_of(strict: bool | None, value: Mapping[str, object], told: Said) -> Key | None:
    """All that the result depends on; None where it is not mechanisms in texts, and roots, alone.

    The order of the mechanisms belongs to it. Only texts are compared: 1 and true are not the same.
    """
    mechanisms, roots = value.get("mechanisms"), value.get("roots", ())
    if type(mechanisms) is not dict or not isinstance(roots, (list, tuple)):
        return None
    size = 0
    for text in (*roots, *mechanisms.values()):
        if type(text) is not str:
            return None
        size += len(text)
    if size > REPEATED_LENGTH or told.alternatives is not None:
        return None
    said = strict, told.claims, told.abstains, "roots" in value
    return *said, tuple(roots), tuple(mechanisms.items())


class Repeated:
    """The results of answers to one problem that were given more than once."""

    def __init__(self) -> None:
        self._noted: set[int] = set()
        self._results: dict[Key, CheckResult] = {}

    def of(self, key: Key | None, result: Callable[[], CheckResult]) -> CheckResult:
        """The result of the same answer if it is kept, else what is made now, and noted."""
        if key is None:
            return result()
        known = self._results.get(key)
        return self._noted_result(key, result()) if known is None else known

    def _noted_result(self, key: Key, result: CheckResult) -> CheckResult:
        """Kept from the second time on."""
        number = hash(key)
        if number in self._noted:
            if len(self._results) >= KEPT_RESULTS:
                del self._results[next(iter(self._results))]
            self._results[key] = result
        else:
            if len(self._noted) >= NOTED_ANSWERS:
                self._noted.clear()
            self._noted.add(number)
        return result


_numbers = count()
_results: dict[tuple[int, str], CheckResult] = {}


class RepeatedTexts:
    """The results of texts about one problem that were given more than once, word for word."""

    def __init__(self) -> None:
        self._number = next(_numbers)
        self._noted: set[int] = set()

    def __reduce__(self) -> tuple[object, ...]:
        """In another process none of them is known."""
        return RepeatedTexts, ()

    def get(self, text: str) -> CheckResult | None:
        """The result of a text, if it is kept."""
        return _results.get((self._number, text))

    def put(self, text: str, result: CheckResult) -> None:
        """Note a text, and from the second time on its result."""
        if len(text) > REPEATED_LENGTH:
            return
        number = hash(text)
        if number not in self._noted:
            if len(self._noted) >= NOTED_ANSWERS:
                self._noted.clear()
            self._noted.add(number)
            return
        if len(_results) >= REPEATED_TEXTS:
            for oldest in list(islice(_results, 1)):  # at once, whatever other threads do
                _results.pop(oldest, None)
        _results[self._number, str(text)] = result
