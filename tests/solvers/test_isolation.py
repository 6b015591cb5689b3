"""Children that spin, eat memory, crash or flood: limits hold for real and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import active_children, resource_tracker
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from symcause.errors import ProblemError, UsageError
from symcause.processes.child_setup import memory_can_be_bounded
from symcause.processes.isolation import Failure, Limits, Stopped, Worker, call
from symcause.processes.pools import Backend, pool
from symcause.processes.start_method import forks
from symcause.solvers.sat.sat_engine import PysatEngine
from tests.patience import PATIENCE, hang, hangs, until
from tests.solvers.test_sat import pigeons
from tests.trust.interrupting import listening

Emit = Callable[[object], None]

pytestmark = pytest.mark.usefixtures("children")


@pytest.fixture(autouse=True)
def no_child_left() -> Iterator[None]:
    before = _children()
    yield
    assert (
        _children() <= before
    )  # neither running nor unreaped; lasting ones of other tests may stay


def _children() -> set[str]:
    """Processes that were started here and not yet waited for."""
    try:
        listed = [*Path(f"/proc/{os.getpid()}/task").glob("*/children")]
    except FileNotFoundError:
        return {str(child.pid) for child in active_children()}
    found = {child for one in listed for child in one.read_text().split()}
    return found - {str(resource_tracker._resource_tracker._pid)}  # of Python, for good


def spin_in_c() -> object:
    """CaDiCaL holds the interpreter's lock for minutes here."""
    hangs()
    with PysatEngine(pigeons(13)) as engine:
        return engine.solve()


def eat() -> int:
    blocks = []
    while True:
        blocks.append(bytearray(1 << 24))


def load_a_library() -> None:
    raise ImportError("x.so: failed to map segment from shared object")


def complain() -> None:
    raise ProblemError("bad row", file="a.json", place="rows[3]", value=7)


def stumble() -> None:
    raise ZeroDivisionError("by nought")


def count_and_hang(upto: int, *, emit: Emit) -> int:
    for i in range(upto):
        emit(i)
    return upto if upto == 3 else hang()


def flood(*, emit: Emit) -> None:
    while True:
        emit(b"x" * 100_000)


def chatter() -> int:
    print("to standard output")
    sys.stdout.flush()
    os.write(1, b"to the descriptor")
    os.write(2, b"to the other one")
    return 5


def nameless() -> Callable[[], int]:
    return lambda: 0


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def nested() -> object:
    hangs()
    return call(time.sleep, PATIENCE, seconds=PATIENCE)


def pick(item: str) -> object:
    """One function, many ends; for pools."""
    return {
        "spin": spin_in_c,
        "eat": eat,
        "complain": complain,
        "stumble": stumble,
        "exit": lambda: os._exit(4),
        "die": die,
        "pid": os.getpid,
        "nested": nested,
    }.get(item, lambda: item.upper())()


def test_values_and_errors_travel() -> None:
    assert call(pow, 2, 1000) == 2**1000
    if forks():
        assert call(lambda: "forked functions need no name", seconds=PATIENCE) is not None
    with pytest.raises(ProblemError) as caught:
        call(complain)
    assert str(caught.value) == "a.json: rows[3]: bad row (got 7)"
    with pytest.raises(Failure, match="ZeroDivisionError: by nought") as failed:
        call(stumble)
    assert "in stumble" in failed.value.trace
    with pytest.raises(Failure):
        call(nameless)  # a result that cannot travel
    if not forks():
        with pytest.raises(UsageError, match="at the top of a module"):
            call(lambda: 0)


def test_time_limit_holds_while_c_code_runs() -> None:
    assert call(spin_in_c, seconds=0.3) == Stopped("time limit of 0.3 s")
    assert call(nested, seconds=0.3) == Stopped("time limit of 0.3 s")


bounded = pytest.mark.skipif(not memory_can_be_bounded(), reason="no memory limits on this system")


@bounded
def test_memory_limit() -> None:
    assert call(eat, megabytes=200) == Stopped("memory limit of 200 MB", by="memory")
    assert call(pow, 2, 10, megabytes=200) == 1024
    assert call(load_a_library, megabytes=200) == Stopped("memory limit of 200 MB", by="memory")


