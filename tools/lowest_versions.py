"""The lowest versions that ``pyproject.toml`` allows, as constraints for pip.

``python tools/lowest_versions.py`` writes a line ``name==version`` for every requirement of the package and
of the extras that are named (``dev`` unless others are); one without a lower bound has no line.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
BOUND = re.compile(r"(?P<name>[A-Za-z0-9._-]+)\s*>=\s*(?P<least>[^,;\s]+)[^;]*(?P<marker>;.*)?")


def lowest(extras: tuple[str, ...]) -> list[str]:
    """The constraints, by name."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(own for extra in extras for own in optional[extra])]
    found = [BOUND.fullmatch(requirement) for requirement in wanted]
    lines = {f"{m['name']}=={m['least']}{m['marker'] or ''}" for m in found if m is not None}
    return sorted(lines, key=str.lower)


if __name__ == "__main__":
    print(*lowest(tuple(sys.argv[1:]) or ("dev",)), sep="\n")
