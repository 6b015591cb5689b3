"""The same answer on every machine: clocks, processes and order change nothing in it."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tools.corpus import __main__ as runner
from tools.corpus.clocks import ticking
from tools.corpus.commands import FEW, Command, commands
from tools.corpus.comparing import differing, read, report
from tools.corpus.places import MADE, PROVEN, ROOT, reversed_pools
from tools.corpus.running import Way, said
from tools.corpus.timeless import timeless, without_times

WAYS = {
    "fast": Way(clock=20.0),
    "slow": Way(clock=0.05),
    "one process": Way(mode="one"),
    "backwards": Way(mode="one", backwards=True),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the few commands need, and no more."""
    folder = tmp_path_factory.mktemp("corpus")
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "data").mkdir()
    (folder / "made").mkdir()
    from tools.corpus.places import GRAPHS, _make

    (folder / "made" / "dense.txt").write_text(GRAPHS["dense.txt"], encoding="utf-8")
    name = "unique.proof.json"
    _make(folder, name, (*PROVEN[name], "--json", "--certificate"))
    return folder


@cache
def _told(files: Path, way: Way) -> dict[str, tuple[int, str]]:
    few = [command for command in commands(files) if command.line in FEW]
    assert {command.line for command in few} == set(FEW)
    return {each.command: (each.code, each.text) for each in said(few, files, way, 2)}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", FEW)
def test_every_way_gives_the_same_bytes(
    command: str, way: str, files: Path, tmp_path: Path
) -> None:
    usual = _told(files, Way())[command]
    there = files
    if WAYS[way].backwards:
        there = files.with_name("backwards")
        if not there.exists():
            reversed_pools(files, there)
    assert usual[0] in (0, 1) and usual[1]
    assert _told(there, WAYS[way])[command] == usual


CLOCKS = (
    *("time", "monotonic", "perf_counter", "process_time", "thread_time"),
    *("time_ns", "monotonic_ns", "perf_counter_ns", "process_time_ns", "thread_time_ns"),
)

_PASSED = """
import os, resource, time
CLOCKS = {clocks!r}

def read():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return [getattr(time, name)() for name in CLOCKS] + [sum(os.times()[:2]), used.ru_utime + used.ru_stime]

def unchanged():  # clocks that nobody changes
    return [time.clock_gettime(kind) for kind in (time.CLOCK_MONOTONIC, time.CLOCK_PROCESS_CPUTIME_ID)]

def passed():
    outer, before, inner = unchanged(), read(), unchanged()
    while unchanged()[1] - inner[1] < 0.1:
        pass
    shortest, after, longest = unchanged(), read(), unchanged()
    least = [end - start for start, end in zip(inner, shortest)]
    most = [end - start for start, end in zip(outer, longest)]
    return [[end - start for start, end in zip(before, after)], least, most]
"""

_CHILDREN = (
    _PASSED
    + """
import json, multiprocessing, subprocess, sys
from pathlib import Path
code = Path(__file__).read_text().partition("import json, multi")[0] + "print(passed())"
pipe, end = multiprocessing.get_context("fork").Pipe()
child = multiprocessing.get_context("fork").Process(target=lambda: end.send(passed()))
child.start()
forked = pipe.recv()
child.join()
spawned = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout)
print(json.dumps([passed(), forked, spawned]))
"""
)


@pytest.mark.parametrize("factor", [20.0, 0.05])
def test_the_clocks_of_a_command_and_of_its_children_are_changed(
    factor: float, tmp_path: Path
) -> None:
    script = tmp_path / "clocks.py"
    script.write_text(_CHILDREN.format(clocks=CLOCKS), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], env=ticking(factor), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for passed, least, most in json.loads(done.stdout):
        for name, shown in zip((*CLOCKS, "os.times", "rusage"), passed, strict=True):
            seconds = shown / 1e9 if name.endswith("_ns") else shown
            kind = name.startswith(("process", "thread", "rusage", "os."))
            # between what clocks that nobody changed said within and around it; some count in hundredths
            assert factor * (least[kind] - 0.03) <= seconds <= factor * (most[kind] + 0.03), name


def test_an_alarm_rings_when_the_clock_says_so() -> None:
    code = (
        "import signal, time\n"
        "signal.setitimer(signal.ITIMER_REAL, 10_000_000)\n"
        "print(signal.getitimer(signal.ITIMER_REAL)[0] > 1_000_000)\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])\n"
        "signal.setitimer(signal.ITIMER_REAL, 10_000)\n"
        "signal.sigwait([signal.SIGALRM])\n"
        "print('rang')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=ticking(10_000.0),
        capture_output=True,
        text=True,
        timeout=PATIENCE,  # less than the hours that an unchanged clock would take
    )
    assert done.stdout == "True\nrang\n"


def test_a_limit_of_the_user_follows_the_clock() -> None:
    """The command's own clock is the one that was changed: two seconds last a tenth of one."""
    code = "from time import monotonic; from symcause.budgets import Budget\n"
    code += "b = Budget(seconds=2.0); start = monotonic()\nwhile not b.over: pass\nprint('over')"
    environment = ticking(20.0, {**os.environ, "PYTHONPATH": str(ROOT)})
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.stdout == "over\n", done.stderr


def test_times_are_all_that_is_left_out() -> None:
    assert without_times({"seconds": 1, "parts": [{"seconds": 2, "count": 3}]}) == {
        "parts": [{"count": 3}]
    }
    assert timeless('{"seconds": 0.5, "verdict": "unique"}\n') == '{"verdict": "unique"}\n'
    assert timeless("  time  0.52 s\n") == "  time  … s\n"
    assert timeless("regret 0.52 s\n") == "regret 0.52 s\n"


def test_what_differs_is_named(tmp_path: Path) -> None:
    lines = [{"command": "a", "code": 0, "sha256": "1"}, {"command": "b", "code": 0, "sha256": "2"}]
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text("".join(json.dumps(line) + "\n" for line in lines))
    two.write_text("".join(json.dumps({**line, "sha256": "1"}) + "\n" for line in lines) + '{"to')
    assert differing(read(one), read(two)) == ["b"]
    assert list(report((one, two), None))[1:] == ["symcause b"]
    assert tmp_path != runner.FILES


def test_the_commands_cover_every_pool_and_certificate() -> None:
    from tools.corpus.commands import _all

    lines = [command.line for command in _all()]
    assert all(any(name in line for line in lines) for name in (*MADE, *PROVEN))
    assert set(FEW) <= set(lines)
    assert Command(("count", "p.json")).with_jobs().words[-1] == "2"
    assert multiprocessing.get_all_start_methods()
