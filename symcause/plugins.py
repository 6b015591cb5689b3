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

from symcause.errors import UsageError, did_you_mean, printable

GROUP = "symcause.families"


@cache
def installed() -> dict[str, str]:
    """The family's name and its package, for every installed family; the first of a name counts."""
    homes: dict[str, str] = {}
    for folder in map(Path, dict.fromkeys(sys.path)):
        for listed in sorted(folder.glob("*-info/entry_points.txt")):
            for name, home in _declared_families(listed).items():
                homes.setdefault(name, home)
    return homes


def _declared_families(path: Path) -> dict[str, str]:
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
        wrong = UsageError(
            f"a list of entry points that cannot be read: {str(error).splitlines()[0]}",
            file=str(path),
            remedy="install that package anew, or remove it",
        )
        remark(str(wrong))
        return {}
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
        import_module(home).FAMILY  # noqa: B018 (is it there?)
    except UsageError:
        raise
    except (Exception, SystemExit) as error:  # whatever the package does when it is imported
        raise UsageError(
            f"the family {name} cannot be loaded: {failure(error)}",
            value=home,
            remedy="mend the package that brings it, or remove it",
        ) from error
    return home


def passed_over(known: Iterable[str]) -> dict[str, str]:
    """Installed families that are not loaded: a family of symcause's own has their name."""
    return {name: home for name, home in installed().items() if name in known}


_SAID: set[str] = set()


def remark(line: str) -> None:
    """What is wrong with a package of somebody else's: one line on standard error, once in a run.

    Nothing else depends on that package, so the work goes on; children leave it to their parent.
    """
    if line in _SAID or sys.stderr is None:
        return
    _SAID.add(line)
    apart = sys.modules.get("multiprocessing")
    if apart is None or apart.parent_process() is None:
        print(f"symcause: {printable(line)}", file=sys.stderr)


def failure(error: BaseException) -> str:
    """An error of somebody else's code in one line, with its place in a file of theirs."""
    kind, said = type(error).__name__, " ".join(str(error).split())
    return f"{kind}: {said}" if said else kind
