"""Which tests read published data: those that ask for ``SYMCAUSE_DATA``, by whatever helper or fixture.

They are marked ``data`` as they are collected; a test that is not found out is run with all the others.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType

import pytest

VARIABLE = "SYMCAUSE_DATA"

_KNOWN: dict[object, bool] = {}


def reads(item: pytest.Function) -> bool:
    """Does this test, a fixture of it, or what keeps it from running look for published data?"""
    if any(VARIABLE in str(mark.kwargs.get("reason")) for mark in item.iter_markers("skipif")):
        return True
    known = item._fixtureinfo.name2fixturedefs.values()
    return any(map(_asks, (item.function, *(one.func for several in known for one in several))))


def _asks(function: object) -> bool:
    """Does the function, or one of the tests' own that it names, read the variable?"""
    plain = inspect.unwrap(function) if callable(function) else None
    if not isinstance(plain, FunctionType) or not plain.__module__.startswith("tests."):
        return False
    if plain not in _KNOWN:
        _KNOWN[plain] = False  # what goes round in a circle asks nowhere
        codes = list(_codes(plain.__code__))
        named = {name for code in codes for name in code.co_names}
        _KNOWN[plain] = any(VARIABLE in code.co_consts for code in codes) or any(
            _asks(plain.__globals__[name]) for name in named & plain.__globals__.keys()
        )
    return _KNOWN[plain]


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)
