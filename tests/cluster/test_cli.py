"""``--cluster``: the documents, files and exit codes of ``--jobs``, whatever happens to the cluster."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from symcause.version import __version__
from tests.cli.cases import EXAMPLES, ROOT, Shell, example, hard, write
from tests.cluster.cases import NEEDED, Dask, command, descendants, until
from tests.patience import PATIENCE
from tests.solvers.test_isolation import gone

pytest.importorskip("distributed", reason=NEEDED)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

PROGRAM = (sys.executable, "-m", "symcause")
POOL, ROWS = EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl"


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with Dask(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.fixture(scope="module")
def two_hundred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """200 problems of three families, mixed."""
    folder = tmp_path_factory.mktemp("pool")
    parts = []
    small = ("--preset", "hs_n6_easy_calibration")
    for family, count, *more in (("boolean", 20, *small), ("linear", 60), ("shapeworld", 20)):
        made = folder / f"{family}.jsonl"
        line = ["generate", family, "--count", count, "--seed", 7, "--jobs", 2, "--out", made]
        assert command(*line, *more).wait() == 0
        parts.append(made.read_text().splitlines())
    lines = [line for part in parts for line in part]
    assert len(lines) == 200
    pool = folder / "pool.jsonl"
    pool.write_text("".join(f"{line}\n" for line in sorted(lines, key=hash_of)))
    return pool


def hash_of(line: str) -> int:
    """An order that mixes families, the same in every run."""
    return sum(map(ord, line)) * 7919 % 10_007


def timeless(value: Any) -> Any:
    """A document without what the clock says."""
    if isinstance(value, dict):
        return {key: timeless(part) for key, part in value.items() if key != "seconds"}
    return [timeless(part) for part in value] if isinstance(value, list) else value


def documents(path: Path) -> list[Any]:
    return [timeless(json.loads(line)) for line in path.read_text().splitlines()]


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_two_hundred_problems_of_three_families(
    two_hundred: Path, dask: Dask, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    first = ended(command("audit", two_hundred, "--jobs", 2, "--out", here, "--json"))
    second = ended(command("audit", two_hundred, "--cluster", dask.address, "--out", there))
    assert (first[0], second[0]) == (1, 1)
    assert second[2] == ""
    assert len(documents(here)) == 200
    assert documents(here) == documents(there)


COMMANDS = (
    ("count", POOL, "--json"),
    ("solve", POOL),
    ("disambiguate", POOL, "--json"),
    ("score", POOL, ROWS, "--bootstrap", 20, "--version-space", "--json"),
    ("score", POOL, "--baseline", "simplest", "--bootstrap", 0, "--table", "main"),
    ("generate", "boolean", "--count", 3, "--seed", 3, "--level", "certified"),
    ("verify", "CERTIFIED"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: str(words[0]))
def test_every_command_says_the_same(
    words: tuple[object, ...], dask: Dask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = Shell(capsys)
    if "CERTIFIED" in words:
        certified = tmp_path / "certified.jsonl"
        shell("generate", "boolean", "--count", 4, "--level", "certified", "--out", certified)
        words = ("verify", certified)
    assert shell(*words, "--jobs", 2) == shell(*words, "--cluster", dask.address)


@pytest.mark.parametrize("form", [(), ("--json",), ("--id", "first")])
def test_what_cannot_be_read_or_asked_is_said_in_its_place(
    form: tuple[str, ...], dask: Dask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    linear = (EXAMPLES / "episode.json").read_text().replace("\n", " ")
    broken = {"format": "symcause.boolean/1", "id": "broken"}
    first, last = example("ambiguous", id="first"), example("unique", id="last")
    pool = write(tmp_path / "pool.jsonl", first, broken, "no JSON", linear, last)
    line = ("disambiguate", pool, "--rows", 8, *form)
    shell = Shell(capsys)
    here = shell(*line, "--jobs", 2)
    assert here == shell(*line, "--cluster", dask.address)
    assert here[0] == (0 if "--id" in form else 2)


def test_a_worker_is_killed_in_the_middle(two_hundred: Path, dask: Dask, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    assert ended(command("count", two_hundred, "--jobs", 2, "--out", here))[0] == 0
    process = command("count", two_hundred, "--cluster", dask.address, "--out", there)
    until(lambda: lines_in(there) >= 20)
    (worker,) = worker_below(dask.workers[1].pid)
    os.kill(worker, signal.SIGKILL)
    code, _, err = ended(process)
    assert (code, err) == (0, "")
    assert documents(there) == documents(here)


def worker_below(nanny: int) -> list[int]:
    """The process of a worker: the one that keeps children."""
    keeping = [pid for pid in descendants(nanny) if b"processes.worker_child" in command_line(pid)]
    return sorted({parent(pid) for pid in keeping} - set(keeping))


def command_line(pid: int) -> bytes:
    file = Path(f"/proc/{pid}/cmdline")
    return file.read_bytes() if file.exists() else b""


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])


def test_nobody_has_time(dask: Dask, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What hangs for real is ended in the same way, see the tests of pools."""
    line, shell = ("solve", POOL, "--timeout", "0.0001"), Shell(capsys)
    code, found = shell.json(*line, "--cluster", dask.address)
    here = shell.json(*line, "--jobs", 2)
    assert code == here[0] == 3
    assert [d["problem"] for d in found] == [d["problem"] for d in here[1]]
    # A very quick one may be done before anybody looks at the clock.
    assert {d["stopped"] for d in found if "stopped" in d} == {"time"}


