"""Instances in the Python API: what a generator makes, one problem after the other."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import fields
from fractions import Fraction
from os import PathLike
from pathlib import Path
from sys import maxsize
from tempfile import TemporaryDirectory
from typing import Any

from symcause.audits.instance_generator import Generator, made_items
from symcause.audits.publication.distinct_problems import (
    DistinctProblems,
    drawn_items,
    refuse_distinct,
)
from symcause.audits.question import options as declared
from symcause.audits.question import refuse_values
from symcause.errors import KindError, UsageError, did_you_mean
from symcause.formats.pools.problem_writer import one_line, write_problem
from symcause.formats.problems import Problem, read_document
from symcause.formats.python_rows import plain
from symcause.formats.shared_entries import generators
from symcause.registry import load as named

_SOURCES = ("file", "files")
"""Kinds of options that name files; in Python problems or answers may stand for them."""


def generated(
    name: str, count: int, given: Mapping[str, object], *, distinct: bool = False
) -> Iterator[Problem]:
    """The problems of a generator with these options; what is wrong with them is said at once."""
    kind = _kind(name)
    known = [field.name for field in fields(kind)]
    for key in given:
        if key not in known:
            remedy = did_you_mean(key, known)
            raise UsageError(f"generate {name} has no such option", value=key, remedy=remedy)
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise KindError("count is a whole number from 1 on", value=count)
    stack = ExitStack()
    options = {key: _option(kind, key, plain(value), stack) for key, value in given.items()}
    refuse_values(kind, options)
    made: Generator = kind(**options)
    if distinct:
        refuse_distinct(made, "distinct")
    made.prepare()
    return _distinct(made, count, stack) if distinct else _items(made, made.count(count), stack)


def _items(made: Generator, count: int, stack: ExitStack) -> Iterator[Problem]:
    with stack:
        for index in range(count):
            for document in made_items(made, index):
                yield from map(read_document, made.problems(document))


def _distinct(made: Generator, count: int, stack: ExitStack) -> Iterator[Problem]:
    """The same, of items of which something is new; a warning says where these are fewer."""
    problems, kept = DistinctProblems(), 0
    with stack:
        for index in range(made.count(maxsize)):
            if kept >= count or problems.exhausted:
                break
            fresh = problems.fresh(drawn_items(made, index))
            kept += bool(fresh)
            for document in fresh:
                yield from map(read_document, made.problems(document))
    if kept < count:
        text = f"distinct: only {kept} of {count} items had new problems, for {problems.ended}"
        warnings.warn(text, stacklevel=2)


def _kind(name: object) -> type[Generator]:
    every = generators()
    if not isinstance(name, str) or name not in every:
        remedy = did_you_mean(str(name), every)
        raise UsageError("no such family to generate", value=name, remedy=remedy)
    kind: type[Generator] = named(every[name])
    return kind


def _option(kind: type[Generator], key: str, value: Any, stack: ExitStack) -> object:
    """An option as the generator takes it: a list as a tuple, problems and answers as their files."""
    said = declared(kind).get(key)
    if said is None or said.kind not in _SOURCES:
        return _plain_option(value, "text" if said is None else said.kind)
    if value is None or _is_path(value):
        return value if value is None else str(value) if said.kind == "file" else (str(value),)
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        remedy = "name a file, or give a list of problems or rows"
        raise KindError(f"{key} does not take this", value=type(value).__name__, remedy=remedy)
    listed = list(value)
    if said.kind == "files" and all(map(_is_path, listed)):
        return tuple(map(str, listed))
    path = Path(stack.enter_context(TemporaryDirectory())) / f"{key}.jsonl"
    path.write_text(
        "".join(f"{_line(one, key)}\n" for one in listed), encoding="utf-8", newline="\n"
    )
    return str(path) if said.kind == "file" else (str(path),)


def _plain_option(value: Any, kind: str) -> object:
    """A value as the command line would have it: one word among many, a number as a text."""
    if kind in ("choices", "many"):
        return (value,) if isinstance(value, str) else tuple(value)
    if kind == "text" and isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return str(value)
    return value


def _is_path(value: object) -> bool:
    return isinstance(value, str | PathLike)


def _line(one: object, key: str) -> str:
    """A problem or an answer as a line of a file."""
    if isinstance(one, Mapping):
        return json.dumps(dict(one), ensure_ascii=False)
    if hasattr(one, "id"):
        return one_line(write_problem(one))
    raise KindError("neither a problem nor a row", place=key, value=type(one).__name__)
