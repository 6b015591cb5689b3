"""Problems, models and results are values: they compare, hash, copy, pickle, and print in a line."""

from __future__ import annotations

import copy
import dataclasses
import gc
import json
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import symcause
from symcause.audits.documents import Document
from symcause.errors import SymcauseError, UsageError
from tests.cli.cases import EXAMPLES

NAMES = ("ambiguous.json", "alternative.json", "crystal.json", "episode.json", "flood.txt")
NAMES += ("shapes.json", "world.json", "boats.json")
ASKED = ("audit", "count", "solve", "alternatives", "next_experiments", "disambiguate")


def problems() -> Iterator[Any]:
    for name in NAMES:
        yield symcause.load(EXAMPLES / name)
    yield symcause.load(EXAMPLES / "flood.txt", question="align")


def told(posed: Any) -> Iterator[Document]:
    api: Any = symcause
    for name in (*ASKED, "render_prompt"):
        try:
            yield getattr(api, name)(posed)
        except UsageError:  # the family does not answer it
            continue
    yield from () if "Graph" in type(posed).__name__ else (api.check(posed, "{}"),)


PROBLEMS = {f"{type(posed).__name__} {posed.id}": posed for posed in problems()}


def held(thing: Any) -> None:
    """What every value does."""
    for again in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert again == thing and hash(again) == hash(thing) and {thing: 1}[again] == 1
    assert len(repr(thing)) <= 160 and "\n" not in repr(thing)


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems_and_what_is_said_of_them(name: str) -> None:
    posed = PROBLEMS[name]
    held(posed)
    renamed = dataclasses.replace(posed, id="renamed")
    assert renamed != posed and renamed.id == "renamed"
    for document in told(posed):
        held(document)
        plain = json.loads(json.dumps(document.to_dict()))
        assert type(document).from_dict(plain) == document
        assert msgspec.structs.replace(document, problem="other") != document
    with pytest.raises(UsageError, match="not a result of this kind"):
        Document.from_dict({})


@pytest.mark.parametrize("name", PROBLEMS)
def test_spaces_and_their_parts(name: str) -> None:
    posed = PROBLEMS[name]
    try:
        space: Any = symcause.space(posed)
    except UsageError:
        return
    again = pickle.loads(pickle.dumps(space))
    assert again.count() == space.count() and posed.id in repr(space)
    held(space.pick())
    parts = [space.edges(), space.separate(space.pick())]
    if name.endswith("world"):
        parts.append(space.what_if(("hold", "circle")))
    for part in parts:
        assert copy.deepcopy(part) == part == pickle.loads(pickle.dumps(part))
        assert len(repr(part)) <= 120


def test_scores_travel_with_their_figures() -> None:
    pool = [symcause.load(EXAMPLES / "unique.json")]
    scores = symcause.score(pool, [{"instanceId": "unique", "model": "m", "response": "{}"}])
    again = pickle.loads(pickle.dumps(scores))
    assert again == scores and again.tables and len(again.figures) == len(scores.figures) > 0


def test_an_episode_says_where_it_is() -> None:
    episode = symcause.Episode(symcause.load(EXAMPLES / "world.json"))
    assert repr(episode).startswith("<Episode of world: 0 steps, ")
    episode.answer("yes")
    assert "answered" in repr(episode)


def test_an_experiment_from_a_mapping() -> None:
    made = symcause.Experiment.of({"X2": 1, "X1": 0})
    assert made == symcause.Experiment.of([("X1", 0), ("X2", 1)])


ALONE = """
import gc, signal, sys, threading, warnings
def state():
    handlers = {one: signal.getsignal(one) for one in signal.valid_signals()}
    return (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), sys.getrecursionlimit(),
        sys.get_int_max_str_digits(), sys.excepthook, sys.unraisablehook, handlers,
        threading.active_count(), [f for f in warnings.filters if "numpy" not in str(f)])
before = state()
import symcause
for name in symcause.__all__:
    getattr(symcause, name)
assert state() == before, "the names"
for name in sys.argv[1:]:
    posed = symcause.load(name)
    assert symcause.audit(posed).verdict
    assert posed._repr_html_()
    assert state() == before, name
"""


def test_nothing_is_changed_or_written_by_importing_and_asking() -> None:
    files = [EXAMPLES / name for name in NAMES]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ALONE, *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_threads_do_not_disturb_each_other() -> None:
    found: dict[tuple[str, int], object] = {}

    def ask(name: str, turn: int) -> None:
        try:
            found[name, turn] = symcause.count(PROBLEMS[name]).count
        except SymcauseError as error:
            found[name, turn] = str(error)

    threads = [threading.Thread(target=ask, args=(n, t)) for n in PROBLEMS for t in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(found) == len(threads)
    assert all(len({found[name, turn] for turn in range(3)}) == 1 for name in PROBLEMS)


def test_ctrl_c_ends_a_call_and_the_next_one_works() -> None:
    posed = symcause.load(EXAMPLES / "episode.json")
    handler, enabled = signal.getsignal(signal.SIGINT), gc.isenabled()
    alarm = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    with pytest.raises(KeyboardInterrupt):
        alarm.start()
        while True:
            symcause.audit(posed)
    alarm.join()
    assert (signal.getsignal(signal.SIGINT), gc.isenabled()) == (handler, enabled)
    assert symcause.count(posed).count == 6