def test_crashes_have_a_reason() -> None:
    assert call(os._exit, 3) == Stopped("the process ended with code 3", by="lost")
    assert call(die) == Stopped("the process died of SIGKILL", by="lost")
    if memory_can_be_bounded():
        limited = "the process died of SIGKILL (memory limit 900 MB)"
        assert call(die, megabytes=900) == Stopped(limited, by="memory")


def test_a_child_may_die_before_its_work_arrives() -> None:
    before = _children()
    worker = Worker(print, Limits(PATIENCE, None), streams=False)
    try:
        (child,) = _children() - before
        os.kill(int(child), signal.SIGKILL)
        while worker.alive:
            time.sleep(0.01)
        worker.send((1,))
        assert worker.receive(PATIENCE) and worker.outcome == Stopped(
            "the process died of SIGKILL", by="lost"
        )
    finally:
        worker.kill()


def test_parts_are_kept(hanging: None) -> None:
    seen: list[object] = []
    stopped = call(count_and_hang, 5, seconds=1.5, streams=True, on_part=seen.append)
    assert stopped == Stopped("time limit of 1.5 s", (0, 1, 2, 3, 4))
    assert seen == [0, 1, 2, 3, 4]
    assert call(count_and_hang, 3, seconds=1.5, streams=True) == 3


def test_a_flood_ends_with_its_time() -> None:
    assert isinstance(call(flood, seconds=0.2, streams=True), Stopped)


def test_children_are_silent(capfd: pytest.CaptureFixture[str]) -> None:
    sys.stdout.write("pending")  # an unflushed buffer must not come out twice
    assert call(chatter) == 5
    sys.stdout.flush()
    assert capfd.readouterr() == ("pending", "")


def test_pool_keeps_order_and_survives_everything(hanging: None) -> None:
    items = ["a", "spin", "complain", "exit", "b", "stumble", "die", "nested", "c"]
    found = list(pool(pick, iter(items), jobs=2, seconds=1.5))
    assert [index for index, _ in found] == list(range(len(items)))
    values = [value for _, value in found]
    assert values[0] == "A" and values[4] == "B" and values[8] == "C"
    assert values[1] == values[7] == Stopped("time limit of 1.5 s")
    assert isinstance(values[2], ProblemError) and isinstance(values[5], Failure)
    assert values[3] == Stopped("the process ended with code 4", by="lost")
    assert values[6] == Stopped("the process died of SIGKILL", by="lost")


@bounded
def test_pool_parts_and_memory(hanging: None) -> None:
    found = dict(pool(count_and_hang, [3, 2, 3], jobs=1, seconds=1.5, streams=True))
    assert found == {0: 3, 1: Stopped("time limit of 1.5 s", (0, 1)), 2: 3}
    found = dict(pool(pick, ["a", "eat", "b"], jobs=2, megabytes=200))
    assert found == {0: "A", 1: Stopped("memory limit of 200 MB", by="memory"), 2: "B"}


def test_pool_reuses_workers_and_reads_only_a_little_ahead() -> None:
    pids = {value for _, value in pool(pick, ["pid"] * 6)}
    assert len(pids) == 1 and os.getpid() not in pids
    taken: list[int] = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(len(taken))
            yield "a"

    running = pool(pick, endless(), jobs=2)
    for _ in range(3):
        next(running)
    running.close()  # type: ignore[attr-defined]
    assert len(taken) <= 3 + 8


INTERRUPTED = """
import os, sys, time
sys.path.insert(0, {root!r})
from symcause.processes.isolation import call
from symcause.processes.pools import pool
from tests.solvers.test_isolation import spin_in_c
def work(*_):
    with open({marker!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
    return spin_in_c()
if __name__ == "__main__":
    try:
        {statement}
    except KeyboardInterrupt:
        sys.exit(130)
"""


def interrupted(folder: Path, statement: str) -> list[str]:
    """The command of a script that does this; its children write their numbers into ``pids``."""
    script, root = folder / "script.py", str(Path(__file__).resolve().parents[2])
    code = INTERRUPTED.format(root=root, marker=str(folder / "pids"), statement=statement)
    script.write_text(code, encoding="utf-8")
    return [sys.executable, str(script)]


