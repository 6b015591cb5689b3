"""Where tests do the work of commands: here, unless something limits it or the test is about children."""

from __future__ import annotations

import os
import sys

import pytest

from symcause.errors import ProblemError
from symcause.processes.isolation import Failure
from symcause.processes.pools import pool
from tests.cli.cases import EXAMPLES, Document, Shell
from tests.large_pages import LARGE, in_large_pages
from tests.patience import PATIENCE


def _who(item: object) -> tuple[int, object]:
    if item == "bad":
        raise ProblemError("bad")
    return os.getpid(), item


def _worker(**limits: float) -> int:
    ((_, outcome),) = pool(_who, ["a"], **limits)  # type: ignore[arg-type]
    assert isinstance(outcome, tuple) and outcome[1] == "a"
    return int(outcome[0])


def test_here_unless_it_is_limited() -> None:
    assert _worker() == os.getpid()
    for limits in ({"jobs": 2}, {"seconds": PATIENCE}):
        assert _worker(**limits) != os.getpid()


def test_in_children_where_a_test_is_about_them(children: None) -> None:
    assert _worker() != os.getpid()


def test_in_children_where_something_is_put_in_place_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert _worker() != os.getpid()


def test_what_comes_and_goes_could_travel() -> None:
    item = ["a"]
    (_, found), (_, refused), (_, failed) = pool(_given, [item, "bad", "odd"])
    assert found == [item] and found[0] is not item  # type: ignore[index]
    assert isinstance(refused, ProblemError) and isinstance(failed, Failure)
    with pytest.raises((AttributeError, TypeError)):  # no child could take it
        list(pool(_given, [lambda: None]))


def _given(item: object) -> list[object]:
    if item == "bad":
        raise ProblemError("bad")
    if item == "odd":
        raise ValueError("odd")
    return [item]


@pytest.mark.parametrize("name", ["ambiguous", "crystal", "episode", "shapes", "unique"])
def test_here_and_in_a_child_a_command_says_the_same(name: str, shell: Shell) -> None:
    path = EXAMPLES / f"{name}.json"
    for question in ("audit", "count", "next", "solve"):
        (code, here), (same, there) = (
            shell.one(question, path, *limit) for limit in ((), ("--timeout", PATIENCE))
        )
        assert (code, timeless(here)) == (same, timeless(there))


def timeless(document: Document) -> Document:
    return {key: value for key, value in document.items() if key != "seconds"}


@pytest.mark.skipif(sys.platform != "linux", reason="pages of Linux")
def test_what_lies_in_large_pages_is_what_it_was() -> None:
    held = bytearray(os.urandom(8 * LARGE))
    before = bytes(held)
    in_large_pages()
    assert held == before
