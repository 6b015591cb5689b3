"""Problems are worked on in the process of the tests, where a command needs no child to end it.

Without limits and one at a time a child gives what the work gives here, which ``house/test_same_answers``
and every test with ``--timeout``, ``--memory`` or ``--jobs`` hold; and forking a process that has all tests
loaded takes longer than most problems. A test that is about the child takes the fixture ``children``; one
that puts something else in the place of our functions has children too, so that nothing is left of it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from symcause.cli.runs.problem_work import Lightness, Work
from symcause.processes import pools
from symcause.processes.isolation import outcome_here

APART = frozenset(("children", "monkeypatch"))
"""Fixtures of tests whose commands work on problems in children, as they do for users."""

_usual = Lightness.__call__


def _light(lightness: Lightness, posed: object) -> bool:
    return True


def _carried(function: Callable[..., object], item: object, *, streams: bool) -> object:
    """The outcome of work here, after the journey that it makes to a child and back."""
    if not isinstance(function, Work):
        return outcome_here(function, item, streams=streams)
    item = pickle.loads(pickle.dumps(item))
    return pickle.loads(pickle.dumps(outcome_here(function, item, streams=streams)))


def choose(item: pytest.Item) -> None:
    """Where the commands of this test work on problems."""
    apart = not APART.isdisjoint(getattr(item, "fixturenames", ()))
    Lightness.__call__ = _usual if apart else _light  # type: ignore[method-assign]
    pools.outcome_here = outcome_here if apart else _carried
