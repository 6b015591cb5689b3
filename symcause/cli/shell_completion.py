"""Shell completion of the command line: names of presets, and ids of problems in a pool."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

import click

from symcause.bounds.cli_bounds import COMPLETED_PROBLEMS
from symcause.errors import SymcauseError
from symcause.formats.pools.problem_files import read_problems
from symcause.registry import load


def ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The ids in the files that stand on the line already."""
    given = ctx.params.get("problems") or (ctx.params.get("problem"), ctx.params.get("file"))
    found: list[str] = []
    for path in (*given, *ctx.args):  # a line that is not complete leaves its words unread
        if isinstance(path, str) and path != "-":
            found += _ids(path)
    return _beginning(found, incomplete)


def _ids(path: str) -> list[str]:
    try:
        return [
            item.id
            for item in islice(read_problems(path), COMPLETED_PROBLEMS)
            if item.id is not None
        ]
    except SymcauseError:
        return []  # nothing to complete in a file that cannot be read


def words(dotted: str) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """The words that a function of a family knows, as a completion."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        known: Callable[[], Iterable[str]] = load(dotted)
        return _beginning(known(), incomplete)

    return complete


def _beginning(known: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in known if word.startswith(incomplete)]
