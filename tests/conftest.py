"""Markers: what is too long for every run waits until it is asked for; a few modules are the smoke test."""

from __future__ import annotations

import os

import pytest

SMOKE = frozenset(
    (
        *("test_architecture", "test_boolean_answers", "test_conformance", "test_dag_family"),
        *("test_episodes", "test_formats_examples", "test_house", "test_linear_conformance"),
        *("test_shapeworld_questions", "test_textgraph_scoring", "test_toy_family"),
    )
)
"""Modules that show in half a minute whether anything at all is broken."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    asked = os.environ.get("SYMCAUSE_EXHAUSTIVE") == "1"
    asked = asked or "exhaustive" in str(config.option.markexpr or "")
    waits = pytest.mark.skip(reason="takes minutes; set SYMCAUSE_EXHAUSTIVE=1")
    for item in items:
        if item.get_closest_marker("exhaustive") is not None and not asked:
            item.add_marker(waits)
        if item.module.__name__.rpartition(".")[2] in SMOKE:
            item.add_marker("smoke")
