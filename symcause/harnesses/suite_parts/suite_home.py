"""The suite home of harnesses: where suites that are asked for by name are kept, whole or not at all.

A bundled suite is made once, in a folder of this machine's cache (``SYMCAUSE_SUITES`` names another), which
has the versions of recipe and package in its name. It is made beside that, under a lock, and takes its name
when it is finished: what was stopped goes on with the next run, and two runs make one suite.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

from symcause.errors import UsageError, printable
from symcause.formats.storage.file_lock import released, wait_for
from symcause.suites.folder.suite_folder import is_suite
from symcause.suites.recipe.bundled_recipes import BUNDLED
from symcause.suites.recipe.recipe import Recipe
from symcause.suites.recipe.recipe_file import recipe_named
from symcause.suites.suite_builder import make_suite
from symcause.version import __version__

VARIABLE = "SYMCAUSE_SUITES"
"""Set in the environment: the folder where suites are kept."""


def suite_folder(suite: str | Path) -> Path:
    """The folder of a suite: that of a bundled recipe, by its name, or the one that is named.

    A bundled suite that is not there yet is made, and a line on standard error says so. Raises UsageError
    where a folder has no suite.
    """
    if str(suite) in BUNDLED:
        return _kept(str(suite))
    if not is_suite(suite):
        known = ", ".join(BUNDLED)
        raise UsageError(
            "there is no suite of this name, nor a folder with one",
            value=str(suite),
            remedy=f"bundled: {known}; symcause generate suite RECIPE --out FOLDER makes others",
        )
    return Path(suite)


def home() -> Path:
    """Where suites are kept."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "symcause" / "suites"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        base = Path(local) if local else Path.home() / "AppData" / "Local"
        return base / "symcause" / "suites"
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "symcause" / "suites"


def _kept(name: str) -> Path:
    recipe, place = recipe_named(name), home()
    folder = place / _called(recipe)
    if is_suite(folder):
        return folder
    try:
        place.mkdir(parents=True, exist_ok=True)
        with _alone(place / f".{folder.name}.lock"):
            if not is_suite(folder):
                _make(recipe, folder)
    except OSError as error:
        remedy = (
            f"name another folder in {VARIABLE}, or make the suite yourself and name its folder"
        )
        raise UsageError(
            f"no suite can be kept here: {error.strerror or error}", file=str(place), remedy=remedy
        ) from None
    return folder


def _called(recipe: Recipe) -> str:
    """The name of the folder: the same recipe and package make the same suite."""
    made = sha256(recipe.source + __version__.encode()).hexdigest()
    return f"{recipe.name}-{recipe.version}-{made[:12]}"


def _make(recipe: Recipe, folder: Path) -> None:
    begun = folder.with_name(f".{folder.name}.begun")
    if is_suite(begun):  # stopped at the last moment: it was finished, not tidied up
        rmtree(begun)
    line = f"making {recipe.name} {recipe.version} once, in {folder}"
    print(f"symcause: {printable(line)}", file=sys.stderr)
    make_suite(recipe, begun)
    begun.rename(folder)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Inside, no other run of ours makes this suite."""
    number = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        wait_for(number)
        yield
    finally:
        released(number)
        os.close(number)
