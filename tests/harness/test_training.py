"""Grounds in the harnesses that models are trained in: Gymnasium and reasoning-gym, both offline."""

from __future__ import annotations

import json
import pickle
import warnings
from typing import Any

import pytest

from symcause.episodes.agents import played
from symcause.harnesses.episode_grounds import EpisodeGround, interactive
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


@pytest.mark.parametrize("ground", ["replay", "crystals", "shapeworld"])
def test_reasoning_gym_round_trip(ground: str) -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    import symcause.harnesses.reasoning_gym_datasets as ours

    ours.register()  # once more changes nothing
    data = reasoning_gym.create_dataset(f"symcause_{ground}", seed=3, size=4)
    same = reasoning_gym.create_dataset(f"symcause_{ground}", seed=3, size=4)
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
