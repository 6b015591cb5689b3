"""``symcause mcp``: a client of the official SDK plays, a fuzzed one breaks nothing and learns nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import symcause
from symcause.bounds.episodes_bounds import ACTION_LENGTH
from symcause.cli.main import main
from symcause.episodes.episode import Episode, known_after, rules_of
from symcause.episodes.transcripts.transcript_reader import read_transcripts
from symcause.formats.pools.problem_writer import write_problem
from symcause.harnesses import mcp_server
from symcause.harnesses.agent_tools import AgentTools
from symcause.registry import families, family_of
from symcause.testing import EpisodeCase
from symcause.testing.odd_values import odd_action, odd_value
from tests.boolean.episode.test_episodes import TestBoolean as Boolean
from tests.finite.test_episodes import TestEpisodes as Finite
from tests.linear.episode.test_episodes import TestLinear as Linear
from tests.scenario.episode.test_episodes import TestScenarios as Scenarios
from tests.shapeworld.episode.test_episodes import TestShapes as Shapes

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WORLD = EXAMPLES / "world.json"
TOOLS = ("consistent", "only_one", "next")


def _session(*arguments: str, play: Callable[[Any], Awaitable[None]]) -> None:
    """Let a client of the SDK talk to ``symcause mcp`` over standard streams."""
    pytest.importorskip("mcp")
    import anyio
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async def run() -> None:
        command = ["-m", "symcause", "mcp", *arguments]
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        async with Client(stdio_client(server)) as client:
            await play(client)

    anyio.run(run)


async def _told(client: Any, name: str, **arguments: Any) -> Any:
    result = await client.call_tool(name, arguments)
    (content,) = result.content
    return json.loads(content.text)


def test_a_client_of_the_sdk_plays_an_episode(tmp_path: Path) -> None:
    out = tmp_path / "episodes.jsonl"

    async def play(client: Any) -> None:
        listed = await client.list_tools()
        assert [tool.name for tool in listed.tools] == ["observe", "act", "answer", *TOOLS]
        seen = await _told(client, "observe")
        assert "question" in seen["task"]
        assert (await _told(client, "only_one"))["left"] == 219
        wrong = await _told(client, "consistent", hypothesis={"edges": [["star", "circle"]]})
        assert wrong["consistent"] in (True, False)
        while not (await _told(client, "only_one"))["settled"]:
            best = await _told(client, "next")
            assert "observation" in await _told(client, "act", action=best["action"])
        assert await _told(client, "answer", answer="yes") == {"answered": True}
        late = await client.call_tool("act", {"action": {"action": "hold", "shape": "circle"}})
        assert late.is_error

    arguments = [word for tool in TOOLS for word in ("--tool", tool)]
    _session(str(WORLD), *arguments, "--name", "sdk", "--out", str(out), play=play)
    (transcript,) = read_transcripts(out)
    assert transcript.header.tools == TOOLS
    assert transcript.header.agent == "sdk"
    assert len(transcript.calls) >= 3
    assert transcript.answer is not None
    assert symcause.count(known_after(transcript)).count is not None
    found = subprocess.run(
        [sys.executable, "-m", "symcause", "score", str(WORLD), str(out), "--json"],
        capture_output=True,
        text=True,
    )
    line = json.loads(found.stdout.splitlines()[0])
    assert line["right"] and line["support"] == "justified"
    assert line["tools"] == list(TOOLS) and line["calls"]["next"] >= 1


def test_tools_that_are_not_switched_on_are_not_there(tmp_path: Path) -> None:
    out = tmp_path / "episodes.jsonl"

    async def play(client: Any) -> None:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["observe", "act", "answer", "only_one"]
        assert "refused" in await _told(client, "next")

    _session(str(WORLD), "--tool", "only_one", "--out", str(out), play=play)
    (transcript,) = read_transcripts(out)
    assert transcript.calls == ()


def test_an_interrupted_episode_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "episodes.jsonl"

    async def begin(client: Any) -> None:
        await _told(client, "act", action={"action": "hold", "shape": "circle"})
        await _told(client, "only_one")

    async def end(client: Any) -> None:
        assert (await _told(client, "observe"))["left"] == 7
        await _told(client, "answer", answer="yes")

    arguments = (str(WORLD), "--tool", "only_one", "--out", str(out))
    _session(*arguments, play=begin)
    _session(*arguments, "--resume", play=end)
    (transcript,) = read_transcripts(out)
    assert (len(transcript.steps), len(transcript.calls)) == (1, 1)
    assert transcript.answer is not None


def _fuzzed(case: EpisodeCase, calls: int) -> None:
    """The same odd calls about a problem and about its twin: nothing raises, nothing differs."""
    chance, pair = Random(7), []
    for problem in (case.problem, case.twin):
        rules = rules_of(problem, **case.options)
        pair.append(AgentTools(Episode(problem, rules, seed=3, tools=rules.instruments)))
    first = pair[0].episode
    blind = [dict(action) for action in case.blind] or [{}]
    legal = {json.dumps(action, sort_keys=True) for action in blind}
    gold = write_problem(case.problem).get("gold")  # of a scenario the twin alone tells
    for number in range(calls):
        name = chance.choice(("observe", "act", *TOOLS, *TOOLS, "gold", "", "Observe"))
        value = odd_action(chance, blind) if chance.random() < 0.5 else odd_value(chance, 3)
        if name == "act" and not _harmless(value, legal):
            value = chance.choice(blind)  # other actions show what the two models differ in
        keys = ("action", "hypothesis", "answer", "gold")
        arguments: Any = {key: value for key in keys if chance.random() < 0.8}
        if chance.random() < 0.05:
            arguments = chance.choice((None, {}, value))
        if name == "act" and isinstance(arguments, dict):
            arguments = {**arguments, "action": value}
        told = [tools.call(name, arguments) for tools in pair]
        assert told[0].text == told[1].text, (number, name, arguments)
        assert gold is None or json.dumps(gold) not in told[0].text
        assert len(told[0].text) < 100_000
    assert first.left >= 0
    assert str(first.transcript).count("\n") <= calls + 1
    assert all(
        len(json.dumps(call.given)) <= ACTION_LENGTH + 20 for _, call in first.transcript.calls
    )


def _harmless(value: object, legal: set[str]) -> bool:
    """Is an action one whose outcome is the same in both models, or none at all?"""
    try:
        return json.dumps(value, sort_keys=True) in legal or not isinstance(value, dict)
    except (TypeError, ValueError):
        return True


HOUSES = (Boolean, Finite, Linear, Scenarios, Shapes)
CASES = [next(case for case in house.cases if case.blind) for house in HOUSES]
"""One of every family that can be played, with a twin that only gold or held-out evidence tells apart."""


def _family(case: EpisodeCase) -> str:
    return family_of(case.problem).name


def test_every_family_that_can_be_played_is_fuzzed() -> None:
    assert {_family(case) for case in CASES} == {f.name for f in families() if f.rules is not None}


@pytest.mark.parametrize("case", CASES, ids=_family)
def test_a_fuzzed_client_sees_nothing_of_gold(case: EpisodeCase) -> None:
    _fuzzed(case, 100)


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", CASES, ids=_family)
def test_ten_thousand_fuzzed_calls(case: EpisodeCase) -> None:
    _fuzzed(case, 2_500)


def _over_the_wire(calls: int, out: Path) -> None:
    chance = Random(11)
    legal: list[dict[str, object]] = [
        {"action": action, "shape": shape}
        for action in ("hold", "move")
        for shape in symcause.load(WORLD).shapes
    ]

    async def play(client: Any) -> None:
        for _ in range(calls):
            name = chance.choice(("observe", "act", *TOOLS, "gold", "é"))
            value = _sendable(odd_action(chance, legal))
            arguments = {chance.choice(("action", "hypothesis", "gold")): value}
            told = (await client.call_tool(name, arguments)).content[0].text
            assert "gold" not in json.loads(told)
            json.loads(told)
        await _told(client, "answer", answer="yes")

    arguments = [word for tool in TOOLS for word in ("--tool", tool)]
    _session(str(WORLD), *arguments, "--out", str(out), play=play)
    (transcript,) = read_transcripts(out)
    assert transcript.answer is not None
    truth = json.loads(WORLD.read_text())["gold"]
    assert json.dumps(truth) not in out.read_text()


def _sendable(value: object) -> object:
    """What JSON over UTF-8 can say."""
    return json.loads(json.dumps(value).replace("\\ud800", ""))


def test_a_fuzzed_client_of_the_sdk(tmp_path: Path) -> None:
    _over_the_wire(200, tmp_path / "episode.jsonl")


@pytest.mark.exhaustive
def test_ten_thousand_calls_of_the_sdk(tmp_path: Path) -> None:
    _over_the_wire(10_000, tmp_path / "episode.jsonl")


# The command.


def _refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["mcp", *arguments])
    assert ended.value.code == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.count("\n") == 1
    return error


def test_what_cannot_be_served_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "no-such-file" in _refused(capsys, "no-such-file.json")
    assert "gold" in _refused(capsys, str(_without_gold(tmp_path)))
    holed = tmp_path / "holed.json"
    document = json.loads((EXAMPLES / "unique.json").read_text())
    document["format"], document["worlds"][0]["rows"][0] = "symcause.boolean/2", "0001?"
    holed.write_text(json.dumps(document))
    assert f"{holed}: worlds[0].rows[0]: play needs fully" in _refused(capsys, str(holed))
    assert "--agent" in _refused(capsys, str(WORLD), "--agent", "greedy")
    assert "--resume needs --out" in _refused(capsys, str(WORLD), "--resume")
    assert "consistent" in _refused(capsys, str(WORLD), "--tool", "solve")
    scenario = EXAMPLES / "boats.json"
    assert "no such tool" in _refused(capsys, str(scenario), "--tool", "next")


def test_an_episode_is_served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """To whoever speaks the protocol; what is done is written down."""
    served: list[AgentTools] = []
    monkeypatch.setattr(mcp_server, "refuse_missing", lambda: None)
    monkeypatch.setattr(mcp_server, "serve", served.append)
    with pytest.raises(SystemExit) as ended:
        main(["mcp", str(WORLD), "--out", str(tmp_path / "episodes.jsonl")])
    assert ended.value.code == 0
    assert [type(one) for one in served] == [AgentTools]


def _without_gold(folder: Path) -> Path:
    document = json.loads(WORLD.read_text())
    del document["gold"]
    path = folder / "bare.json"
    path.write_text(json.dumps(document))
    return path


def test_tables_are_split_by_tools(tmp_path: Path) -> None:
    problem = symcause.load(WORLD)
    out = tmp_path / "episodes.jsonl"
    lines = []
    cases = [((), ()), (TOOLS, ()), (TOOLS, ("only_one", "next")), (("next",), ("next",))]
    for seed, (tools, asked) in enumerate(cases):
        played = AgentTools(Episode(problem, seed=seed, agent="mine", tools=tools))
        for name in asked:
            played.call(name, {})
        played.call("answer", {"answer": "yes"})
        lines.append(str(played.episode.transcript))
    out.write_text("".join(lines))
    found = subprocess.run(
        [
            *(sys.executable, "-m", "symcause", "score", str(WORLD), str(out)),
            *("--table", "tools"),
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    rows = [row.split("  ") for row in found.splitlines()]
    told = {tuple(cell.strip() for cell in row if cell.strip())[2:4] for row in rows[3:7]}
    every = ", ".join(TOOLS)
    assert told == {("–", "–"), (every, "–"), (every, "only_one, next"), ("next", "next")}


def test_without_tools_there_is_no_such_table(tmp_path: Path) -> None:
    out = tmp_path / "episodes.jsonl"
    played = Episode(symcause.load(WORLD), agent="mine")
    played.answer("yes")
    out.write_text(str(played.transcript))
    assert '"tools"' not in out.read_text()
    found = subprocess.run(
        [sys.executable, "-m", "symcause", "score", str(WORLD), str(out)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Episodes by the tools" not in found
