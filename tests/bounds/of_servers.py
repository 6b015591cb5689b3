"""Bounds of what others send: to the workbench, to the harnesses, in logs and in files of results."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from symcause.attempts import program_baseline
from symcause.attempts.attempt_record import AttemptBudget
from symcause.bounds import harnesses_bounds
from symcause.cli.output.page_results import recalled
from symcause.cli.output.result_file import Results
from symcause.cli.runs import episode_players
from symcause.families.linear.release.log_reader import read_steps
from symcause.families.linear.release.run_folder import _is_log, logs_below
from symcause.formats.tables.row_detection import doubt
from symcause.harnesses.text_turns import Turns
from symcause.processes.portable_program import Ended
from symcause.workbench import page_tasks, run_table
from symcause.workbench.page_episode import _offered
from symcause.workbench.page_tasks import Task
from symcause.workbench.study import Study
from tests.bounds.samples import problems
from tests.bounds.stops import refused, stops

ROOT = Path(__file__).resolve().parents[2]


# logs
@stops("linear.LOG_RECORDS", 2)
def _(size: int) -> object:
    record = json.dumps({"past_data": [], "hypothesis": {}, "experiment": ""})
    problem: Any = problems()["crystal"]
    return refused(
        lambda: read_steps("\n".join([record] * size), "log.jsonl", problem),
        "more than 2 step records",
    )


@stops("linear.FOLDER_LOGS", 2)
def _(size: int) -> object:
    with TemporaryDirectory() as name:
        for at in range(size):
            (Path(name) / f"run{at}.jsonl").write_text('{"past_data": []}', encoding="utf-8")
        return refused(lambda: list(logs_below(Path(name))), "more than 2 logs")


@stops("linear.FIRST_RECORD_BYTES", 20)
def _(size: int) -> object:
    with TemporaryDirectory() as name:
        path = Path(name) / "run.jsonl"
        path.write_text(json.dumps({"past_data": "x" * (size - 17)}), encoding="utf-8")
        assert path.stat().st_size == size
        return not _is_log(path)


# files
@stops("cli.RESULT_LINE_BYTES", 20)
def _(size: int) -> object:
    """A line that is too long is no torn one: what stands after it would be lost."""
    with TemporaryDirectory() as name:
        path = Path(name) / "results.jsonl"
        text = '{"problem": "p"}'.ljust(size - 1) + "\n"
        path.write_text(text + '{"problem": "q"}\n', encoding="utf-8")
        asked: Any = SimpleNamespace(name="audit", revived=lambda data: data)
        shown = refused(lambda: list(recalled(path, (), asked)), "more than 20 bytes")

        def again() -> None:
            with Results(str(path), resume=True, ours=lambda _: True) as results:
                assert len([*results.earlier()]) == 2

        kept = refused(again, "more than 20 bytes")
        assert shown is kept and path.read_text(encoding="utf-8").startswith(text)
        return kept


@stops("formats.DETECTED_LENGTH", 11, within=2, beyond=3)
def _(size: int) -> object:
    """The beginning of a larger matrix is none."""
    names = "abc"[:size]
    text = "\n".join(",".join(line) for line in (names, *["0" * size] * size))
    with TemporaryDirectory() as name:
        path = Path(name) / "matrix.csv"
        path.write_text(text, encoding="utf-8")
        return doubt(str(path)) is None


# programs and agents
@stops("attempts.KEPT_ERROR_LENGTH", 4)
def _(size: int) -> object:
    """The end of what a program complains about is kept."""
    ended = Ended(1, b"", b"x" * size, None, None)
    family: Any = SimpleNamespace(document=dict)
    with patch.object(program_baseline, "run_program", lambda *_: ended):
        program = program_baseline.ProgramBaseline("p", ("p",))
        handed = program.hand_in(family, (), 0, AttemptBudget(), None)
    assert handed.stderr is not None
    return len(handed.stderr) < size


@stops("cli.REFUSALS", 2)
def _(size: int) -> object:
    """After so many refusals in a row the answer is not listened to any more."""
    seen = SimpleNamespace(refused="no such action", to_dict=dict)
    answers: list[object] = []
    episode: Any = SimpleNamespace(
        transcript=SimpleNamespace(header=SimpleNamespace(id="p")),
        actions=dict,
        left=9,
        act=lambda _: seen,
        answer=answers.append,
    )
    record: Any = SimpleNamespace(note=lambda: None)
    lines = StringIO('{"action": {}}\n' * (size - 1) + '{"answer": 1}\n')
    with (
        patch.object(episode_players, "_shown", lambda _: {}),
        patch("sys.stdin", lines),
        redirect_stdout(StringIO()),
    ):
        episode_players.program(episode, record)
    return not answers


@stops("harnesses.IDLE_TURNS", 2, within=1, beyond=2)
def _(size: int) -> object:
    """So many turns without effect, and nobody listens any more."""
    seen = SimpleNamespace(refused="no such action", to_dict=dict)
    episode: Any = SimpleNamespace(act=lambda _: seen)
    turns = Turns(episode, harnesses_bounds.IDLE_TURNS)
    heard: Any = SimpleNamespace(is_answer=False, value={})
    for _ in range(size):
        turns.take(heard)
    return turns.late


@stops("harnesses.MCP_LINE_BYTES", 40)
def _(size: int) -> object:
    pytest.importorskip("mcp")
    from symcause.harnesses.mcp_lines import Refused, Wire, message_in

    line = b'{"jsonrpc":"2.0","method":"m"}'.ljust(size - 1) + b"\n"
    wire = Wire(BytesIO(line + b"next\n"), BytesIO())
    try:
        message_in(wire._line())
    except Refused as refusal:
        assert wire._line() == b"next\n", "the rest of the line is passed over"
        return "at most 40 bytes" in str(refusal.reply)
    return False


# the workbench
@stops("workbench.TABLE_RUNS", 2)
def _(size: int) -> object:
    shelf: Any = SimpleNamespace(places=[SimpleNamespace(name="runs.jsonl")])
    runs = [{"problem": "p", "right": True}] * size
    said: list[Any] = []
    with patch.object(run_table, "runs_of", lambda _: iter(runs)):
        page_tasks.TASKS["runs"](page_tasks.Room(shelf), {}, said.append)
    return said[-1] == {"first": 2} and len(said) == size


@stops("workbench.OFFERED_ACTIONS", 2)
def _(size: int) -> object:
    rules = SimpleNamespace(admissible=lambda _: iter([{"act": at} for at in range(size)]))
    episode: Any = SimpleNamespace(rules=rules, known=None)
    found: Any = _offered(episode)
    assert len(found["offered"]) == min(size, 2)
    return found["unoffered"]


@stops("workbench.STUDY_PROBLEMS", 2)
def _(size: int) -> object:
    stated = {"format": "symcause.study/1", "id": "pilot", "pool": "pool.jsonl", "seed": 7}
    one = json.loads((ROOT / "examples/world.json").read_text(encoding="utf-8"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "study.json").write_text(json.dumps(stated), encoding="utf-8")
        (folder / "pool.jsonl").write_text(
            "".join(json.dumps({**one, "id": f"p{at}"}) + "\n" for at in range(size)),
            encoding="utf-8",
        )
        return refused(lambda: Study.of(str(folder / "study.json")), "1 to 2 problems")


@stops("workbench.WAITING_TASKS", 2)
def _(size: int) -> object:
    pytest.importorskip("starlette")
    from symcause.workbench.task_children import Busy, Children

    children = Children(SimpleNamespace(), 0, None, None)  # type: ignore[arg-type]
    try:
        for _ in range(size):
            children.lines(Task("count", {}))
    except Busy:
        return True
    return False


@stops("workbench.REQUEST_BYTES", 9)
def _(size: int) -> object:
    pytest.importorskip("starlette")
    from starlette.requests import Request

    from symcause.workbench.request_guard import TOKEN, Guard, Refused

    told = {
        "host": "127.0.0.1:1",
        TOKEN: "t",
        "content-type": "application/json",
        "content-length": str(size),
    }
    headers = [(key.lower().encode(), value.encode()) for key, value in told.items()]
    scope = {"type": "http", "path": "/api/count", "headers": headers, "query_string": b""}
    try:
        Guard(None, 1, "t")._check(Request(scope))
    except Refused as refusal:
        return refusal.status == 413
    return False


@stops("harnesses.OBSERVATION_LENGTH", 6)
def _(size: int) -> object:
    """What is cut is no JSON any more; an agent has its text for it."""
    pytest.importorskip("gymnasium")
    from symcause.harnesses.gymnasium_episodes import _text

    told: Any = "x" * (size - 2)
    return not _text(told).endswith('"')


@stops("harnesses.ACTION_LENGTH", 6)
def _(size: int) -> object:
    """A longer text is no element of the space."""
    pytest.importorskip("gymnasium")
    from symcause.harnesses.gymnasium_episodes import EpisodeEnv

    return "x" * size not in EpisodeEnv("boolean").action_space
