"""A child that stays: it answers call after call, is replaced if it dies, and never outlives its caller."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from symcause.errors import UsageError
from symcause.processes.function_child import Lasting
from symcause.processes.isolation import Failure, Stopped, call
from tests.patience import PATIENCE, until


def _who(value: object) -> tuple[int, object]:
    return os.getpid(), value


def _odd(value: int) -> int:
    if value % 2:
        raise UsageError("odd", value=value)
    return 10 // value


def _with_threads(value: int) -> int:
    """As a library does that starts threads and keeps them."""
    threading.Thread(target=time.sleep, args=(PATIENCE,), daemon=True).start()
    return value


def _die(value: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return value


def test_one_child_for_all_calls() -> None:
    who = Lasting(_who)
    found = [who(value) for value in range(20)]
    assert [value for _, value in found] == list(range(20))  # type: ignore[misc]
    (child,) = {pid for pid, _ in found}  # type: ignore[misc]
    assert child != os.getpid()


def test_errors_come_back_and_the_child_stays() -> None:
    odd = Lasting(_odd)
    assert odd(2) == 5
    with pytest.raises(UsageError, match="odd"):
        odd(1)
    with pytest.raises(Failure, match="ZeroDivisionError"):
        odd(0)
    assert odd(10) == 1


def test_a_child_that_was_killed_is_replaced() -> None:
    who = Lasting(_who)
    first, _ = who(1)  # type: ignore[misc]
    os.kill(first, signal.SIGKILL)
    second, value = who(2)  # type: ignore[misc]
    assert (value, second != first) == (2, True)
    assert isinstance(Lasting(_die)(1), Stopped)


def test_every_thread_has_its_own() -> None:
    who, found = Lasting(_who), list[object]()
    threads = [threading.Thread(target=lambda i=i: found.append(who(i))) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(value for _, value in found) == [0, 1, 2, 3]  # type: ignore[misc]


def test_forks_of_the_caller_do_not_wait() -> None:
    """Each fork has a child of its own, although the first has threads by then."""
    computed = Lasting(_with_threads)
    assert computed(1) == 1
    for value in range(3):
        assert call(computed, value, seconds=PATIENCE) == value
    assert computed(2) == 2


SCRIPT = """
import os
from symcause.processes.isolation import call
from tests.solvers.test_lasting import _who
from symcause.processes.function_child import Lasting
who = Lasting(_who)
print(who(0)[0], call(who, 1)[0], flush=True)
{end}
"""


@pytest.mark.parametrize("end", ["", "raise SystemExit(3)", "os.kill(os.getpid(), 9)"])
def test_it_ends_with_its_caller(end: str) -> None:
    code = SCRIPT.format(end=end)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
    pids = [int(word) for word in done.stdout.split()]
    assert len(pids) == 2
    until(lambda: not any(map(_runs, pids)), f"still there: {pids}")


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
