"""Programs as baselines: every fault has its status, nobody stays at work, nothing leaks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import symcause
from symcause.bounds.processes_bounds import KEPT_OUTPUT_BYTES
from symcause.cli.main import cli
from symcause.errors import UsageError
from symcause.families.boolean.baselines.public_problem import public_document
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.models.worlds import Split
from symcause.processes import foreign_program
from symcause.processes.foreign_program import run_program
from symcause.processes.portable_program import _Ending
from tests.attempts.programs import BAD, ECHO, FORKS, GOOD, needs_proc, program, running
from tests.scoring.cases import demo

pytestmark = pytest.mark.usefixtures("children")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
XOR = symcause.boolean.problem(
    [{"X1": a, "X2": b, "X3": a ^ b} for a in (0, 1) for b in (0, 1)], roots=["X1", "X2"], id="xor"
)


def attempt(command: str, seconds: float | None = None, memory: int | None = None) -> Any:
    """What comes of a program on one problem."""
    own = symcause.baselines.command(command, name="mine")
    budget = symcause.Budget(seconds=seconds)
    (row,) = symcause.baselines.solve([XOR], own, budget=budget, memory=memory)
    return row


@pytest.mark.parametrize(
    ("name", "status", "note"),
    [
        ("silent", "unreadable", "printed nothing"),
        ("trace", "crashed", "exit code 1"),
        ("three", "crashed", "exit code 3"),
        ("words", "unreadable", "no JSON"),
        ("list", "unreadable", "no JSON object"),
        ("other", "unreadable", "neither an answer"),
        ("latin", "unreadable", "no JSON"),
        ("nan", "unreadable", "no JSON"),
        ("deep", "unreadable", "recursion"),
        ("shot", "crashed", "died of SIGSEGV"),
        ("shot_by_number", "crashed", "died of signal 36"),
        ("null", "unreadable", "one of none, spent, refused"),
        ("odd", "unreadable", "not of the form"),
        ("says_none", "none", "None"),
        ("says_spent", "spent", "None"),
        ("says_refused", "refused", "too odd"),
        ("boasts", "answered", "None"),
        ("deaf", "answered", "None"),
        ("twice", "answered", "None"),
    ],
)
def test_every_end_has_its_status(name: str, status: str, note: str, tmp_path: Path) -> None:
    row = attempt(program(tmp_path, BAD[name]))
    told = row["attempt"]
    assert told["status"] == status and note in str(told["note"])
    assert (row["response"] == "") == (status != "answered")
    if name == "trace":
        assert "ValueError: oops" in told["stderr"]
    if name == "says_none":
        assert told["none_check"] == "wrong"
    if name == "says_spent":
        assert (told["work"], told["unit"]) == (7, "tries")
    if name == "boasts":
        assert told["optimum"] == "missed" and told["claims"]["optimal"] is True
    if name == "twice":
        assert json.loads(row["response"]) == json.loads(GOOD)


def test_what_cannot_be_started_has_crashed() -> None:
    told = attempt("/nowhere/at-all --fast")["attempt"]
    assert told["status"] == "crashed" and "cannot be started" in told["note"]


def test_time_and_memory_stop(tmp_path: Path) -> None:
    told = attempt(program(tmp_path, BAD["hanging"]), seconds=0.5)["attempt"]
    assert (told["status"], told["stopped"], told["budget"]["seconds"]) == ("stopped", "time", 0.5)
    told = attempt(program(tmp_path, BAD["eats"]), memory=1000)["attempt"]
    assert (told["status"], told["stopped"]) == ("stopped", "memory")


def test_the_last_words_are_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Far more than is kept, no two lines alike: exactly the last bytes of each stream."""
    kept = 1 << 15
    monkeypatch.setattr(foreign_program, "KEPT_OUTPUT_BYTES", kept)
    monkeypatch.setattr(foreign_program, "KEPT_ERROR_BYTES", kept // 2)
    code = "import sys\nfor n in range(60_000):\n    print(n)\n    print(-n, file=sys.stderr)"
    ended = run_program(program(tmp_path, code).split(), b"")
    words, errors = ("".join(f"{sign}{n}\n" for n in range(60_000)) for sign in ("", "-"))
    assert ended.output == words.encode()[-kept:]
    assert ended.errors == errors.encode()[-kept // 2 :]


def test_of_much_output_the_end_counts(tmp_path: Path) -> None:
    ended = run_program(program(tmp_path, BAD["many"]).split(), b"")
    assert len(ended.output) == KEPT_OUTPUT_BYTES and ended.output.rstrip().endswith(GOOD.encode())
    row = attempt(program(tmp_path, BAD["many"]))
    assert json.loads(row["response"]) == json.loads(GOOD)


@needs_proc
@pytest.mark.parametrize("end", ["", "time.sleep(600)"])
def test_nobody_of_the_group_stays(end: str, tmp_path: Path) -> None:
    """A child that a program leaves behind, or that waits with it."""
    file = tmp_path / "child"
    text = FORKS.format(file=str(file), good=GOOD, end=end)
    told = attempt(program(tmp_path, text), seconds=None if not end else 2.0)["attempt"]
    assert told["status"] == ("answered" if not end else "stopped")
    child = int(file.read_text())
    for _ in range(100):
        if not running(child):
            break
        time.sleep(0.05)
    assert not running(child)


@needs_proc
def test_the_group_ends_with_whoever_waits_for_it(tmp_path: Path) -> None:
    """Even if that is killed: the guard sees to it."""
    file = tmp_path / "child"
    text = FORKS.format(file=str(file), good=GOOD, end="time.sleep(600)")
    command = program(tmp_path, text).split()
    code = (
        f"from symcause.processes.foreign_program import run_program\nrun_program({command!r}, b'')"
    )
    waiting = subprocess.Popen([sys.executable, "-c", code])
    try:
        for _ in range(1200):
            if file.exists() and file.read_text():
                break
            time.sleep(0.05)
        child = int(file.read_text())
        assert running(child)
    finally:
        waiting.kill()
        waiting.wait()
    for _ in range(1200):
        if not running(child):
            break
        time.sleep(0.05)
    assert not running(child)


def test_the_bytes_do_not_tell(tmp_path: Path) -> None:
    """Problems that differ in gold, held-out worlds, metadata and ids: the same input, byte for byte."""
    problem = demo()
    assert problem.gold is not None and problem.heldout
    gold = replace(problem.gold, mechanisms=dict.fromkeys(problem.gold.mechanisms, _first(problem)))
    worlds = tuple(
        replace(world, id=f"train_aug_{at:02d}")
        for at, world in enumerate(problem.worlds)
        if world.split is Split.TRAIN
    )
    other = replace(
        problem, id="n8-0001-certified", gold=gold, worlds=worlds, metadata={"verdict": "unique"}
    )
    file = tmp_path / "seen"
    command = program(tmp_path, ECHO.format(file=str(file)))
    own = symcause.baselines.command(command, name="spy")
    rows = symcause.baselines.solve([problem, other], own, seed=3)
    assert {row["attempt"]["note"] for row in rows} == {"budget,problem,protocol,seed"}  # type: ignore[index]
    one, two = file.read_bytes().splitlines()
    assert one == two
    told = json.loads(one)
    assert told["protocol"] == "symcause.baseline/1" and told["seed"] == 3
    assert told["budget"] == {"work": None, "seconds": None}
    assert told["problem"]["id"] == "problem"
    assert [world["id"] for world in told["problem"]["worlds"]][:2] == ["w00", "w01"]
    assert {"format", "operators", "constants", "max_parents", "worlds"} <= told["problem"].keys()
    assert not {"gold", "metadata", "reference"} & told["problem"].keys()
    assert not any("units" in world for world in told["problem"]["worlds"])


def _first(problem: Any) -> Any:
    from symcause.models.expressions import Variable

    return Variable(problem.disclosure.roots[0])


def test_what_a_program_reads_is_a_problem(tmp_path: Path) -> None:
    for problem in symcause.load_pool(EXAMPLES / "pool.jsonl"):
        own = symcause.problem(public_document(replace(problem, gold=None, reference=None)))  # type: ignore[type-var, arg-type]
        assert own.id == problem.id


def test_names_are_ones_own() -> None:
    with pytest.raises(UsageError, match="this name is taken"):
        symcause.baselines.command("./mine", name="asp-edges")
    with pytest.raises(UsageError, match="this name is taken"):
        symcause.baselines.solve([XOR], simplest)
    with pytest.raises(UsageError, match="there is no command"):
        symcause.baselines.command("", name="mine")


def simplest(problem: Any, *, seed: int, budget: Any) -> None:
    """Has the name of another."""


def test_interrupted_rows_are_kept_and_resumed(tmp_path: Path) -> None:
    """Ctrl-C while a program hangs: what was written stays, nobody stays at work, --resume goes on."""
    slow = tmp_path / "slow"
    text = f"""
import json, os, time
told = json.load(__import__("sys").stdin)
if os.path.exists({str(slow)!r}):
    open({str(tmp_path / "pid")!r}, "w").write(str(os.getpid()))
    time.sleep(600)
if len(told["problem"]["variables"]) > 5:
    open({str(slow)!r}, "w").close()
print(json.dumps({{"answer": None, "status": "spent"}}))
"""
    out, names = tmp_path / "out.jsonl", ("unique", "ordered", "replay")
    pool = tmp_path / "pool.jsonl"
    every = {json.loads(t)["id"]: t for t in (EXAMPLES / "pool.jsonl").read_text().splitlines()}
    pool.write_text("\n".join(every[name] for name in names) + "\n")
    command = [sys.executable, "-m", "symcause", "score", str(pool), "--out", str(out)]
    command += ["--baseline-command", f"mine={program(tmp_path, text)}"]
    running_ = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(2400):
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            break
        time.sleep(0.05)
    pid = int((tmp_path / "pid").read_text())
    os.kill(running_.pid, signal.SIGINT)
    running_.communicate(timeout=120)
    assert running_.returncode == 130
    kept = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["problem"] for line in kept] == ["unique", "ordered"]
    for _ in range(200):
        if not running(pid):
            break
        time.sleep(0.05)
    assert not running(pid)
    slow.unlink()
    done = subprocess.run([*command, "--resume"], capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["problem"] for line in lines] == list(names)
    assert lines[:2] == kept


def test_faults_side_by_side_on_the_command_line(tmp_path: Path) -> None:
    """Every fault has its row and its line, the others go on; who never answers is named at the end."""
    pool, out = tmp_path / "pool.jsonl", tmp_path / "out.jsonl"
    other = replace(XOR, id="other")
    pool.write_text("".join(json.dumps(write_boolean(p)) + "\n" for p in (XOR, other)))
    wanted = {
        **{"silent": "unreadable", "trace": "crashed", "three": "crashed", "latin": "unreadable"},
        **{"many": "answered", "says_none": "none", "boasts": "answered", "deaf": "answered"},
    }
    asked = ["score", str(pool), "--baseline", "quine-mccluskey", "--out", str(out)]
    for name in wanted:
        asked += ["--baseline-command", f"{name}={program(tmp_path, BAD[name], name)}"]
    done = CliRunner().invoke(cli, [*asked, "--table", "synthesis"])
    assert done.exit_code == 2, done.output  # some came to nothing at all
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    found = {(line["problem"], line["model"]): line["attempt"]["status"] for line in lines}
    told = {"quine-mccluskey": "answered", **wanted}
    assert found == {(id, name): s for id in ("xor", "other") for name, s in told.items()}
    for line in lines:
        right = line["model"] in ("quine-mccluskey", "many", "deaf")
        assert line["valid"] is (right or line["model"] == "boasts")
        assert line["train_exact"] is right
    assert "trace: xor: it ended with exit code 1: ValueError: oops" in done.stderr
    assert "trace: 1 more problem: it ended with exit code 1" in done.stderr
    assert "trace: all 2 attempts failed" in done.stderr
    for claim in (
        "boasts claims the least for xor, wrongly",
        "boasts does not explain xor, as it claims",
        "says_none says that xor has no model, and it has",
    ):
        assert claim in " ".join(done.stdout.split())


def test_amounts_are_not_negative(tmp_path: Path) -> None:
    text = f'print(\'{{"answer": {GOOD}, "work": -5}}\')'
    told = attempt(program(tmp_path, text))["attempt"]
    assert told["status"] == "unreadable" and "work" in told["note"]


def test_only_the_end_of_what_is_printed_is_kept() -> None:
    """However much it is, and in whatever blocks it comes."""
    printed = bytes(range(256)) * 4_000
    for most in (1, 100, 70_000, 2_000_000):
        ending = _Ending(BufferedReader(BytesIO(printed)), most)
        ending.run()
        assert ending.kept_bytes == printed[-most:]
        assert len(ending._read) <= 2 * most
