"""Work is done in the process of the tests, where a command needs no child to end it.

Without limits and one at a time a child gives what the work gives here, which ``house/test_same_answers``
and every test with ``--timeout``, ``--memory`` or ``--jobs`` hold; and forking a process that has all tests
loaded takes longer than most problems. A test that is about the child takes the fixture ``children``; one
that puts something else in the place of our functions has children too, so that nothing is left of it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from symcause.processes import pools
from symcause.processes.isolation import NO_LIMITS, outcome_here
from symcause.processes.pools import Crew, Job, Local
from symcause.processes.start_method import forks

APART = frozenset(("children", "monkeypatch"))
"""Fixtures of tests whose commands work in children, as they do for users."""

_usual = Local.crew


def _light(item: object) -> bool:
    return True


def _crew(local: Local, job: Job) -> Crew:
    """Every item is light, where children would be forked that nothing limits."""
    unlimited = job.limits == NO_LIMITS and local.lifeline is None
    return _usual(local, replace(job, light=_light) if unlimited and forks() else job)


def _carried(function: Callable[..., object], item: object, *, streams: bool) -> object:
    """The outcome of work here, after the journey that it makes to a child and back."""
    item = pickle.loads(pickle.dumps(item))
    return pickle.loads(pickle.dumps(outcome_here(function, item, streams=streams)))


def choose(item: pytest.Item) -> None:
    """Where the commands of this test do their work."""
    apart = not APART.isdisjoint(getattr(item, "fixturenames", ()))
    Local.crew = _usual if apart else _crew  # type: ignore[method-assign]
    pools.outcome_here = outcome_here if apart else _carried
