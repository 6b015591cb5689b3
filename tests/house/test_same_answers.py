"""The same answer on every machine: clocks, processes and order change nothing in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from symcause.families.boolean.generator.presets import presets
from symcause.formats.pools.problem_writer import PICTURES, targets
from symcause.formats.shared_entries import GENERATORS
from symcause.registry import FAMILIES, family
from tests.patience import PATIENCE
from tools.corpus.clocks import ticking
from tools.corpus.command import Command
from tools.corpus.commands import FEW, commands, every
from tools.corpus.comparing import differing, read, report
from tools.corpus.places import ROOT, make, mark, turned, written
from tools.corpus.recipes import EPISODES, GRAPHS, MADE, PRESETS, PROVEN
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
    (folder / "made" / "dense.txt").write_text(GRAPHS["dense.txt"], encoding="utf-8")
    name = "unique.proof.json"
    make(folder, name, (*PROVEN[name], "--json", "--certificate"))
    return folder


def exhaustively(way: str) -> object:
    """Only with all others: backwards is in one process, too."""
    return pytest.param(way, marks=pytest.mark.exhaustive)


@cache
def _told(files: Path, way: Way) -> dict[str, tuple[int, str]]:
    few = [command for command in commands(files) if command.line in FEW]
    assert {command.line for command in few} == set(FEW)
    return {each.command: (each.code, each.text) for each in said(few, files, way, 2)}


@pytest.mark.parametrize("way", ["fast", "slow", exhaustively("one process"), "backwards"])
@pytest.mark.parametrize("command", FEW)
def test_every_way_gives_the_same_bytes(command: str, way: str, files: Path) -> None:
    usual = _told(files, Way())[command]
    assert usual[0] in (0, 1) and usual[1]
    assert _told(files, WAYS[way])[command] == usual


def test_a_pool_is_turned_and_nothing_else(files: Path, tmp_path: Path) -> None:
    turned(files, tmp_path, "examples/pool.jsonl")
    lines = (files / "examples" / "pool.jsonl").read_text().splitlines()
    assert (tmp_path / "examples" / "pool.jsonl").read_text().splitlines() == lines[::-1]
    other = Path("examples", "ordered.json")
    assert (tmp_path / other).read_bytes() == (files / other).read_bytes()


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
    code = "from time import monotonic; from symcause.budgets import Meter\n"
    code += "b = Meter(seconds=2.0); start = monotonic()\nwhile not b.over: pass\nprint('over')"
    environment = ticking(20.0, {**os.environ, "PYTHONPATH": str(ROOT)})
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.stdout == "over\n", done.stderr


def test_an_answer_that_rests_on_a_clock_is_seen_to_differ(files: Path) -> None:
    """Ten minutes are enough on the one clock, and over at once on the other."""
    flood = ("examples/flood.txt", "examples/flood.answer.txt")
    limited = [Command(("align", *flood, "--pairs", "all", "--seconds", "600", "--json"))]
    usual, fast = (next(said(limited, files, Way(clock=clock))).text for clock in (1.0, 1e6))
    assert "stopped" not in json.loads(usual) and json.loads(fast)["stopped"] == "time"


def test_times_are_all_that_is_left_out() -> None:
    assert without_times({"seconds": 1, "parts": [{"seconds": 2, "count": 3}]}) == {
        "parts": [{"count": 3}]
    }
    assert timeless('{"seconds": 0.5, "verdict": "unique"}\n') == '{"verdict": "unique"}\n'
    assert timeless("  time  0.52 s\n") == "  time  … s\n"
    assert timeless("regret 0.52 s\n") == "regret 0.52 s\n"


def test_what_differs_is_named(tmp_path: Path) -> None:
    lines = [
        {"command": name, "code": -(name == "e"), "sha256": name, "files": "f", "cpu": 1.0}
        for name in "abcdef"
    ]
    changes = (
        {},
        {"sha256": "x"},
        {"code": 3},
        {"sha256": "x", "files": "g"},
        {},
        {"command": "g"},
    )
    others = [{**line, **new, "cpu": 2.0} for line, new in zip(lines, changes, strict=True)]
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text("".join(json.dumps(line) + "\n" for line in lines))
    two.write_text("".join(json.dumps(line) + "\n" for line in others) + '{"to')
    assert differing(read(one), read(two)) == ["b", "c", "d", "e"]
    assert list(report((one, two), None)) == [
        "4 of 5 commands differ; 2 in one only",
        f"only in {one}: symcause f",
        f"only in {two}: symcause g",
        "symcause b",
        "symcause c  (exit 0 / 3)",
        "symcause d  (of other files)",
        "symcause e",
    ]


def test_a_mark_names_the_content_of_files_and_not_their_folder(tmp_path: Path) -> None:
    words = ("audit", "made/a.game.json", "--json")
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        (folder / "made").mkdir(parents=True)
        for name in ("a.game.json", "a.action_space.json", "b.json"):
            (folder / "made" / name).write_text(name)
    assert mark(here, words) == mark(there, words)
    (there / "made" / "b.json").write_text("of another command")
    assert mark(here, words) == mark(there, words)
    (there / "made" / "a.action_space.json").write_text("what is beside it counts")
    assert mark(here, words) != mark(there, words)


def test_what_another_command_made_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    file = tmp_path / "made" / "pool.jsonl"
    file.write_text("torn")
    for seed in ("1", "1", "2"):
        make(tmp_path, "pool.jsonl", ("generate", "shapeworld", "--seed", seed, "--out"))
        made = file.read_text()
        assert f"-{seed}-" in json.loads(made.splitlines()[0])["id"]
        if seed == "1":
            file.write_text(made + "kept\n")
    assert "kept" not in made


def test_a_file_that_others_may_be_reading_is_not_written_again(tmp_path: Path) -> None:
    file = tmp_path / "examples" / "a.json"
    written(file, b"one")
    os.utime(file, (0, 0))
    written(file, b"one")
    assert file.stat().st_mtime == 0
    written(file, b"two")
    assert file.read_bytes() == b"two"


def test_the_commands_cover_every_file_that_is_made() -> None:
    lines = [command.line for command in every()]
    assert all(any(name in line for line in lines) for name in (*MADE, *PROVEN, *EPISODES))
    assert all(f"generate {' '.join(given)}" in lines for given in PRESETS.values())
    assert set(FEW) <= set(lines)
    assert Command(("count", "p.json")).with_jobs().words[-1] == "2"


def test_the_commands_cover_every_family_and_question() -> None:
    asked = {(command.family, command.words[0]) for command in every()}
    logs = {command.family for command in every() if "--log" in command.words}
    for name in FAMILIES:
        questions = family(name).questions.keys() - {"look"}  # what the workbench asks
        told = {question for of, question in asked if of == name}
        assert questions - {"judge", "runs"} <= told
        assert "runs" not in questions or name in logs
        assert family(name).scoring is None or "score" in told


def test_the_commands_cover_every_generator_preset_and_target() -> None:
    words = [command.words for command in every()]
    made = {given[1] for given in words if given[0] == "generate"}
    own = {name for each in FAMILIES for name in family(each).generators}
    assert made == own | set(GENERATORS)
    drawn = {given[given.index("--preset") + 1] for given in words if "--preset" in given}
    assert drawn == set(presets())
    reached = {given[given.index("--to") + 1] for given in words if "--to" in given}
    assert reached == {*targets(), *PICTURES}
