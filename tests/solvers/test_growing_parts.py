"""Parts that grow on their way from a child: what arrives is what was handed over, part by part."""

from __future__ import annotations

import os
import pickle
import random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from symcause.processes.growing_parts import Handover, is_part, is_whole, latest
from symcause.processes.isolation import Emit, Latest, Stopped
from symcause.processes.pools import pool


class Inner(Struct, frozen=True):
    names: tuple[str, ...]
    known: dict[str, int]


class Grown(Struct, frozen=True):
    name: str
    number: int = 0
    inner: Inner | None = None
    list: list[int] | None = None
    map: dict[str, int] | None = None


class Altered(Struct):
    steps: int = 0


@pytest.mark.parametrize("seed", range(20))
def test_every_part_arrives_as_it_was(seed: int) -> None:
    """Fields change, are set to equal values, and lists and maps of a part are altered afterwards."""
    rng = random.Random(seed)
    part = Grown("first", list=[], map={})
    child, sent = Handover(growing=True), list[bytes]()
    for step in range(12):
        message = child.message(part)
        assert is_part(message) and is_whole(message) == (step == 0)
        sent.append(message)
        assert latest(sent) == part == pickle.loads(pickle.dumps(part))
        for _ in range(rng.randrange(4)):
            changes: dict[str, object] = rng.choice(
                (
                    {"number": rng.randrange(3)},
                    {"inner": Inner((str(step),), {"a": step})},
                    {"name": "first"},
                    {"map": {**(part.map or {}), str(step): step}},
                    {},
                )
            )
            part = replace(part, **changes)
        if rng.random() < 0.5 and part.list is not None:
            part.list.append(step)


def test_other_kinds_are_handed_over_whole() -> None:
    child = Handover(growing=True)
    parts: list[object] = [Grown("a"), Altered(1), Altered(2), {"a": 1}, {"a": 2}, Grown("b")]
    sent = [child.message(part) for part in parts]
    assert all(map(is_whole, sent))
    assert [latest([message]) for message in sent] == parts
    plain = Handover(growing=False)
    assert all(is_whole(plain.message(part)) for part in (Grown("a"), Grown("a", 1)))
    assert not is_part(pickle.dumps(("done", None)))


def _growing(item: int, emit: Emit) -> Latest:
    part = Grown(str(item), map={})
    for step in range(5):
        if step == 3 and item == 2:
            os._exit(7)
        part = replace(part, number=step, inner=Inner((str(step),), {}))
        emit(part)
    return Latest()


@pytest.mark.usefixtures("children")
@pytest.mark.parametrize("jobs", [1, 2])
def test_children_hand_over_what_they_had(jobs: int) -> None:
    """One child after several items; one dies and leaves its last part."""
    found = dict(pool(_growing, range(5), jobs=jobs, streams=True, growing=True))
    for item, outcome in found.items():
        if item == 2:
            assert isinstance(outcome, Stopped)
            assert outcome.parts == (Grown("2", 2, Inner(("2",), {}), None, {}),)
        else:
            assert outcome == Grown(str(item), 4, Inner(("4",), {}), None, {})
