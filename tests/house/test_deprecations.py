"""What is given up is announced with the version that it goes with: names, options, keys."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import symcause
from symcause import deprecations
from symcause.audits.schemas import schema_of
from symcause.cli.main import cli
from symcause.deprecations import KEYS, OPTIONS, PYTHON, Deprecation
from symcause.version import __version__
from tests.cli.cases import EXAMPLES, ROOT, Shell

ALL = {**PYTHON, **OPTIONS, **KEYS}


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
