"""Two runs that write the same place: one has what it writes alone, the other is told and keeps its own.

Both are under way before either is given its problems, and end in any order. They are forked from a process
that has loaded the program, so that a race costs little.
"""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import BinaryIO

from attack.corpus import EXAMPLES
from attack.faults import Outcome, judge
from attack.running import preload

_LEFT = "is kept as "
_OTHER_NAME = re.compile(r"\.[0-9a-f]{12}\.part$")
_BLANK = b"\n" * 200_000  # more than a pipe holds: whoever lets it through reads already

_KINDS = [
    json.loads((EXAMPLES / f"{name}.json").read_text()) for name in ("unique", "hidden-roots")
]
_ANSWERS = "".join(  # right twice for one kind of problems, once for the other
    json.dumps(
        {"instanceId": f"p{n}", "model": model, "response": json.dumps(_KINDS[kind]["gold"])}
    )
    + "\n"
    for model in ("one", "two")
    for n, kind in enumerate((0, 0, 1))
)


@dataclass(frozen=True)
class Race:
    """A command that reads problems from standard input and writes at X, and how many it is given."""

    command: str
    problems: int = 3
    all_kept: bool = True  # the slower run has written everything, or stops at the first conflict

    def arguments(self, place: Path) -> list[str]:
        named = {"X": str(place / "X"), "ANSWERS": str(place.parent / "answers.jsonl")}
        return [named.get(word, word) for word in self.command.split()]


RACES = {
    "two conversions": Race("convert - --to jsonl --out X"),
    "two pages": Race("audit - --quiet --html X", 1),
    "two pages of scores": Race("score - ANSWERS --bootstrap 0 --html X"),
    "two certificates": Race("audit - --quiet --certificate X", 1),
    "two folders of certificates": Race("audit - --quiet --certificate X", 2, all_kept=False),
    "two datasets": Race("convert - --quiet --dataset X"),
    "two sets of figures": Race("score - ANSWERS --bootstrap 0 --figures X"),
    "two sets of tables": Race("score - ANSWERS --bootstrap 0 --tables X"),
}


_feeds: set[int] = set()  # what the runs that are under way read from


@dataclass
class _Run:
    process: int
    feed: BinaryIO
    place: Path

    def give(self, data: bytes) -> None:
        with suppress(BrokenPipeError):  # it has ended already: how is told by its code
            self.feed.write(data)
            self.feed.flush()

    def ended(self) -> Outcome:
        _feeds.discard(self.feed.fileno())
        with suppress(BrokenPipeError):
            self.feed.close()
        _, status = os.waitpid(self.process, 0)
        out, err = (self.place.with_suffix(kind).read_bytes() for kind in (".out", ".err"))
        return Outcome(os.waitstatus_to_exitcode(status), out, err)


def race(kind: Race, place: Path, rng: Random, there: bool = False) -> str | None:
    """What is wrong with the files of two runs, or with what they say; something may be *there* already."""
    preload()
    order = rng.sample(range(2), 2)
    inputs = [_problems(_KINDS[number], kind.problems) for number in order]
    wanted = [_alone(kind, number) for number in order]
    (place / "answers.jsonl").write_text(_ANSWERS)
    here = place / "both"
    here.mkdir()
    if there and list(wanted[0]) == ["X"]:
        (here / "X").write_text("older")
    runs = [_begun(kind, here, place / f"run-{number}") for number in range(2)]
    for run in runs:
        run.give(_BLANK)
    first, second = rng.sample(range(2), 2)
    ends: dict[int, Outcome] = {}
    runs[first].give(inputs[first])
    if rng.random() < 0.5:
        ends[first] = runs[first].ended()
    runs[second].give(inputs[second])
    for number in (second, first):
        if number not in ends:
            ends[number] = runs[number].ended()
    return _judged(kind, here, [ends[0], ends[1]], wanted)


@cache
def _alone(kind: Race, number: int) -> dict[str, bytes]:
    """The files that a run on problems of this number writes alone."""
    with TemporaryDirectory(prefix="attack-") as name:
        place = Path(name)
        (place / "answers.jsonl").write_text(_ANSWERS)
        (place / "here").mkdir()
        run = _begun(kind, place / "here", place / "run")
        run.give(_problems(_KINDS[number], kind.problems))
        ended = run.ended()
        assert ended.code in (0, 1), ended
        return _content(place / "here")


def _problems(document: dict[str, object], count: int) -> bytes:
    return "".join(json.dumps({**document, "id": f"p{n}"}) + "\n" for n in range(count)).encode()


def _begun(kind: Race, here: Path, streams: Path) -> _Run:
    reading, writing = os.pipe()
    _feeds.add(writing)
    process = os.fork()
    if process:
        os.close(reading)
        return _Run(process, os.fdopen(writing, "wb"), streams)
    code: object = 70
    try:
        os.dup2(reading, 0)
        for number, ending in ((1, ".out"), (2, ".err")):
            os.dup2(os.open(streams.with_suffix(ending), os.O_WRONLY | os.O_CREAT, 0o600), number)
        for feed in _feeds:  # what feeds the other run is not held open here
            os.close(feed)
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        from symcause.cli.main import main

        try:
            main(kind.arguments(here))
        except SystemExit as ended:
            code = ended.code
        sys.stderr.flush()
    finally:
        os._exit(code if isinstance(code, int) else 71)


def _content(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _judged(
    kind: Race, here: Path, ends: list[Outcome], wanted: list[dict[str, bytes]]
) -> str | None:
    """One run has written what it writes alone; the other was told, and what it wrote is kept."""
    shown = repr([(ended.code, ended.errors[-300:]) for ended in ends])
    if wrong := next((fault for ended in ends if (fault := judge((), ended))), None):
        return wrong
    told = [ended.code == 2 for ended in ends]
    if _comparable(wanted[0]) == _comparable(wanted[1]):
        return "both write the same alone: nothing is tried"
    if sum(told) != 1:
        return f"{sum(told)} of two runs were told: {shown}"
    loser = told.index(True)
    said = ends[loser].errors.decode().partition(_LEFT)[2].split("\n")[0].split(", ")
    left: dict[str, bytes] = {}
    kept: dict[str, bytes] = {}
    for name, data in _content(here).items():
        parts = Path(name).parts
        if said[0] and any(part in said for part in parts):
            kept[str(Path(*(_OTHER_NAME.sub("", part) for part in parts)))] = data
        else:
            left[name] = data
    if _comparable(left) != _comparable(wanted[1 - loser]):
        return f"other files than those of one run: {sorted(left)}; {shown}"
    own = {name: data for name, data in wanted[loser].items() if kind.all_kept or name in kept}
    refused_at_once = not said[0] and not kept
    if not refused_at_once and (not kept or _comparable(kept) != _comparable(own)):
        return f"the slower run lost something: {sorted(kept)} of {sorted(own)}; {shown}"
    return None


def _comparable(files: dict[str, bytes]) -> dict[str, bytes]:
    """Pages say how long things took: all numbers of them are left out."""
    return {
        name: re.sub(rb"[0-9.]+", b"", data) if b"<!doctype html>" in data[:100].lower() else data
        for name, data in files.items()
    }
