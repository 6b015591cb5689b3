"""The plugin of pytest that collects modules of tests once, and tries many mutants on them, each in a fork.

Loaded with ``-p tools.mutants.server`` by :mod:`tools.mutants.forked`. A module of tests is run once as the
package is, with probes at the places of the mutants it is near to; then, for every one of these that is not
noticed yet, those of its tests that come to the place, until one fails.
"""

from __future__ import annotations

import importlib
import json
import mmap
import os
import resource
import select
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path

import pytest

from tools.mutants.mutant import Edit, Mutant
from tools.mutants.swap import Functions, listen, probed
from tools.mutants.tree_copy import mutated

LEAST, TIMES, MEMORY = 20.0, 20.0, 8 << 30
"""A test hangs after this many seconds of a processor and this many times what it took."""
LEAST_REACHING, PART = 12, 8
"""A module is run until so many of its tests reach each of the mutants that it is near to, or this part of
the tests that a mutant is tried with at most."""
PROBED = 30
"""Seconds of a processor after which a module is run no further."""
LONGEST = 900.0
"""Seconds after which it hangs if it only waits."""

_failed: list[str] = []
_passed: dict[str, bool] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.append(report.nodeid)
    well = _passed.get(report.nodeid, True)
    _passed[report.nodeid] = well and report.passed


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    task = json.loads(Path(os.environ["MUTANTS_TASK"]).read_text("utf-8"))
    os.set_inheritable(task["answers"], False)
    with os.fdopen(task["answers"], "w", encoding="utf-8") as answers:
        server = Server(session, [Asked(read(one), near) for one, near in task["mutants"]], task)
        for answer in server.answers():
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
    return True


def written(mutant: Mutant) -> dict[str, object]:
    return asdict(mutant)


def read(known: dict[str, object]) -> Mutant:
    edits = tuple(Edit(**one) for one in known["edits"])  # type: ignore[attr-defined]
    return Mutant(**(known | {"edits": edits, "lines": tuple(known["lines"])}))  # type: ignore[arg-type, call-overload]


@dataclass
class Asked:
    """A mutant, the modules of tests that are near to it, and what has been tried."""

    mutant: Mutant
    near: list[str]
    tests: int = 0
    outcome: str = "unreached"
    by: str = ""


