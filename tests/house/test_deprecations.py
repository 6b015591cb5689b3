"""What is given up is announced with the version that it goes with: names, parameters, options, keys."""

from __future__ import annotations

import os
import subprocess
import sys
from inspect import signature
from pathlib import Path

import click
import pytest

import symcause
from symcause import deprecations
from symcause.audits.schemas import schema_of
from symcause.cli.main import cli
from symcause.deprecations import (
    KEYS,
    OPTIONS,
    PARAMETERS,
    PYTHON,
    Deprecation,
    with_former_parameters,
)
from symcause.version import __version__
from tests.cli.cases import EXAMPLES, ROOT, Shell

ALL = {**PYTHON, **PARAMETERS, **OPTIONS, **KEYS}


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_what_is_deprecated_goes_in_time_and_stands_in_the_changelog() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for name, known in ALL.items():
        assert _numbers(known.since) < _numbers(known.goes), name
        assert _numbers(known.goes) > _numbers(__version__), f"{name} is still there"
        assert known.goes.endswith(".0") and known.goes.count(".") == 1, name
        assert f"`{name if isinstance(name, str) else name[1]}`" in changes, name


def test_a_former_name_warns_and_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PYTHON, "store", Deprecation("symcause.save", "1.2", "2.0"))
    told = r"symcause\.store is deprecated since 1\.2 and goes with 2\.0: use symcause\.save"
    with pytest.warns(DeprecationWarning, match=told) as seen:
        assert symcause.store is symcause.save  # type: ignore[attr-defined]
    assert seen[0].filename == __file__, "the line that uses it is named"
    assert "store" not in dir(symcause)


def test_any_other_name_is_missing_as_ever() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'stroe'"):
        symcause.stroe  # type: ignore[attr-defined]  # noqa: B018


def test_a_former_parameter_warns_and_works(monkeypatch: pytest.MonkeyPatch) -> None:
    posed = symcause.load(EXAMPLES / "unique.json")
    known = Deprecation("max_parents", "1.2", "2.0")
    for function in ("count", "space"):
        monkeypatch.setitem(PARAMETERS, (function, "most_parents"), known)
    told = "the parameter most_parents of symcause.count is deprecated since 1.2 and goes with 2.0"
    with pytest.warns(DeprecationWarning, match=told) as seen:
        found = symcause.count(posed, most_parents=3)  # type: ignore[call-overload]
    assert seen[0].filename == __file__, "the line that uses it is named"
    assert found.count == symcause.count(posed, max_parents=3).count
    with pytest.warns(DeprecationWarning, match="symcause.space") as seen:
        space = symcause.space(posed, most_parents=3)  # type: ignore[call-overload]
    assert seen[0].filename == __file__ and space.count() == found.count
    with pytest.raises(TypeError, match="both are given"):
        symcause.count(posed, most_parents=1, max_parents=3)  # type: ignore[call-overload]
    with pytest.raises(symcause.SymcauseError, match="parnets"):
        symcause.count(posed, max_parnets=1)  # type: ignore[call-overload]


def test_any_function_can_take_a_former_parameter(monkeypatch: pytest.MonkeyPatch) -> None:
    @with_former_parameters
    def doubled(number: int, *, times: int = 2) -> int:
        return number * times

    monkeypatch.setitem(PARAMETERS, ("doubled", "by"), Deprecation("times", "1.2", "2.0"))
    with pytest.warns(DeprecationWarning, match="use times") as seen:
        assert doubled(7, by=3) == 21  # type: ignore[call-arg]
    assert seen[0].filename == __file__
    assert list(signature(doubled).parameters) == ["number", "times"], (
        "the surface shows the present"
    )
    with pytest.raises(TypeError, match="unexpected"):
        doubled(7, factor=3)  # type: ignore[call-arg]


def test_an_option_says_one_line_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    path = EXAMPLES / "unique.json"
    code, plain, _ = shell("count", path, "--max-parents", 2, "--json")
    command = cli.get_command(click.Context(cli), "count")
    assert command is not None
    monkeypatch.setitem(OPTIONS, ("count", "--max-parents"), Deprecation("--most", "1.2", "2.0"))
    try:
        found, out, told = shell("count", path, "--max-parents", 2, "--json")
        quiet = shell("count", path, "--json")[2]
    finally:
        for parameter in command.params:
            parameter.deprecated = False
    assert found == code and out.count("\n") == plain.count("\n") == 1
    assert told.count("\n") == 1 and quiet == ""
    assert "since 1.2 and goes with 2.0: use --most" in told


def test_a_key_is_marked_in_its_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    before = schema_of("boolean.count")
    monkeypatch.setitem(KEYS, ("boolean.count", "count"), Deprecation("size", "1.2", "2.0"))
    after = schema_of("boolean.count")
    properties = after["properties"]
    assert isinstance(properties, dict)
    assert properties["count"]["deprecated"] is True
    assert properties["count"]["description"] == (
        "count is deprecated since 1.2 and goes with 2.0: use size"
    )
    assert set(properties) == set(before["properties"])  # type: ignore[call-overload]
    assert schema_of("linear.count") == schema_of("linear.count")


def test_verifying_does_not_load_them(tmp_path: Path) -> None:
    script = "import sys; import symcause.kernel; print('symcause.deprecations' in sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", script], env=dict(os.environ), capture_output=True, text=True
    )
    assert ended.stdout == "False\n"
    assert deprecations.__doc__ is not None
