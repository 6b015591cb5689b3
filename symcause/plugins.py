"""Plugins: model families that installed packages declare as entry points.

    [project.entry-points."symcause.families"]
    coins = "coins_for_symcause"

The name is the family's, the value the package whose ``FAMILY`` declares it. Only the lists of entry points
are read here, folder by folder: ``importlib.metadata`` would take longer than most commands do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

from symcause.errors import UsageError, did_you_mean

GROUP = "symcause.families"


@cache
def installed() -> dict[str, str]:
    """The family's name and its package, for every installed family; the first of a name counts."""
    found: dict[str, str] = {}
    for folder in map(Path, dict.fromkeys(sys.path)):
        for listed in sorted(folder.glob("*-info/entry_points.txt")):
            for name, home in _listed(listed).items():
                found.setdefault(name, home)
    return found


def _listed(path: Path) -> dict[str, str]:
    """The families of one list of entry points."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    if GROUP not in text:
        return {}
    from configparser import ConfigParser  # few have such a package
    from configparser import Error as Malformed

    parser = ConfigParser(delimiters=("=",), interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]  # names as they are written
    try:
        parser.read_string(text)
    except Malformed as error:
        raise UsageError(
            f"a list of entry points that cannot be read: {str(error).splitlines()[0]}",
            file=str(path),
            remedy="install that package anew, or remove it",
        ) from None
    if not parser.has_section(GROUP):
        return {}
    return {name: home.partition(":")[0].strip() for name, home in parser.items(GROUP)}


def home_of(name: str, known: Iterable[str]) -> str:
    """The package of an installed family. Raises UsageError if there is none, or none that works."""
    home = installed().get(name)
    if home is None:
        raise UsageError(
            "no such family", value=name, remedy=did_you_mean(name, (*known, *installed()))
        )
    try:
        declared = import_module(home).FAMILY.name
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"the family {name} cannot be loaded: {error}",
            value=home,
            remedy="mend the package that brings it, or remove it",
        ) from error
    if declared != name:
        raise UsageError(f"this package declares the family {declared}, not {name}", value=home)
    return home
