"""Those whom a run waits for may be gone: the terminal it was started from, whoever fills a pipe."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.cases import ROOT, Shell, example, hard, write
from tests.patience import PATIENCE, until
from tests.trust.interrupting import hanging, listening

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes by /proc")


@contextmanager
def working(folder: Path, before: Callable[[], None]) -> Iterator[subprocess.Popen[bytes]]:
    """A run that has one result and works on a second problem in a child."""
    pool, out = folder / "pool.jsonl", folder / "out.jsonl"
    write(pool, example("unique"), hard(25, max_parents=4))
    words = ("solve", str(pool), "--prefer", "uniform", "--out", str(out))
    process = subprocess.Popen(
        [sys.executable, "-m", "symcause", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=before,
    )
    try:
        written = lambda: out.exists() and out.read_bytes().count(b"\n") == 1  # noqa: E731
        until(lambda: written() or process.poll() is not None)
        assert process.poll() is None
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)


def ignores(pid: int, number: int) -> bool:
    """Does a process ignore a signal?"""
    text = Path(f"/proc/{pid}/status").read_text()
    mask = next(line.split()[1] for line in text.splitlines() if line.startswith("SigIgn"))
    return bool(int(mask, 16) >> number - 1 & 1)


def children(pid: int) -> list[int]:
    return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_hang_up_is_for_the_parent(tmp_path: Path) -> None:
    """The results are kept; the child ignores the signal, as it does Ctrl-C, and ends with its parent."""
    with working(tmp_path, listening) as process:
        assert not ignores(process.pid, signal.SIGHUP)
        both = (signal.SIGHUP, signal.SIGINT)
        until(lambda: any(all(ignores(c, s) for s in both) for c in children(process.pid)))
        process.send_signal(signal.SIGHUP)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complaint.startswith(b"symcause: interrupted after 1 problem, kept in ")
    assert json.loads((tmp_path / "out.jsonl").read_text())["problem"] == "unique"


def test_a_hang_up_under_nohup_is_ignored(tmp_path: Path) -> None:
    with working(tmp_path, hanging) as process:
        assert ignores(process.pid, signal.SIGHUP)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and complaint.count(b"\n") == 1


@pytest.mark.parametrize("words", [("count",), ("convert",), ("audit",)])
def test_a_pipe_that_nobody_fills(
    words: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("symcause.formats.storage.named_pipes.PATIENCE", 0.0)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    message = Shell(capsys).refused(*words, pipe)
    assert message == f"{pipe}: cannot be read: nobody has written to this pipe for 0 s"
    assert pipe.is_fifo()


def test_a_pipe_that_somebody_fills_late(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symcause.formats.storage.named_pipes.PATIENCE", PATIENCE)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = json.dumps(example("unique"))
    source = f"import time; time.sleep(0.5); open({str(pipe)!r}, 'w').write({text!r})"
    with subprocess.Popen([sys.executable, "-c", source]):
        code, out, err = Shell(capsys)("count", pipe, "--json")
    assert (code, err) == (0, "") and json.loads(out)["problem"] == "unique"
