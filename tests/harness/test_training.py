"""Grounds in the harnesses that models are trained in: Gymnasium and reasoning-gym, both offline."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from symcause.episodes.agents import played
from symcause.episodes.messages import read_message
from symcause.harnesses.episode_grounds import EpisodeGround, interactive, legal
from symcause.scoring.answer_grades import ABSTENTION

ENVS = sorted(interactive())


def _environment(family: str, **facts: Any) -> Any:
    gymnasium = pytest.importorskip("gymnasium")
    module = "symcause.harnesses.gymnasium_episodes"
    return gymnasium.make(f"{module}:symcause/{family}-v0", **facts)


@pytest.mark.parametrize("family", ENVS)
def test_gymnasium_s_own_checker_has_no_complaint(family: str) -> None:
    env = _environment(family)
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("family", ENVS)
def test_an_environment_is_the_episode(family: str) -> None:
    """What an agent does in an episode, done in the environment, shows the same and is paid alike."""
    env = _environment(family)
    first, info = env.reset(seed=4)
    assert env.observation_space.contains(first)
    whole = played(EpisodeGround(family).episode(4, 0), "random").transcript
    assert info["problem"] == whole.header.id
    for step in whole.steps:
        text, reward, terminated, truncated, _ = env.step(json.dumps({"action": step.action}))
        assert json.loads(text)["observation"] == step.observation
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert env.observation_space.contains(text)
    assert whole.answer is not None
    _, reward, terminated, _, info = env.step(json.dumps({"answer": whole.answer.answer}))
    assert terminated
    assert reward == info["earned"]["reward"]
    shown = env.unwrapped.episode.transcript
    assert str(shown) == str(whole)


def test_the_next_reset_is_the_next_episode() -> None:
    env = _environment("shapeworld", render_mode="ansi")
    first = [env.reset(seed=4)[1]["problem"], *(env.reset()[1]["problem"] for _ in range(2))]
    again = [env.reset(seed=4, options={"index": i})[1]["problem"] for i in range(3)]
    assert first == again
    assert len(set(first)) == 3
    assert env.render().startswith('{"format": "symcause.episode/1"')


def test_who_says_nothing_sensible_is_stopped() -> None:
    env = _environment("shapeworld", patience=3)
    env.reset(seed=1)
    ends = [env.step(text)[3] for text in ("nonsense", "{}", '{"action": 3}')]
    assert ends == [False, False, True]


@pytest.mark.parametrize("family", ENVS)
def test_a_random_policy_is_never_refused_and_comes_to_an_end(family: str) -> None:
    """Whatever is drawn from the action space is legal, and is one of what ``info`` lists."""
    env = _environment(family)
    for index in range(3):
        _, info = env.reset(seed=5, options={"index": index})
        env.action_space.seed(index)
        for _ in range(200):
            action = env.action_space.sample()
            assert action in info["legal"] and env.action_space.contains(action)
            text, reward, terminated, truncated, info = env.step(action)
            assert "refused" not in json.loads(text) and not truncated
            if terminated:
                break
        assert terminated and 0.0 <= reward <= 1.0 and info["legal"] == []


@pytest.mark.parametrize("family", ENVS)
def test_what_is_listed_is_legal_and_what_is_legal_is_listed(family: str) -> None:
    begun = EpisodeGround(family).episode(2, 0)
    listed = legal(begun)
    assert listed and len(listed) == len(set(listed))
    for text in listed[:20]:
        fresh = EpisodeGround(family).episode(2, 0)
        heard = read_message(text)
        if heard.is_answer:
            fresh.answer(heard.value)
        else:
            assert fresh.act(heard.value).refused is None
    spent = EpisodeGround(family, budget=0).episode(2, 0)
    assert spent.legal() == [] and all('"answer"' in text for text in legal(spent))
    spent.answer(read_message(legal(spent)[0]).value)
    assert legal(spent) == []


@pytest.mark.parametrize("family", ENVS)
def test_an_abstention_is_in_the_schema_and_has_the_form_of_items(family: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    begun = EpisodeGround(family).episode(2, 0)
    schema = begun.actions()["answer"]
    fits = jsonschema.Draft202012Validator(schema).is_valid(json.loads(ABSTENTION))
    assert fits == begun.may_abstain == (family != "scenario")
    heard = read_message(ABSTENTION)
    assert heard.is_answer
    if begun.may_abstain:
        outcome = begun.answer(heard.value)
        assert outcome.said.abstained


def test_an_item_says_how_hard_it_is_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making one does not find it out: that takes longer than all the rest."""
    from symcause.harnesses import grounds

    asked: list[str] = []
    found = grounds.difficulty

    def noted(problem: Any) -> Any:
        asked.append(problem.id)
        return found(problem)

    monkeypatch.setattr(grounds, "difficulty", noted)
    made = grounds.item("shapeworld", 11, 0)
    assert asked == []
    assert made.difficulty.log10_models is not None and made.difficulty is made.difficulty
    assert asked == [made.id]
    assert pickle.loads(pickle.dumps(made)).answer == made.answer


