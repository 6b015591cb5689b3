"""Benchmarks: every module can be loaded, and has a title and rows, or a command of its own."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

import benchmarks

NAMES = sorted(found.name for found in pkgutil.iter_modules(benchmarks.__path__))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "__main__"])
def test_a_benchmark_loads(name: str) -> None:
    """What it measures may have moved."""
    module = import_module(f"benchmarks.{name}")
    alone = name.startswith("_") or hasattr(module, "main")
    assert alone or hasattr(module, "TITLE") == hasattr(module, "run")
