"""The reference: every public function has an example, and what it prints is what is printed."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import symcause

ROOT = Path(__file__).resolve().parents[2]


def functions() -> Iterator[tuple[str, Any]]:
    """What people call: the functions of the package and of its modules; what they make themselves."""
    for name in symcause.__all__:
        found = getattr(symcause, name)
        if inspect.isfunction(found) or name == "Episode":
            yield name, found
        elif isinstance(found, ModuleType):
            inside = ((key, getattr(found, key)) for key in found.__all__)
            yield from ((f"{name}.{key}", one) for key, one in inside if inspect.isfunction(one))


FUNCTIONS = dict(functions())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_example_of_a_function_is_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = FUNCTIONS[name]
    monkeypatch.chdir(ROOT)
    names = {**vars(inspect.getmodule(found)), "symcause": symcause}  # type: ignore[arg-type]
    text = inspect.getdoc(found) or ""
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    assert test.examples, f"{name} has no example"
    assert not any(one.options for one in test.examples), "nothing is passed over"
    runner = doctest.DocTestRunner(verbose=False)
    assert runner.run(test).failed == 0


def test_the_reference_begins_with_what_people_call_first() -> None:
    assert symcause.__all__[:3] == ["load", "audit", "space"]
    assert set(FUNCTIONS) >= {"load", "audit", "boolean.problem", "linear.model", "baselines.solve"}


def test_every_name_loads() -> None:
    assert sorted(symcause.__all__) == sorted(set(symcause.__all__))
    for name in symcause.__all__:
        assert getattr(symcause, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'baseline'"):
        _ = symcause.baseline  # type: ignore[attr-defined]
