"""Inspect, offline: static tasks and episodes with a scripted model; logs that score reads."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.episodes.episode import Episode
from symcause.formats.pools.problem_files import read_problem
from symcause.harnesses.static_tasks import items
from tests.harness.test_tasks import GENERATED, holed
from tests.patience import PATIENCE

pytest.importorskip(
    "inspect_ai", reason="Inspect is not installed: pip install 'symcause[inspect]'"
)

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WORLD = {
    "format": "symcause.shapeworld/1",
    "id": "three",
    "shapes": ["circle", "square", "star"],
    "question": {"cause": "circle", "effect": "star"},
    "initial": ["circle", "square", "star"],
    "gold": {"edges": [["circle", "square"], ["square", "star"]]},
}


def evaluated(
    task: str, say: Callable[..., Any], folder: Path, *, fails: int = 0, **arguments: Any
) -> Any:
    from inspect_ai import eval
    from inspect_ai.model import get_model

    from symcause.harnesses import inspect_registry

    model = get_model("mockllm/model", custom_outputs=say)
    (log,) = eval(
        getattr(inspect_registry, task)(**arguments),
        model=model,
        log_dir=str(folder),
        display="none",
        log_format="json",
        fail_on_error=fails + 1 if fails else True,
    )
    assert log.status == "success", log.error
    return log


def output(content: str = "", call: tuple[str, dict[str, Any]] | None = None) -> Any:
    from inspect_ai.model import ModelOutput, ModelUsage

    if call is None:
        made = ModelOutput.from_content("mockllm/model", content)
    else:
        made = ModelOutput.for_tool_call("mockllm/model", call[0], call[1])
    made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return made


def means(log: Any) -> dict[str, float]:
    return {score.name: score.metrics["mean"].value for score in log.results.scores}


@pytest.mark.parametrize("task", ["statements", "cpt"])
def test_a_log_names_task_pool_version_and_its_first_score(task: str, tmp_path: Path) -> None:
    pool = tmp_path / "My Pool.jsonl"
    pool.write_text("".join(f"{json.dumps(i.document)}\n" for i in items(task, limit=2)))
    log = evaluated(task, lambda *_: output("Yes"), tmp_path / "logs", pool=str(pool))
    assert (log.eval.task, log.eval.dataset.name) == (f"{task}_my-pool", f"{task}_my-pool")
    assert log.eval.task_version == 1
    assert log.results.scores[0].name == log.eval.metadata["symcause_primary"] == "right"


def test_inspect_finds_the_tasks(tmp_path: Path) -> None:
    """By the entry point of the installed package, from wherever one stands."""
    script = (
        "from inspect_ai._util.registry import registry_lookup\n"
        "names = ('replay', 'alternative', 'crystals', 'shapeworld', 'textgraph', 'episode',\n"
        "  'statements', 'cpt', 'scenario', 'suite')\n"
        "print([bool(registry_lookup('task', f'symcause/{name}')) for name in names])"
    )
    found = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert found.stdout.strip() == str([True] * 10), found.stderr


def test_a_static_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pool = EXAMPLES / "unique.json"
    gold = json.dumps(json.loads(pool.read_text())["gold"])
    log = evaluated("replay", lambda *_: output(gold), tmp_path, pool=str(pool))
    found = means(log)
    assert found["right"] == found["valid"] == 1.0
    assert isnan(found["joint_success"]) or found["joint_success"] == 0.0
    assert gold not in str(log.samples[0].input)
    answers = tmp_path / "answers.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["tasks", "from-inspect", log.location, "--out", str(answers)])
    assert not ended.value.code
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["score", str(pool), str(answers), "--json"])
    assert not ended.value.code
    line = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (line["problem"], line["model"], line["right"]) == ("unique", "mockllm/model", True)


def test_an_episode(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pool = tmp_path / "world.json"
    pool.write_text(json.dumps(WORLD))
    script = [
        ("act", {"action": {"action": "hold", "shape": "circle"}}),
        ("act", {"action": {"action": "fly", "shape": "circle"}}),
        ("act", {"action": {"action": "hold", "shape": "square"}}),
        ("act", {"action": {"action": "hold", "shape": "star"}}),
        ("act", {"action": {"action": "move", "shape": "circle"}}),
        ("submit", {"answer": "yes"}),
    ]
    heard: list[str] = []

    def say(messages: list[Any], *_: Any) -> Any:
        heard.extend(message.text for message in messages)
        done = sum(message.role == "assistant" for message in messages)
        return output(call=script[done])

    options = {"pool": str(pool), "budget": 6, "rules": {"protocol": "released"}}
    log = evaluated("episode", say, tmp_path / "logs", **options)
    found = means(log)
    assert found["right"] == 1.0
    assert found["answered"] == 1.0
    assert found["steps"] == 4.0
    assert found["invalid"] == 0.2  # a share, as in the table of score
    assert log.eval.model_generate_config.parallel_tool_calls in (None, False)
    assert log.plan.config.parallel_tool_calls is False
    assert any("one thing at a time" in text for text in heard)
    assert not any("parallel" in text for text in heard)
    assert not any('"gold"' in text for text in heard)
    transcripts = tmp_path / "episodes.jsonl"
    with pytest.raises(SystemExit):
        main(["tasks", "from-inspect", log.location, "--out", str(transcripts)])
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(["score", str(pool), str(transcripts), "--json"])
    assert not ended.value.code
    line = json.loads(capsys.readouterr().out.splitlines()[0])
    assert line["model"] == "mockllm/model"
    assert (line["right"], line["invalid"]) == (True, 1)
    assert line["rules"]["protocol"] == "released"
    with pytest.raises(SystemExit):
        main(["score", str(pool), str(transcripts), "--table", "experiments"])
    title, head, _, row, *_ = capsys.readouterr().out.splitlines()
    assert title == "Experiments of episodes"
    cells = dict(zip(re.split(r"  +", head), re.split(r"  +", row), strict=True))
    assert float(cells["invalid"]) == found["invalid"]
    assert float(cells["wasted"]) == found["wasted"]
    assert all(len(str(value).replace(".", "")) <= 5 for value in found.values())


def test_samples_that_failed_are_no_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A network that breaks down says nothing about a model; two logs of one run are one."""
    names = ("unique", "ambiguous")
    pool = tmp_path / "pool.jsonl"
    documents = [json.loads((EXAMPLES / f"{name}.json").read_text()) for name in names]
    pool.write_text("".join(json.dumps(document) + "\n" for document in documents))

    (heard,) = items("replay", EXAMPLES / "unique.json")

    def say(messages: list[Any], *_: Any) -> Any:
        if messages[-1].text.strip() != heard.prompt.strip():
            raise ConnectionError("the network is down")
        return output("{}")

    first = evaluated("replay", say, tmp_path / "logs", fails=1, pool=str(pool))
    answers = tmp_path / "answers.jsonl"

    def turned(*logs: Any, options: tuple[str, ...] = ()) -> tuple[object, str]:
        with pytest.raises(SystemExit) as ended:
            names = [log.location for log in logs]
            main(["tasks", "from-inspect", *names, "--out", str(answers), *options])
        return ended.value.code, capsys.readouterr().err

    code, said = turned(first)
    assert not code
    assert "1 sample without an answer left out: 1 × " in said and "network is down" in said
    (line,) = answers.read_text().splitlines()
    assert json.loads(line)["instanceId"] == "unique"

    again = evaluated("replay", lambda *_: output("{}"), tmp_path / "logs", pool=str(pool))
    code, said = turned(first, again)
    assert not code
    assert len(answers.read_text().splitlines()) == 2
    assert "without an answer" not in said  # the second run has it
    assert f"1 sample of {first.location} also in a newer log" in said
    code, said = turned(first, again, options=("--repeats",))
    assert len(answers.read_text().splitlines()) == 3 and "each is kept" in said

    def silent(*_: Any) -> Any:
        raise ConnectionError("the network is down")

    answers.unlink()
    code, said = turned(evaluated("replay", silent, tmp_path / "logs", fails=2, pool=str(pool)))
    assert code == 2
    assert "no sample contains an answer" in said
    assert not answers.exists()


