"""The plugin of pytest that runs the chosen tests in the chosen order.

Loaded with ``-p tools.mutants.selection`` by :mod:`tools.mutants.trial`. Named on the command line, a case
that a mutant no longer has would be an error of usage; here it is one test less.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    chosen = os.environ.get("MUTANTS_CHOSEN")
    if chosen is not None:
        order = {name: i for i, name in enumerate(json.loads(Path(chosen).read_text("utf-8")))}
        whole = {item.nodeid: order.get(item.nodeid, _of_function(item, order)) for item in items}
        items[:] = sorted(
            (item for item in items if whole[item.nodeid] is not None),
            key=lambda item: (whole[item.nodeid], item.nodeid),
        )


def _of_function(item: pytest.Item, order: dict[str, int]) -> int | None:
    """All cases of a test that is chosen as a whole (the exhaustive ones are not known by name)."""
    return order.get(item.nodeid.partition("[")[0])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        with Path(os.environ["MUTANTS_FAILED"]).open("a", encoding="utf-8") as file:
            file.write(report.nodeid + "\n")
