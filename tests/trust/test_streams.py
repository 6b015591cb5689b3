"""What reaches terminals and files of figures is printable; closed and full streams, signals, no memory."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.cli.cases import EXAMPLES, ROOT, Shell, example, hard, write
from tests.patience import PATIENCE, until
from tests.trust.interrupting import listening

HOSTILE = "\x1b[31mred\x1b]0;title\x07\r\x9b2J\u202e\u0085\nnext"
"""Colours, the title of a window, the start of the line, the newer form of an escape, reversed text."""

POOL = EXAMPLES / "pool.jsonl"


def is_printable(text: str) -> bool:
    return all(c.isprintable() or c in "\n\t\f" for c in text)


@pytest.fixture
def hostile(tmp_path: Path) -> tuple[Path, Path]:
    """A problem with such units, and answers of models of such names."""
    document = example("unique")
    for world in document["worlds"]:
        world["units"] = [f"{HOSTILE}{i}" for i in range(len(world["rows"]))]
    problem = write(tmp_path / "p.json", document)
    answer = (EXAMPLES / "answers" / "unique.good.json").read_text()
    row = {"instanceId": "unique", "model": HOSTILE, "response": answer}
    other = {**row, "model": HOSTILE + "2", "response": HOSTILE}
    return problem, write(tmp_path / "rows.jsonl", row, other)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "audit P",
            "audit P --full",
            "count P",
            "solve P",
            "prompt P",
            "alternatives P",
            "next P",
        ),
        *(
            "audit P --json",
            "prompt P --json",
            "check P A",
            "check P A --json",
            "convert P --to dot",
        ),
        *("score P R", "score P R --json", "score P R --format csv", "score P R --format markdown"),
        *("score P R --format latex", "score P R --format json", "score P R --group-by model"),
        *("audit N", "count P --id N", "generate N", "schema N", "verify P P"),
    ],
)
def test_nothing_steers_the_terminal(line: str, hostile: tuple[Path, Path], shell: Shell) -> None:
    problem, rows = hostile
    words = {"P": problem, "R": rows, "A": rows, "N": HOSTILE}
    _, out, err = shell(*(words.get(word, word) for word in line.split()))
    assert out or err
    assert is_printable(out), repr(out)
    assert is_printable(err) and err.count("\n") <= 2, repr(err)


def test_files_of_figures_and_tables(
    hostile: tuple[Path, Path], tmp_path: Path, shell: Shell
) -> None:
    folder = tmp_path / "figures"
    shell("score", *hostile, "--figures", folder)
    files = sorted(path for path in folder.iterdir() if path.suffix not in (".pdf", ".png"))
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert is_printable(text), path
        if path.suffix == ".csv":
            assert not [line for line in text.splitlines() if line.startswith("next")]


def test_json_says_the_same_in_printable_characters(
    hostile: tuple[Path, Path], shell: Shell
) -> None:
    _, out, _ = shell("score", *hostile, "--json")
    assert is_printable(out)
    assert json.loads(out.splitlines()[0])["model"] == HOSTILE


def start(*arguments: object, **facts: object) -> subprocess.Popen[bytes]:
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": listening}
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "symcause", *map(str, arguments)], cwd=ROOT, **{**given, **facts}
    )


@pytest.mark.few(2)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str, tmp_path: Path) -> None:
    """Results go to their file whatever is closed, and nothing else goes into it."""
    out = tmp_path / "out.jsonl"
    command = f"'{sys.executable}' -m symcause count '{POOL}' --out '{out}' {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = out.read_text().splitlines()
    assert len(lines) > 5 and all(json.loads(line)["family"] for line in lines)


@pytest.mark.parametrize(
    "line",
    [
        *("audit {pool}", "audit {one} --json", "count {one}", "solve {one}", "next {one}"),
        *("prompt {one}", "convert {one} --to dot", "schema boolean", "score {pool} {answers}"),
        *("check {one} {answer}", "generate boolean --list", "tasks inspect"),
        *("--help", "--version", "audit --help"),
    ],
)
@pytest.mark.few(4)
def test_a_result_for_a_closed_standard_output_is_no_success(line: str) -> None:
    files = {
        "pool": POOL,
        "one": EXAMPLES / "unique.json",
        "answer": EXAMPLES / "answers" / "unique.good.json",
        "answers": EXAMPLES / "predictions.jsonl",
    }
    words = " ".join(f"'{word.format(**files)}'" for word in line.split())
    command = f"'{sys.executable}' -m symcause {words} >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, text=True)
    assert done.returncode == 2
    assert done.stderr == "symcause: standard output: cannot be written: it is closed\n"


def test_the_thin_door_says_so_too() -> None:
    command = f"'{sys.executable}' -m symcause.kernel '{POOL}' '{POOL}' >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, text=True)
    assert done.returncode == 2
    assert done.stderr == "standard output: cannot be written: it is closed\n"


def test_a_closed_standard_input_is_a_file_that_cannot_be_read() -> None:
    command = f"'{sys.executable}' -m symcause count - <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, text=True)
    assert done.returncode == 2
    assert done.stderr == "symcause: standard input: cannot be read: it is closed\n"


@pytest.mark.parametrize("line", ["count {pool}", "schema boolean", "convert {pool}", "--help"])
def test_a_full_standard_output(line: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = start(*line.format(pool=POOL).split(), stdout=full)
        _, complaint = done.communicate(timeout=PATIENCE)
    assert done.returncode in (2, 130)
    assert b"Traceback" not in complaint and complaint.count(b"\n") <= 1


def test_a_full_standard_error() -> None:
    with Path("/dev/full").open("w") as full:
        done = start("count", "nothing.json", stderr=full)
        done.communicate(timeout=PATIENCE)
    assert done.returncode == 2


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_keep_the_results(sent: signal.Signals, tmp_path: Path) -> None:
    pool, out = tmp_path / "pool.jsonl", tmp_path / "out.jsonl"
    write(pool, example("unique"), hard(25, max_parents=4))
    process = start("solve", pool, "--prefer", "uniform", "--out", out)
    until(
        lambda: (out.exists() and out.read_bytes().count(b"\n") == 1) or process.poll() is not None
    )
    process.send_signal(sent)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    told = f"symcause: interrupted after 1 problem, kept in {out}; continue with --resume\n"
    assert complaint.decode() == told
    assert json.loads(out.read_text())["problem"] == "unique"


def _filled(path: Path) -> bool:
    return bool(path.read_text().strip())


@pytest.mark.few(1)
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_one_line_for_a_signal(sent: signal.Signals, tmp_path: Path) -> None:
    """Loading, reading or at work: an empty line used to come first."""
    problem = write(tmp_path / "p.json", hard(25, max_parents=4))
    for at_work in (False, True):
        process = start("audit", problem)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if at_work and children.exists():
            until(partial(_filled, children))
        else:
            time.sleep(1)
        process.send_signal(sent)
        _, complaint = process.communicate(timeout=PATIENCE)
        if process.returncode not in (1, -sent):  # else Python was still starting, or it was done
            assert process.returncode == 130
            assert complaint.startswith(b"symcause: interrupted") and complaint.count(b"\n") == 1


def test_an_interrupt_inside_a_text_that_is_run_ends_with_our_code(tmp_path: Path) -> None:
    """Python used to end by the signal instead, although it had been caught."""
    module = tmp_path / "interrupted.py"
    module.write_text(
        "from symcause.cli import main\nfrom symcause.cli.commands import count\n"
        "def fail(*_):\n    exec('raise KeyboardInterrupt')\n"
        "count.execute = fail\n"
        f"main.main(['count', {str(POOL)!r}])\n"
    )
    command = [sys.executable, "-m", "interrupted"]
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    done = subprocess.run(
        command, capture_output=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}
    )
    assert (done.returncode, done.stderr) == (130, b"symcause: interrupted\n")


def _main_that_fails(monkeypatch: pytest.MonkeyPatch, error: Callable[[], BaseException]) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error()

    monkeypatch.setattr("symcause.cli.commands.count.execute", fail)


def test_no_memory_in_the_parent(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    _main_that_fails(monkeypatch, MemoryError)
    code, out, err = shell("count", POOL)
    assert (code, out) == (3, "")
    assert err == "symcause: out of memory; results so far are kept\n"


def test_a_fault_shows_its_traceback_only_to_those_who_ask(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    _main_that_fails(monkeypatch, lambda: KeyError("nobody expected this"))
    code, out, err = shell("count", POOL)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1 and "a fault of the program: KeyError" in err
    monkeypatch.setenv("SYMCAUSE_DEBUG", "1")
    assert "Traceback (most recent call last)" in shell("count", POOL)[2]
    monkeypatch.delenv("SYMCAUSE_DEBUG")
    assert "Traceback (most recent call last)" in shell("--debug", "count", POOL)[2]
    os.environ.pop("SYMCAUSE_DEBUG", None)


def test_the_traceback_of_a_child_is_kept_for_those_who_ask(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("nobody expected this")

    monkeypatch.setattr("symcause.families.boolean.questions.count.Count.answers", broken)
    message = shell.refused("count", EXAMPLES / "unique.json")
    assert "KeyError" in message and "please report it" in message
    monkeypatch.setenv("SYMCAUSE_DEBUG", "1")
    _, _, err = shell("count", EXAMPLES / "unique.json")
    assert "Traceback (most recent call last)" in err and "in broken" in err
