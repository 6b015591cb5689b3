"""How many cases a test takes: a few every time, all of them with what is exhaustive.

``few(n)`` does that for the cases of ``parametrize``; these two for loops inside a test. Cases that once
were the only ones to notice a mutant are *pinned* (``pinned_cases.toml``): they are taken every time, too.
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

EXHAUSTIVE = os.environ.get("SYMCAUSE_EXHAUSTIVE") == "1"
PINNED = Path(__file__).with_name("pinned_cases.toml")
NOTED = os.environ.get("SYMCAUSE_AMOUNTS")
"""A file in which ``python -m tools.mutants --pin`` wants to read what was asked here."""

T = TypeVar("T")


def amount(every_time: int, exhaustively: int) -> int:
    """How often to go round."""
    pins = _pins("amount", every_time, exhaustively)
    if EXHAUSTIVE:
        return exhaustively
    return max((every_time, *(min(int(pin["rounds"]), exhaustively) for pin in pins)))


def some(cases: Iterable[T], every_time: int) -> list[T]:
    """This many of the cases, spread out; exhaustively all."""
    known = list(cases)
    pins = _pins("some", every_time, len(known))
    if EXHAUSTIVE or len(known) <= every_time:
        return known
    spread = {(2 * i + 1) * len(known) // (2 * every_time) for i in range(every_time)}
    pinned = {place for pin in pins for place in pin["places"] if place < len(known)}
    return [known[place] for place in sorted(spread | pinned)]


def pinned_ids(test: str) -> frozenset[str]:
    """Cases of a test with ``few`` that are pinned, as pytest names them between brackets."""
    return frozenset(case for pin in _every().get(test, ()) for case in pin.get("cases", ()))


@cache
def _every() -> dict[str, list[dict[str, Any]]]:
    """Pins by their test, ``tests/x/test_y.py::test_z``; by the module for what is asked on loading."""
    found: dict[str, list[dict[str, Any]]] = {}
    if PINNED.is_file():
        for pin in tomllib.loads(PINNED.read_text(encoding="utf-8")).get("pin", ()):
            found.setdefault(pin["test"], []).append(pin)
    return found


def _pins(kind: str, first: int, second: int) -> list[dict[str, Any]]:
    """Pins for a call with these numbers in the test that runs."""
    test = _current()
    if NOTED is not None:
        with Path(NOTED).open("a", encoding="utf-8") as file:
            file.write(json.dumps([test, kind, first, second]) + "\n")
    return [pin for pin in _every().get(test, ()) if pin.get(kind) == [first, second]]


def _current() -> str:
    """The test that runs; the module, where one is being loaded."""
    running = os.environ.get("PYTEST_CURRENT_TEST")
    if running:
        return running.rpartition(" (")[0].partition("[")[0]
    frame = sys._getframe(3)
    return f"tests/{Path(frame.f_code.co_filename).relative_to(PINNED.parent).as_posix()}"