@pytest.mark.parametrize("statement", ["call(work)", "list(pool(work, 'ab', jobs=2))"])
def test_ctrl_c_kills_the_children(statement: str, tmp_path: Path) -> None:
    marker, command = tmp_path / "pids", interrupted(tmp_path, statement)
    with subprocess.Popen(command, preexec_fn=listening) as process:
        children = wait_for_children(marker, 1 if "call" in statement else 2)
        time.sleep(0.2)  # most likely into the solver; it ends in the same way before
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 130
    assert all(gone(pid) for pid in children)


AT_BIRTH = """
import os, signal, sys, time
from multiprocessing import process
class Children(set):
    def add(self, child):
        super().add(child)
        os.kill(os.getpid(), signal.SIGINT)
process._children = Children()
from symcause.processes.isolation import call
try:
    call(time.sleep, 1000)
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_an_interrupt_at_the_birth_of_a_child_leaves_none() -> None:
    """Nobody knew the child yet, and the process waited for it at its end, for ever."""
    done = subprocess.run(
        [sys.executable, "-c", AT_BIRTH],
        preexec_fn=listening,
        cwd=Path(__file__).resolve().parents[2],
        timeout=PATIENCE,
    )
    assert done.returncode == 130


@pytest.mark.skipif(sys.platform != "linux", reason="needs the parent-death signal")
def test_children_die_with_a_killed_parent(tmp_path: Path) -> None:
    marker = tmp_path / "pids"
    with subprocess.Popen(interrupted(tmp_path, "call(work)")) as process:
        (child,) = wait_for_children(marker, 1)
        process.kill()
    until(lambda: gone(child), "the child outlived its parent")


def wait_for_children(marker: Path, count: int) -> list[int]:
    lines = lambda: marker.read_text().splitlines(keepends=True) if marker.exists() else []  # noqa: E731
    until(lambda: len(lines()) == count and lines()[-1].endswith("\n"), "nobody started")
    return [int(line) for line in lines()]


def gone(pid: int) -> bool:
    """True if no process of that number runs (an unreaped orphan of init counts as gone)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return shown.stdout.strip()[:1] in ("", "Z")


def _where(item: object) -> int:
    if item == "bad":
        raise ProblemError("bad")
    if item == "odd":
        raise ValueError("odd")
    return os.getpid()


def test_light_items_are_done_here_unless_limits_or_jobs_ask_for_children() -> None:
    """Outcomes are those of children: values, errors, and faults with their traces."""
    items, here = ["a", "bad", "odd", "b"], os.getpid()
    found = dict(pool(_where, items, light=lambda item: item != "b"))
    assert found[0] == here and found[3] != here
    assert isinstance(found[1], ProblemError) and str(found[1]) == "bad"
    odd = found[2]
    assert isinstance(odd, Failure) and str(odd).startswith("ValueError: odd") and odd.trace
    begun = [
        pool(_where, ["a"], light=lambda item: True, jobs=2),
        pool(_where, ["a"], light=lambda item: True, seconds=PATIENCE),
    ]
    if memory_can_be_bounded():
        begun.append(pool(_where, ["a"], light=lambda item: True, megabytes=4_000))
    assert all(dict(apart)[0] != here for apart in begun)


class _Crew:
    """Workers that finish what they began last, and the first item last of all."""

    def __init__(self, places: int, window: int) -> None:
        self.places, self.window, self.most = places, window, 0
        self._at_work: list[int] = []

    @property
    def under_way(self) -> int:
        return len(self._at_work)

    def begin(self, index: int, _item: object) -> None:
        self._at_work.append(index)
        self.most = max(self.most, self.under_way)

    def wait(self, _patience: float | None = None) -> dict[int, object]:
        index = self._at_work.pop()
        return {index: index}

    def dismiss(self) -> None:
        self._at_work.clear()


@pytest.mark.parametrize(("places", "window"), [(1, 1), (2, 5), (3, 3), (2, 40)])
def test_no_more_are_at_work_than_there_is_room_for(places: int, window: int) -> None:
    """And no more are finished beside them, while the first one is still missing, than may wait."""
    begun, crew = list[int](), _Crew(places, window)

    def items() -> Iterator[int]:
        for item in range(20):
            begun.append(item)
            yield item

    on = cast("Backend", SimpleNamespace(crew=lambda _: crew))
    for done, (index, outcome) in enumerate(pool(abs, items(), on=on)):
        assert index == outcome == done
        assert len(begun) <= done + max(places, window)
    assert crew.most == places and len(begun) == 20
