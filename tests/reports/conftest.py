"""One browser for all pages: starting it takes longer than looking at one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.reports.chromium import Chromium


@pytest.fixture(scope="package")
def browser() -> Iterator[Chromium]:
    """A running browser."""
    with Chromium() as running:
        yield running