def test_one_eats_memory(dask: Dask, tmp_path: Path) -> None:
    large = hard(25, max_parents=4, id="large")
    pool = write(tmp_path / "pool.jsonl", example("unique"), large, example("replay"))
    line = ("solve", pool, "--prefer", "uniform", "--memory", 64, "--json")
    here, there = ended(command(*line)), ended(command(*line, "--cluster", dask.address))
    assert here[0] == there[0] == 3
    one, two = ([timeless(json.loads(x)) for x in run[1].splitlines()] for run in (here, there))
    assert [d["problem"] for d in two] == ["unique", "large", "replay"]
    assert one[1]["stopped"] == two[1]["stopped"] == "memory"
    assert (one[0], one[2]) == (two[0], two[2])


@pytest.fixture
def other_version(tmp_path: Path) -> str:
    """A folder with the same program under another version."""
    package = tmp_path / "other" / "symcause"
    package.mkdir(parents=True)
    for part in (ROOT / "symcause").iterdir():
        if part.name not in ("version.py", "__pycache__"):
            (package / part.name).symlink_to(part)
    (package / "version.py").write_text('__version__ = "0.0.9"\n')
    return str(package.parent)


def test_another_version_on_a_worker(
    two_hundred: Path, other_version: str, dask: Dask, tmp_path: Path
) -> None:
    """A worker that joins in the middle is refused, and nothing is lost by it."""
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    old = dask.worker(PYTHONPATH=other_version)
    process = command("count", two_hundred, "--cluster", dask.address, "--out", there)
    code, _, err = ended(process)
    for _ in range(10):  # until it had joined in time to be asked
        if err:
            break
        code, _, err = ended(
            command("count", two_hundred, "--cluster", dask.address, "--out", there)
        )
    stop(old)
    assert code == 0
    (line,) = err.splitlines()
    assert line.startswith("symcause: tcp://")
    assert line.endswith(f"has symcause 0.0.9, this is {__version__}: the worker is not used")
    assert ended(command("count", two_hundred, "--jobs", 2, "--out", here))[0] == 0
    assert documents(there) == documents(here)


