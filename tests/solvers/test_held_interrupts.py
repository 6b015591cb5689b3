"""Interrupts while a child is born wait for its end: else a child would be left that nobody ends."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from threading import Thread

import pytest

from symcause.processes.child_setup import interrupts_held
from symcause.processes.isolation import Limits, Worker

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signals here")


@pytest.fixture
def arrived() -> Iterator[list[int]]:
    """The signals that were handled, in order."""
    numbers: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: numbers.append(number))
    yield numbers
    signal.signal(signal.SIGTERM, before)


def test_a_signal_is_handled_at_the_end_of_the_block(arrived: list[int]) -> None:
    with interrupts_held():
        signal.raise_signal(signal.SIGTERM)
        assert arrived == []
    assert arrived == [signal.SIGTERM]


def test_a_key_interrupts_the_end_of_the_block() -> None:
    reached = False
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        signal.raise_signal(signal.SIGINT)
        reached = True
    assert reached


def test_handlers_are_as_before(arrived: list[int]) -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    with interrupts_held():
        pass
    assert [signal.getsignal(number) for number in numbers] == before
    with pytest.raises(KeyError), interrupts_held():
        raise KeyError
    assert [signal.getsignal(number) for number in numbers] == before
    assert arrived == []


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interrupts_held():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_other_threads_hold_nothing(arrived: list[int]) -> None:
    handlers: list[object] = []

    def work() -> None:
        with interrupts_held():
            handlers.append(signal.getsignal(signal.SIGTERM))

    before = signal.getsignal(signal.SIGTERM)
    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [before] and arrived == []


def _number(value: int) -> int:
    return value


def test_an_interrupt_at_the_birth_of_a_child_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run used to say that it was interrupted, and to wait for that child for ever."""
    children: list[object] = []

    def start(process: object, task: object) -> None:
        process.start()  # type: ignore[attr-defined]
        children.append(process)
        signal.raise_signal(signal.SIGINT)  # as the child is there, and nobody has noted it

    monkeypatch.setattr("symcause.processes.isolation.start", start)
    with pytest.raises(KeyboardInterrupt):
        Worker(_number, Limits(), streams=False)
    gc.collect()  # the worker that nobody has ends its child
    (child,) = children
    child.join(60)  # type: ignore[attr-defined]
    assert not child.is_alive()  # type: ignore[attr-defined]
