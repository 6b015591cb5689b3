"""The public surface is what docs/surface.txt says: it changes on purpose only."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from symcause.cli.output.result_version import comparable
from symcause.version import __version__
from tools.write_surface import FILE, difference, surface

ROOT = Path(__file__).resolve().parents[2]


def test_the_surface_is_as_it_was_written_down() -> None:
    """After a change that is meant: ``tools/write_surface.py --write``, and a line in the changelog."""
    known = FILE.read_text(encoding="utf-8").splitlines()
    assert difference(known, surface()) == []
    assert known == sorted(set(known))


def test_a_change_of_any_kind_shows() -> None:
    known = FILE.read_text(encoding="utf-8").splitlines()
    for kind in ("python", "command", "exit", "schema", "key", "format", "family"):
        line = next(line for line in known if line.startswith(f"{kind} "))
        without = [other for other in known if other != line]
        assert difference(known, without) == [f"-{line}"]
        assert difference(without, known) == [f"+{line}"]


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert project["version"] == __version__
    assert f"\nversion: {__version__}\n" in cited
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.+)\]$", changes, flags=re.MULTILINE)
    assert versions[:2] in (["Unreleased", __version__], [__version__, versions[1]])


def test_results_of_the_same_line_of_versions_stand_side_by_side() -> None:
    major, minor, patch = __version__.split(".")
    assert comparable(f"{major}.{minor}.{int(patch) + 7}")
    assert comparable(f"{major}.{int(minor) + 1}.0") == (major != "0")
    assert not comparable(f"{int(major) + 2}.{minor}.0")
