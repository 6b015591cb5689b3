"""Leaks: what a system reads is the same, byte for byte, whatever it must not know of its problem."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.episodes.episode import Episode, rules_of
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.prompt.prompts import render_prompt
from symcause.harnesses.agent_tools import AgentTools
from symcause.models.disclosure import Setting
from symcause.models.expressions import Variable
from tests.attempts.programs import ECHO, program
from tests.scoring.cases import demo


def _renamed(problem: BooleanProblem) -> BooleanProblem:
    """The same under names that tell: of the problem, and of worlds that were added to certify it."""
    worlds = tuple(
        replace(world, id=f"{world.split}_aug_{at:02d}") for at, world in enumerate(problem.worlds)
    )
    told = {"level": "certified", "latent": "n8-0001", "verdict": "unique"}
    return replace(problem, id="n8-0001-certified", worlds=worlds, metadata=told)


def _other(problem: BooleanProblem) -> BooleanProblem:
    """Renamed, with another gold and without held-out worlds."""
    assert problem.gold is not None and problem.heldout
    root = Variable((problem.gold_scm or problem.disclosure).roots[0])  # type: ignore[index]
    gold = replace(problem.gold, mechanisms=dict.fromkeys(problem.gold.mechanisms, root))
    kept = tuple(world for world in problem.worlds if world.split is Split.TRAIN)
    return _renamed(replace(problem, gold=gold, worlds=kept))


@pytest.mark.parametrize("setting", list(Setting))
def test_programs_read_the_same_bytes(setting: Setting, tmp_path: Path) -> None:
    """From the command line: two pools, one program that writes down what it reads."""
    seen = []
    for at, problem in enumerate((demo(setting), _other(demo(setting)))):
        pool, file = tmp_path / f"pool{at}.json", tmp_path / f"seen{at}"
        pool.write_text(json.dumps(write_boolean(problem)))
        command = program(tmp_path, ECHO.format(file=str(file)), f"spy{at}")
        asked = ["score", str(pool), "--baseline-command", f"spy={command}", "--json"]
        done = CliRunner().invoke(cli, asked)
        assert done.exit_code == 0, done.output
        seen.append(file.read_bytes())
    assert seen[0] == seen[1] and b'"w00"' in seen[0]
    assert b"aug" not in seen[1] and b"certified" not in seen[1] and b"heldout" not in seen[0]


@pytest.mark.parametrize("setting", list(Setting))
def test_prompts_are_the_same(setting: Setting) -> None:
    problem = demo(setting)
    assert render_prompt(problem) == render_prompt(_other(problem))


@pytest.mark.parametrize("initial", ["observational", "all"])
def test_agents_see_the_same(initial: str) -> None:
    """Over the Model Context Protocol and in play: the task, and what an action shows."""
    heard = []
    for problem in (demo(), _renamed(demo())):
        rules = rules_of(problem, initial=initial, targets=1)
        tools = AgentTools(Episode(problem, rules, seed=1, tools=rules.instruments))
        said = [tools.call("observe", {}).text, repr(tools.offered_tools())]
        said.append(tools.call("act", {"action": {"do": {"X3": 1}}}).text)
        said += [tools.call(name, {}).text for name in ("observe", "only_one", "next")]
        heard.append(said)
    assert heard[0] == heard[1]
    assert "aug" not in str(heard[1]) and "certified" not in str(heard[1])