class Server:
    def __init__(self, session: pytest.Session, asked: list[Asked], task: dict[str, int]) -> None:
        self._most, self._seconds = task["tests"], float(task["seconds"])
        self._reaching = max(LEAST_REACHING, self._most // PART)
        self._folder = Path.cwd()
        self._asked = asked
        self._items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            self._items.setdefault(item.nodeid.partition("::")[0], []).append(item)
        self._sources = {one.mutant.file: self._source(one.mutant.file) for one in asked}
        for file in self._sources:
            with suppress(Exception):  # what cannot be loaded is loaded by no test either
                importlib.import_module(file.removesuffix(".py").replace("/", "."))
        self._functions = Functions([self._folder / file for file in self._sources])
        self._spent = dict.fromkeys(range(len(asked)), 0.0)

    def _source(self, file: str) -> bytes:
        return (self._folder / file).read_bytes()

    def answers(self) -> Iterator[dict[str, object]]:
        """What is known of a mutant as soon as it is known."""
        left = dict(enumerate(self._asked))
        ahead = {place: set(one.near) for place, one in left.items()}
        ranked = (pair for one in self._asked for pair in enumerate(one.near))
        order = sorted(ranked, key=lambda pair: pair[0])
        for module in dict.fromkeys(name for _, name in order):
            near = {place: one for place, one in left.items() if module in one.near}
            if near and module in self._items:
                reached, seconds = self._probed(module, near)
                for place, one in near.items():
                    self._try(place, one, reached[place], seconds)
            for place, one in list(left.items()):
                ahead[place].discard(module)
                told = one.outcome in ("killed", "hung") or self._enough(place, one)
                if told or not ahead[place]:
                    yield self._answer(left.pop(place))
        for one in left.values():
            yield self._answer(one)

    def _enough(self, place: int, one: Asked) -> bool:
        return one.tests >= self._most or self._spent[place] > self._seconds

    def _answer(self, one: Asked) -> dict[str, object]:
        known = {"outcome": one.outcome, "by": one.by, "tests": one.tests}
        return {"name": one.mutant.name, **known}

    def _probed(
        self, module: str, near: dict[int, Asked]
    ) -> tuple[dict[int, list[str]], dict[str, float]]:
        """Tests that reach the mutants, and the seconds of all; of what passes as the package is."""
        hits = mmap.mmap(-1, len(self._asked))
        table = Path(os.environ["MUTANTS_TABLE"])
        table.write_text("", "utf-8")

        def run() -> None:
            def hit(place: int) -> None:
                hits[place] = 1

            listen(hit)
            files: dict[str, dict[int, Mutant]] = {}
            for place, one in near.items():
                files.setdefault(one.mutant.file, {})[place] = one.mutant
            for file, mutants in files.items():
                source = self._sources[file]
                self._functions.swap(self._folder / file, source, probed(source, mutants))
            with table.open("a", encoding="utf-8") as out:
                seen = Counter[int]()
                for item, following in _followed(_mixed(self._items[module])):
                    if all(seen[place] >= self._reaching for place in near):
                        return
                    hits[:] = bytes(len(hits))
                    start = time.process_time()
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                    took = time.process_time() - start
                    well = _passed.get(item.nodeid, False)
                    places = [place for place in near if hits[place]]
                    seen.update(places if well else ())
                    out.write(json.dumps((item.nodeid, well, took, places)) + "\n")
                    out.flush()

        _forked(run, LONGEST, PROBED)
        reached: dict[int, list[str]] = {place: [] for place in near}
        seconds: dict[str, float] = {}
        for line in table.read_text("utf-8").splitlines():
            test, well, took, places = json.loads(line)
            seconds[test] = took
            for place in places if well else ():
                reached[place].append(test)
        return reached, seconds

    def _try(self, place: int, one: Asked, tests: list[str], seconds: dict[str, float]) -> None:
        """Try a mutant on those tests of a module that reach it."""
        chosen = cases(tests, seconds)[: self._most - one.tests]
        if not chosen:
            return
        if one.mutant.loads:
            one.outcome, one.tests = "loads", one.tests + len(chosen)
            one.by = json.dumps([*json.loads(one.by or "[]"), *chosen])
            return
        known = {item.nodeid: item for item in self._items[chosen[0].partition("::")[0]]}
        told = Path(os.environ["MUTANTS_TABLE"])
        told.write_text("", "utf-8")

        def run() -> None:
            source = self._sources[one.mutant.file]
            changed = one.mutant.applied(source)
            self._functions.swap(self._folder / one.mutant.file, source, changed)
            for item, following in _followed([known[test] for test in chosen]):
                most = time.process_time() + LEAST + TIMES * seconds[item.nodeid]
                resource.setrlimit(resource.RLIMIT_CPU, (ceil(most), resource.RLIM_INFINITY))
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if _failed:
                    told.write_text(_failed[0], "utf-8")
                    return

        start = _work_of_forks()
        with mutated(self._folder, one.mutant, place + 1):
            code = _forked(run, LONGEST, None)
        self._spent[place] += _work_of_forks() - start
        one.tests += len(chosen)
        one.by = told.read_text("utf-8")
        if one.by:
            one.outcome = "killed"
        elif code is None or code == -signal.SIGXCPU:
            one.outcome = "hung"
        elif code:
            one.outcome, one.by = "killed", f"exit code {code}"
        else:
            one.outcome = "survived"


def cases(tests: list[str], seconds: dict[str, float]) -> list[str]:
    """One case of every test before a second one, the fastest first."""
    seen = Counter[str]()
    places = list[tuple[int, float, str]]()
    for test in sorted(tests, key=lambda test: (seconds[test], test)):
        function = test.partition("[")[0]
        places.append((seen[function], seconds[test], test))
        seen[function] += 1
    return [test for _, _, test in sorted(places)]


def _mixed(items: list[pytest.Item]) -> list[pytest.Item]:
    """One case of every test before a second one."""
    seen = Counter[str]()
    places = list[tuple[int, int]]()
    for place, item in enumerate(items):
        function = item.nodeid.partition("[")[0]
        places.append((seen[function], place))
        seen[function] += 1
    return [items[place] for _, place in sorted(places)]


def _followed(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _work_of_forks() -> float:
    """Seconds of a processor that all forks so far have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _forked(run: Callable[[], None], longest: float, processor: int | None) -> int | None:
    """The exit code of a fork that runs something, for so many seconds of a processor; None if it hung."""
    child = os.fork()
    if not child:
        code = 1
        with suppress(BaseException):
            os.setsid()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if processor is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 5))
            run()
            code = 0
        os._exit(code)
    watch = os.pidfd_open(child)
    try:
        ended = select.select([watch], [], [], longest)[0]
    finally:
        os.close(watch)
        with suppress(OSError):
            os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) if ended else None