def test_an_episode_without_an_answer(tmp_path: Path) -> None:
    pool = tmp_path / "world.json"
    pool.write_text(json.dumps(WORLD))
    say = lambda *_: output(call=("act", {"action": {"action": "hold", "shape": "star"}}))  # noqa: E731
    log = evaluated("episode", say, tmp_path / "logs", pool=str(pool), message_limit=6)
    found = means(log)
    assert found["answered"] == found["right"] == found["justified"] == 0.0


@pytest.mark.parametrize("as_object", [False, True])
@pytest.mark.parametrize("name", ["unique", "crystal", "world", "boats"])
def test_an_episode_of_every_family(name: str, as_object: bool, tmp_path: Path) -> None:
    """One action that is admitted, then the answer of the simplest model."""
    pool = EXAMPLES / f"{name}.json"
    mine = Episode(read_problem(pool), seed=5, budget=3)
    action = dict(mine.rules.admissible(mine.known)[0])
    assert mine.act(action).refused is None
    answer = mine.rules.simplest(mine.known)
    judged = mine.answer(answer)
    said = answer if as_object and isinstance(answer, dict) else json.dumps(answer)
    script = [("act", {"action": action}), ("submit", {"answer": said})]

    def say(messages: list[Any], *_: Any) -> Any:
        return output(call=script[sum(message.role == "assistant" for message in messages)])

    log = evaluated("episode", say, tmp_path / "logs", pool=str(pool), budget=3, seed=5)
    found = means(log)
    assert (found["steps"], found["invalid"], found["answered"]) == (1.0, 0.0, 1.0)
    assert found["right"] == judged.right
    assert isnan(found["justified"]) == (judged.support is None)


