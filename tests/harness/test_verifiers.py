"""Tasksets of verifiers, offline: the same tasks everywhere, validated by certificate, paid by one rule."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from symcause.episodes.agents import played
from symcause.harnesses.episode_grounds import EpisodeGround, interactive
from symcause.harnesses.grounds import item
from symcause.harnesses.text_turns import Turns, spoken
from symcause.scoring.answer_grades import ABSTENTION

ROOT = Path(__file__).resolve().parents[2]
GROUNDS = [
    ("replay", {}),
    ("crystals", {}),
    ("crystals", {"question": "target"}),
    ("shapeworld", {}),
    ("finite", {}),
    ("finite_queries", {}),
]
FAMILIES = sorted(interactive())

needed = pytest.mark.skipif(
    find_spec("verifiers") is None, reason="needs verifiers (pip install 'symcause[verifiers]')"
)


def _problems(ground: str, **facts: Any) -> Any:
    from verifiers.v1 import load_taskset, taskset_config_type

    name = "symcause-problems"
    return load_taskset(taskset_config_type(name)(id=name, ground=ground, seed=7, **facts))


def _episodes(family: str, **facts: Any) -> Any:
    from verifiers.v1 import load_taskset, taskset_config_type

    name = "symcause-episodes"
    return load_taskset(taskset_config_type(name)(id=name, family=family, seed=7, **facts))


def _trace(task: Any, reply: str = "", **info: Any) -> Any:
    import verifiers.v1 as vf

    told = vf.TraceTask(type=type(task).__name__, data=task.data, key=task.key, hash=task.hash)
    agent = vf.AgentInfo(config=vf.AgentConfig(runtime=vf.SubprocessConfig()), name="test")
    return vf.Trace(task=told, agent=agent, root_reply=reply, info=info)


def _scored(task: Any, reply: str = "", **info: Any) -> Any:
    trace = _trace(task, reply, **info)
    asyncio.run(task.score(trace))
    return trace


# Static problems.


@needed
@pytest.mark.parametrize(("ground", "options"), GROUNDS)
def test_tasks_are_the_items_of_the_ground(ground: str, options: dict[str, Any]) -> None:
    tasks = list(_problems(ground, options=options).take(4))
    for index in (3, 0):
        made, task = item(ground, 7, index, options=options), tasks[index]
        assert (task.data.name, task.data.prompt, task.data.idx) == (made.id, made.prompt, index)
        assert json.loads(task.data.problem) == made.document
        assert task.hash == _problems(ground, options=options).item(index).with_data(idx=index).hash
    assert sorted(task.data.open for task in tasks) == [False, False, True, True]
    (only,) = _problems(ground, options=options, side="open").take(1)
    assert only.data.open


@needed
@pytest.mark.parametrize(("ground", "options"), GROUNDS)
def test_rewards_and_metrics(ground: str, options: dict[str, Any]) -> None:
    pair = sorted(_problems(ground, options=options).take(2), key=lambda task: task.data.open)
    settled, opened = pair
    claim = settled.data.answer
    cells = {
        "claim settled": _scored(settled, f"So:\n{claim}"),
        "abstention settled": _scored(settled, ABSTENTION),
        "claim open": _scored(opened, claim),
        "abstention open": _scored(opened, ABSTENTION),
        "silence": _scored(opened, ""),
    }
    earned = {name: trace.reward for name, trace in cells.items()}
    lucky = cells["claim open"].metrics["lucky"]
    assert earned == {
        "claim settled": 1.0,
        "abstention settled": 0.0,
        "claim open": lucky / 2,
        "abstention open": 1.0,
        "silence": 0.0,
    }
    whole = cells["claim settled"]
    assert {name: reward.score for name, reward in whole.rewards.items()} == {
        "earned": 1.0,
        "right": 1.0,
        "justified": 1.0,
    }
    assert set(whole.metrics) == {"lucky", "claimed", "abstained", "overclaim", "premature"}
    assert cells["claim open"].metrics["overclaim"] == 1.0
    assert cells["abstention settled"].metrics["premature"] == 1.0


@needed
def test_weights_are_a_matter_of_the_config() -> None:
    rewards = {"earned": {"weight": 0.0}, "right": {"weight": 2.0}}
    (task,) = _problems("shapeworld", side="settled", task={"rewards": rewards}).take(1)
    assert _scored(task, task.data.answer).reward == 2.0
    assert _scored(task, ABSTENTION).reward == 0.0


@needed
@pytest.mark.parametrize(("ground", "options"), GROUNDS)
def test_scoring_is_pure_and_picklable(ground: str, options: dict[str, Any]) -> None:
    for task in _problems(ground, options=options).take(2):
        again = pickle.loads(pickle.dumps(task))
        for reply in (task.data.answer, ABSTENTION, "?"):
            first, trace = _scored(task, reply).rewards, _trace(again, reply)
            assert _scored(again, reply).rewards == first
            assert again.numbers(trace) == again.numbers(trace)


@needed
def test_neither_rewards_nor_validation_load_a_solver() -> None:
    tasks = [
        task for ground, options in GROUNDS for task in _problems(ground, options=options).take(2)
    ]
    tasks += [task for family in FAMILIES for task in _episodes(family).take(1)]
    code = (
        "import asyncio, pickle, sys\n"
        "for name in ('pysat', 'z3', 'flint', 'pyganak', 'cliquepicking'):\n"
        "    sys.modules[name] = None\n"
        "tasks = pickle.load(sys.stdin.buffer)\n"
        "assert all([asyncio.run(task.validate(None)) for task in tasks])\n"
        "class Trace: last_reply, info = '{\"cannot_tell\": true}', {}\n"
        "print([task.numbers(Trace)['reward'] for task in tasks])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(tasks),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr.decode()
    expected = [float(getattr(task.data, "open", False)) for task in tasks]
    assert json.loads(done.stdout) == expected


@needed
@pytest.mark.parametrize("ground", ["replay", "crystals", "shapeworld", "finite"])
def test_a_certificate_that_does_not_hold_is_found(ground: str) -> None:
    first, second = _problems(ground).take(2)
    assert asyncio.run(first.validate(None)) and asyncio.run(second.validate(None))
    document, other = json.loads(first.data.problem), json.loads(second.data.problem)
    document["metadata"]["certificate"] = other["metadata"]["certificate"]
    assert not asyncio.run(first.with_data(problem=json.dumps(document)).validate(None))
    del document["metadata"]["certificate"]
    assert not asyncio.run(first.with_data(problem=json.dumps(document)).validate(None))
    assert not asyncio.run(first.with_data(open=not first.data.open).validate(None))
    assert not asyncio.run(first.with_data(answer="?").validate(None))


# Episodes.


@needed
@pytest.mark.parametrize("family", FAMILIES)
def test_episodes_begin_alike_and_are_paid_by_what_they_earned(family: str) -> None:
    first, second = _episodes(family).take(2)
    assert first.data.name != second.data.name
    assert second.hash == _episodes(family).item(1).with_data(idx=1).hash
    assert json.loads(first.data.problem)["metadata"]["certificate"]
    again = pickle.loads(pickle.dumps(first)).begun("somebody")
    whole = played(EpisodeGround(family).episode(7, 0, "somebody"), "random").transcript
    assert whole.answer is not None
    for step in whole.steps:
        heard = again.take(spoken(f"I try {json.dumps({'action': step.action})}"))
        assert heard["observation"] == step.observation
    assert again.take(spoken(json.dumps({"answer": whole.answer.answer})))["answered"]
    assert str(again.episode.transcript) == str(whole)
    trace = _scored(first, earned=dict(again.earned or {}))
    assert again.earned is not None and trace.reward == again.earned["reward"]
    assert _scored(first).reward == 0.0


@needed
@pytest.mark.parametrize("family", FAMILIES)
def test_prompts_of_episodes_say_how_to_answer_and_nothing_of_gold(family: str) -> None:
    (task,) = _episodes(family).take(1)
    prompt = task.data.prompt
    assert '"action"' in prompt and '"answer"' in prompt
    assert ("cannot_tell" in prompt) == (family != "scenario")
    for word in ("certificate", "metadata", "gold"):
        assert word not in prompt


def test_what_a_model_says_between_words() -> None:
    said = spoken(
        'I think {"a": 1} first.\n```json\n{"action": {"action": "hold", "shape": "star"}}\n```'
    )
    assert (said.value, said.is_answer) == ({"action": "hold", "shape": "star"}, False)
    assert spoken('{"answer": {"cannot_tell": true}}').value == {"cannot_tell": True}
    assert spoken("hm").value == "hm" and not spoken("").is_answer


def test_who_says_nothing_sensible_is_not_listened_to() -> None:
    turns = Turns(EpisodeGround("shapeworld").episode(1, 0), patience=2)
    assert "refused" in turns.take(spoken("hm")) and not turns.late
    assert "refused" in turns.take(spoken("{}")) and turns.late
    assert turns.earned is None


# The commands of verifiers.

VALIDATED = [
    *(
        ("symcause-problems", "ground", ground, 100)
        for ground in ("replay", "crystals", "shapeworld")
    ),
    *(("symcause-episodes", "family", family, 10) for family in FAMILIES),
]


def _command(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"from verifiers.v1.cli.{name} import main; main()", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{Path(__file__).parent}", "NO_KEY": "none"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@needed
@pytest.mark.parametrize(("taskset", "option", "value", "count"), VALIDATED)
def test_vf_validate(taskset: str, option: str, value: str, count: int, tmp_path: Path) -> None:
    arguments = (f"--taskset.{option}", value, "--runtime.type", "subprocess", "--rich", "false")
    said = _command("validate", taskset, "-n", str(count), *arguments, "-o", str(tmp_path))
    summary = json.loads(said[said.index("{") :])
    assert summary["total"] == count
    for check in ("gold", "noop"):
        assert summary["checks"][check]["valid"] == count, summary


@contextmanager
def _model(says: Callable[[int, str], str]) -> Iterator[str]:
    """An endpoint whose model says something by the number of its turn and what it heard last."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            turn = sum(message["role"] == "assistant" for message in body["messages"])
            message = {"role": "assistant", "content": says(turn, body["messages"][-1]["content"])}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            told = {"id": "x", "object": "chat.completion", "created": 0, "model": body["model"]}
            usage = dict.fromkeys(("prompt_tokens", "completion_tokens", "total_tokens"), 1)
            text = json.dumps({**told, "choices": [choice], "usage": usage}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()


def _evaluated(taskset: str, seat: str, endpoint: str, folder: Path, *options: str) -> list[Any]:
    _command(
        *("eval.main", taskset, "-n", "4", "-r", "1", *options, "--model", "scripted"),
        *(f"--env.{seat}.harness.id", "spoken-harness", "--client.base-url", endpoint),
        *("--client.api-key-var", "NO_KEY", "--push", "false", "--rich", "None"),
        *("-o", str(folder), "--run.name", "one"),
    )
    lines = (folder / "one" / "traces.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


@needed
def test_vf_eval_of_a_model_that_always_abstains(tmp_path: Path) -> None:
    with _model(lambda turn, heard: f"Who knows.\n{ABSTENTION}") as endpoint:
        found = _evaluated("symcause-problems", "agent", endpoint, tmp_path)
    traces = _traces(found)
    opened = [trace["task"]["data"]["open"] for trace in traces]
    assert sorted(opened) == [False, False, True, True]
    for trace, is_open in zip(traces, opened, strict=True):
        assert trace["rewards"]["earned"]["score"] == float(is_open)
        assert trace["metrics"]["premature"] == float(not is_open)


@needed
def test_vf_eval_of_a_model_that_acts_once_and_guesses(tmp_path: Path) -> None:
    def says(turn: int, heard: str) -> str:
        if turn == 0:
            return 'First I hold one.\n{"action": {"action": "hold", "shape": "circle"}}'
        assert "moving" in json.loads(heard)["observation"]
        return '{"answer": "yes"}'

    with _model(says) as endpoint:
        found = _evaluated("symcause-episodes", "player", endpoint, tmp_path)
    for trace in _traces(found):
        header, step, answer = map(json.loads, trace["info"]["transcript"].splitlines())
        assert header["agent"] == "scripted"
        assert step["action"] == {"action": "hold", "shape": "circle"}
        assert answer["answer"] == "yes"
        assert trace["rewards"]["earned"]["score"] == trace["info"]["earned"]["reward"]
        assert trace["metrics"]["claimed"] == 1.0


def _traces(found: list[Any]) -> list[Any]:
    traces = [trace for one in found for trace in one.get("traces", [one])]
    assert len(traces) == 4 and all(trace["ok"] for trace in traces)
    return traces
