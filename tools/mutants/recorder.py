"""The plugin of pytest that tells coverage.py which test runs, also in its children.

Loaded with ``-p tools.mutants.recorder`` by :mod:`tools.mutants.reach`; writes how tests ended, and how
long they took, to the file that ``MUTANTS_OUTCOMES`` names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest

_outcomes: dict[str, tuple[bool, float]] = {}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _begin(item.nodeid)
    try:
        return (yield)
    finally:
        _begin("")


def _begin(test: str) -> None:
    from coverage import Coverage

    measure = Coverage.current()
    if measure is not None:
        measure.switch_context(test)
        measure.config.context = test  # of children that are forked
        os.environ["COVERAGE_PROCESS_CONFIG"] = measure.config.serialize()  # of others


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    passed, seconds = _outcomes.get(report.nodeid, (False, 0.0))
    passed = report.passed if report.when == "setup" else passed and report.passed
    _outcomes[report.nodeid] = (passed, seconds + report.duration)


def pytest_sessionfinish() -> None:
    Path(os.environ["MUTANTS_OUTCOMES"]).write_text(json.dumps(_outcomes), encoding="utf-8")
