"""The pool choice: which problems of a pool a harness can use, and which it leaves out, by name.

It is made before a run begins. A problem that cannot be read, put into words, scored or played, or has the
id of an earlier one, is left out with its reason, on standard error and in what the harness logs; the
others are asked. If none is left, that is an error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from symcause.bounds.formats_bounds import NAMED_PROBLEMS
from symcause.errors import SymcauseError, UsageError, printable
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.problems import Problem

T = TypeVar("T")

LEFT_OUT = "symcause_left_out"
"""Where a log keeps what was left out: reasons by the ids of problems."""


class LeftOut(NamedTuple):
    """A problem that a harness cannot use, and why."""

    id: str
    reason: str


@dataclass(frozen=True)
class PoolChoice(Generic[T]):
    """What was made of the problems of a pool, and what was left out."""

    kept: tuple[T, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def facts(self) -> dict[str, dict[str, str]]:
        """What a log has to say of it; nothing where all are kept."""
        return {LEFT_OUT: dict(self.left_out)} if self.left_out else {}


def chosen(
    pool: str | Path,
    made: Callable[[Problem], T | None],
    what: str,
    limit: int | None = None,
    question: str | None = None,
) -> PoolChoice[T]:
    """What can be made of the first problems of a pool, at most *limit*; the others are named.

    *made* raises for a problem that cannot be used, and gives None for one that is not asked for. *what*
    is done with problems stands in messages. Raises UsageError if nothing can be made of any.
    """
    kept: list[T] = []
    left_out: list[LeftOut] = []
    named: set[str] = set()  # a harness tells problems apart by their ids
    for item in read_problems(pool, question=question):
        if limit is not None and len(kept) >= limit:
            break
        try:
            if item.error is not None:
                raise item.error
            assert item.problem is not None
            if item.problem.id in named:
                raise UsageError("a second problem with this id", remedy="give it another one")
            found = made(item.problem)
        except SymcauseError as error:
            left_out.append(LeftOut(item.id or f"problem {item.index + 1}", str(error)))
        else:
            kept += () if found is None else (found,)
            named.add(item.problem.id)
    if not kept and limit != 0:
        raise _nothing(str(pool), what, left_out)
    for line in _lines(what, left_out):
        print(f"symcause: {printable(line)}", file=sys.stderr)
    return PoolChoice(tuple(kept), tuple(left_out))


def _nothing(pool: str, what: str, left_out: list[LeftOut]) -> UsageError:
    if not left_out:
        return UsageError(f"no problem to be {what}", file=pool)
    first = left_out[0]
    others = f" (and {len(left_out) - 1} more)" if left_out[1:] else ""
    return UsageError(
        f"no problem of it can be {what}: {first.id}: {first.reason}{others}", file=pool
    )


def _lines(what: str, left_out: list[LeftOut]) -> Iterator[str]:
    for one in left_out[:NAMED_PROBLEMS]:
        yield f"left out: {one.id} cannot be {what}: {one.reason}"
    if left_out[NAMED_PROBLEMS:]:
        yield f"left out: {len(left_out) - NAMED_PROBLEMS} more that cannot be {what}"
