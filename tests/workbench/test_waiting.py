"""A workbench has no clock of its own: an answer takes what it takes, and nobody has to wait for it."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE, until
from tests.reports.chromium import Page, needs_chromium
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = needs_serve

STATE = {"document": json.loads((EXAMPLES / "ambiguous.json").read_text())}

HEAVY: dict[str, Any] = {
    "format": "symcause.boolean/1",
    "id": "heavy",
    "variables": [f"X{i}" for i in range(14)],
    "setting": "hidden-roots",
    "root_count": 3,
    "worlds": [{"id": "w", "split": "train", "rows": ["01" * 7]}],
}


@contextmanager
def _halted(bench: Bench) -> Iterator[int]:
    """Somebody has asked, and the process that works for the answer does not get on."""
    body = json.dumps({"state": {"document": HEAVY}}).encode()
    with socket.create_connection(("127.0.0.1", bench.port), timeout=PATIENCE) as line:
        line.sendall(
            (
                f"POST /api/ask/audit HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\n"
                f"X-Symcause-Token: {bench.token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n"
            ).encode()
            + body
        )
        until(lambda: bench.children())
        (child,) = bench.children()
        os.kill(child, signal.SIGSTOP)
        yield child


def test_no_clock_runs_unless_one_is_asked_for() -> None:
    from symcause.cli.commands.serve import command
    from symcause.workbench.server import Bounds

    assert Bounds().seconds is None
    assert command.make_context("serve", []).params["timeout"] is None
    assert command.make_context("serve", ["--timeout", "5"]).params["timeout"] == 5.0


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_problems_are_opened_while_an_answer_takes_long(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The only process that may think does not get on; the shelf and a problem are there all the same.

    One that is started anew is held up before it has loaded anything: the server does not wait for it.
    """
    monkeypatch.setenv("SYMCAUSE_START_METHOD", method)
    with workbench(EXAMPLES / "ambiguous.json", "--children", 1) as bench, _halted(bench):
        (entry, end) = bench.lines("shelf")
        assert entry["entry"]["items"][0]["id"] and end == {"end": None}
        (opened, _) = bench.lines("open", {"file": 0, "at": 0})
        assert opened["opened"]["family"] == "boolean"


def test_an_answer_that_nobody_waits_for_makes_room() -> None:
    with workbench("--children", 1) as bench:
        with _halted(bench) as child:
            assert bench.children() == [child]
        *_, last, end = bench.lines("ask/count", {"state": STATE})
        assert last["document"]["count"] == 23 and end == {"end": None}


@needs_chromium
def test_a_person_may_stop_an_answer(page: Page, tmp_path: Path) -> None:
    """What is not known says so, the process is gone, and the next edit is answered."""
    path = tmp_path / "ambiguous.json"
    path.write_text(json.dumps(STATE["document"]))
    with workbench(path, "--children", 1) as bench:
        bench.open(page)
        with _halted(bench) as child:  # so that the page waits for its own answer
            page.run("document.querySelector('.shelf-item').click()")
            page.wait("document.documentElement.classList.contains('busy') && bench.opened")
            shown = "getComputedStyle(document.querySelector('[data-act=stop]')).visibility"
            assert page.run(shown) == "visible"
            page.run("document.querySelector('[data-act=stop]').click()")
            page.wait("document.documentElement.dataset.settled")
            assert "it was stopped here" in page.run(
                "document.querySelector('#figures').textContent"
            )
            assert page.run(shown) == "hidden"
            assert bench.children() == [child]  # nobody works for the page
        page.run("document.querySelector('[data-act=switch-row]').click()")
        page.wait("document.documentElement.dataset.settled === String(bench.asked)")
        assert page.run("bench.figures.count.count") is not None
        assert page.complaints == []
