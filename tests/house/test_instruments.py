"""What an instrument of an episode refuses, and in which order it asks."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from symcause.bounds.episodes_bounds import EPISODE_CALLS
from symcause.episodes.instruments import CONSISTENT, ONLY_ONE, _said


@pytest.mark.parametrize(("on", "over", "many"), [*product([True, False], repeat=3)])
def test_an_instrument_answers_if_it_is_on_and_the_episode_is_not_over(
    on: bool, over: bool, many: bool
) -> None:
    calls = [None] * (EPISODE_CALLS if many else EPISODE_CALLS - 1)
    episode: Any = SimpleNamespace(
        tools=(CONSISTENT,) if on else (ONLY_ONE,),
        over=over,
        transcript=SimpleNamespace(calls=calls),
        rules=SimpleNamespace(objections=lambda *_: []),
        known=None,
    )
    said: Any = _said(episode, CONSISTENT, None)
    words = "no such tool" if not on else "answered" if over else "at most" if many else None
    if words is None:
        assert said == {"consistent": True}
    else:
        assert said.keys() == {"refused"} and words in said["refused"]