@pytest.mark.parametrize("ground", ["replay", "crystals", "shapeworld", "finite"])
def test_reasoning_gym_round_trip(ground: str) -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    import symcause.harnesses.reasoning_gym_datasets as ours

    ours.register()  # once more changes nothing
    data = reasoning_gym.create_dataset(f"symcause_{ground}", seed=3, size=4, difficulty=True)
    same = reasoning_gym.create_dataset(f"symcause_{ground}", seed=3, size=4, difficulty=True)
    plain = reasoning_gym.create_dataset(f"symcause_{ground}", seed=3, size=4)
    assert all("difficulty" not in entry["metadata"] for entry in plain)
    entries = list(data)
    assert entries == list(same)
    assert pickle.loads(pickle.dumps(data))[1] == entries[1]
    assert sorted(entry["metadata"]["open"] for entry in entries) == [False, False, True, True]
    for index, entry in enumerate(entries):
        carried = json.loads(json.dumps(entry, sort_keys=True))
        assert data.score_answer(entry["answer"], carried) == 1.0
        assert data.score_answer(None, entry) == data.score_answer("?", entry) == 0.0
        doubt = data.score_answer(ABSTENTION, entry)
        assert doubt == float(entry["metadata"]["open"])
        assert entry["metadata"]["source_index"] == index
        assert entry["metadata"]["difficulty"]["log10_models"] is not None
    with pytest.raises(AssertionError, match="side"):
        reasoning_gym.create_dataset(f"symcause_{ground}", side="left")


def test_reasoning_gym_options_reach_the_generator() -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    import symcause.harnesses.reasoning_gym_datasets  # noqa: F401

    data = reasoning_gym.create_dataset(
        "symcause_crystals", seed=3, size=2, side="settled", options={"question": "target"}
    )
    assert "prediction" in data[0]["answer"]
    assert not data[0]["metadata"]["open"]


def snippets() -> list[str]:
    """What the guide has readers paste into a shell: one program each."""
    page = Path(__file__).parents[2] / "docs" / "guides" / "train-a-model.md"
    found = re.findall(r"python - <<'END'\n(.*?)\nEND\n", page.read_text("utf-8"), flags=re.DOTALL)
    assert len(found) == 3
    return found


@pytest.mark.parametrize("program", snippets(), ids=["items", "steps", "random policy"])
def test_what_the_guide_shows_runs(program: str) -> None:
    for name in re.findall(r"^import (gymnasium|reasoning_gym)$", program, flags=re.MULTILINE):
        pytest.importorskip(name)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and done.stdout, done.stderr
    if "sample()" in program:
        assert 0.0 <= float(done.stdout) <= 1.0


def test_an_action_may_be_a_mapping() -> None:
    """As programs have it, before anybody writes it down."""
    texts, mappings = _environment("boolean"), _environment("boolean")
    for one in (texts, mappings):
        one.reset(seed=3)
    action = texts.unwrapped.action_space.legal[0]
    found = mappings.step(json.loads(action))
    assert found[:4] == texts.step(action)[:4]


def test_an_action_of_no_plain_values_is_told_so() -> None:
    from symcause.errors import SymcauseError

    env = _environment("boolean")
    env.reset(seed=1)
    with pytest.raises(SymcauseError, match="an action is a text or an object of plain values"):
        env.unwrapped.step({"a": {1, 2}})
    with pytest.raises(SymcauseError, match="a budget is a whole number"):
        _environment("boolean", budget="x").reset(seed=1)


def test_an_answer_that_cannot_be_read_is_told_so() -> None:
    env = _environment("shapeworld")
    env.reset(seed=1)
    told, reward, over, _, _ = env.unwrapped.step({"answer": "maybe"})
    assert over and reward == 0 and json.loads(told)["unreadable"]
    env.reset(seed=1)
    told, _, over, _, _ = env.unwrapped.step({"answer": "yes"})
    assert over and "unreadable" not in json.loads(told)


def test_reasoning_gym_takes_an_object_as_its_json() -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    import symcause.harnesses.reasoning_gym_datasets  # noqa: F401

    made = reasoning_gym.create_dataset("symcause_crystals", size=2, seed=0)
    for entry in made:
        for said in ({"cannot_tell": True}, {"target": "nothing"}):
            assert made.score_answer(said, entry) == made.score_answer(json.dumps(said), entry)
    assert any(made.score_answer({"cannot_tell": True}, entry) == 1.0 for entry in made)