TEXT = {
    "format": "symcause.textgraph/1",
    "id": "rain",
    "nodes": ["rain", "flood"],
    "edges": [{"source": "rain", "target": "flood"}],
    "text": "Rain causes floods.",
}


@pytest.mark.parametrize("task", [*GENERATED, "textgraph"])
def test_every_static_task_takes_nonsense(task: str, tmp_path: Path) -> None:
    """It is scored, and nothing about it is good."""
    pool = tmp_path / "text.json"
    pool.write_text(json.dumps(TEXT))
    options = {"pool": str(pool)} if task == "textgraph" else {"limit": 2}
    found = means(evaluated(task, lambda *_: output("no idea"), tmp_path / "logs", **options))
    good = {"valid", "right", "f1", "train_exact", "joint_success", "target_exact"} & set(found)
    assert good
    assert all(isnan(found[name]) or found[name] == 0.0 for name in good)


@pytest.mark.parametrize("limit", [None, 1])
def test_an_episode_that_cannot_be_played_is_left_out(
    limit: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named before the run, and in the log; the others are played."""
    from symcause.harnesses import inspect_registry

    pool = tmp_path / "pool.jsonl"
    whole = (EXAMPLES / "unique.json").read_text().replace("\n", " ")
    pool.write_text(f"{json.dumps(holed('unique'))}\n{whole}\n", encoding="utf-8")
    made = inspect_registry.episode(pool=str(pool), limit=limit)
    assert [sample.id for sample in made.dataset] == ["unique"]
    reason = "worlds[0].rows[0]: play needs fully observed rows"
    assert made.metadata["symcause_left_out"]["unique-holed"].startswith(reason)
    told = capsys.readouterr().err
    assert told.startswith(f"symcause: left out: unique-holed cannot be played: {reason}")


def test_a_task_without_any_problem_is_one_line(tmp_path: Path) -> None:
    pool = tmp_path / "pool.jsonl"
    pool.write_text(json.dumps(holed("unique")) + "\n", encoding="utf-8")
    for task in ("episode", "crystals"):
        command = [sys.executable, "-m", "inspect_ai", "eval", f"symcause/{task}"]
        done = subprocess.run(
            [*command, "--model", "mockllm/model", "-T", f"pool={pool}", "--display", "plain"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
        )
        said = done.stdout + done.stderr
        assert done.returncode != 0 and "Traceback" not in said, said
        assert str(pool) in said.replace("\n", "")  # Inspect breaks lines