def stop(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def test_no_worker_of_this_version(other_version: str, tmp_path: Path) -> None:
    with Dask(tmp_path, workers=0) as alone:
        alone.worker(PYTHONPATH=other_version)
        code, out, err = ended(command("count", POOL, "--cluster", alone.address))
    assert (code, out) == (2, "")
    refused, last = err.splitlines()[-2:]
    assert refused.endswith(f"has symcause 0.0.9, this is {__version__}: the worker is not used")
    assert last == (
        f"symcause: {alone.address}: no worker of the cluster has symcause {__version__}; "
        "install the same version there and start the workers again"
    )


def test_the_scheduler_is_lost(two_hundred: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    with Dask(tmp_path) as lost:
        process = command("count", two_hundred, "--cluster", lost.address, "--out", there)
        until(lambda: lines_in(there) >= 20)
        stop(lost.scheduler)
        code, out, err = ended(process)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line == (
        f"symcause: {lost.address}: the scheduler of the cluster is gone; "
        "results already written are kept; continue with --out FILE --resume"
    )
    kept = documents(there)
    assert ended(command("count", two_hundred, "--jobs", 2, "--out", here))[0] == 0
    assert 20 <= len(kept) < 200 and kept == documents(here)[: len(kept)]
    assert ended(command("count", two_hundred, "--jobs", 2, "--out", there, "--resume"))[0] == 0
    assert documents(there) == documents(here)


def test_ctrl_c_keeps_what_there_is(two_hundred: Path, dask: Dask, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    process = command("audit", two_hundred, "--cluster", dask.address, "--out", out)
    until(lambda: lines_in(out) >= 5)
    process.send_signal(signal.SIGINT)
    code, text, err = ended(process)
    assert (code, text) == (130, "")
    assert err == (
        f"symcause: interrupted after {lines_in(out)} problems, kept in {out}; continue with --resume\n"
    )


def test_a_cluster_of_ones_own(two_hundred: Path, tmp_path: Path) -> None:
    """``local:2``; Ctrl-C on a terminal reaches all processes, and leaves none."""
    out = tmp_path / "out.jsonl"
    process = command("count", two_hundred, "--cluster", "local:2", "--out", out)
    until(lambda: lines_in(out) >= 5)
    below = descendants(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    code, _, err = ended(process)
    assert code == 130
    assert [line for line in err.splitlines() if "interrupted after" not in line] == []
    until(lambda: all(map(gone, below)))


def test_progress_shows_workers_and_rate(two_hundred: Path, dask: Dask, tmp_path: Path) -> None:
    """On a terminal."""
    screen, terminal = os.openpty()
    with subprocess.Popen(
        [*PROGRAM, "count", str(two_hundred), "--cluster", dask.address, "--out", tmp_path / "out"],
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        stdout=subprocess.DEVNULL,
        stderr=terminal,
    ) as process:
        os.close(terminal)
        shown = b""
        with contextlib.suppress(OSError):  # the other side was closed
            while part := os.read(screen, 65_536):
                shown += part
        os.close(screen)
        assert process.wait(PATIENCE) == 0
    assert re.search(rb"/200.*\d/s, 2 workers, \d+ threads.*left", shown)


def test_addresses_that_lead_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(capsys)
    monkeypatch.setattr("symcause.processes.cluster_scheduler.CONNECT", 0.5)
    assert "no scheduler answers" in shell.refused("count", POOL, "--cluster", "127.0.0.1:1")
    assert "no scheduler answers" in shell.refused("count", POOL, "--cluster", "nonsense")
    assert "as local:4" in shell.refused("count", POOL, "--cluster", "local:none")
    missing = tmp_path / "scheduler.json"
    assert "no such scheduler file" in shell.refused("count", POOL, "--cluster", missing)
    both = shell.refused("count", POOL, "--cluster", "local:1", "--jobs", 2)
    assert both.startswith("--jobs and --cluster exclude each other")
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused = shell.refused("count", POOL, "--cluster", "local:2")
    assert refused.startswith("--cluster needs dask.distributed; pip install 'dask")
