"""Episodes of the toy family: the protocol itself, without any mathematics in the way."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import msgspec
import pytest

from symcause import registry
from symcause.bounds.episodes_bounds import TRANSCRIPT_LINES
from symcause.episodes.agents import played
from symcause.episodes.episode import Episode
from symcause.episodes.judgement.step_judgement import bits
from symcause.episodes.transcripts import transcript
from symcause.episodes.transcripts.transcript import read_lines, transcript_value
from symcause.errors import LimitError
from symcause.testing import EpisodeCase, EpisodeConformance
from symcause.testing.coins.problem import CoinProblem
from tests.amounts import amount


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry.FAMILIES, "coins", "symcause.testing.coins")
    yield


def coins(**gold: bool) -> CoinProblem:
    return CoinProblem("coins", ("a", "b", "c"), {"a": gold["a"]}, gold)


PROBLEM = coins(a=True, b=True, c=False)


class TestCoins(EpisodeConformance):
    cases = (
        EpisodeCase(
            "coins",
            PROBLEM,
            coins(a=True, b=True, c=True),
            blind=({"look": "a"}, {"look": "z"}, {"look": "b"}),
            questions=("audit", "count"),
        ),
    )

    def test_what_every_agent_needs(self) -> None:
        case = self.cases[0]
        found = {}
        for agent in case.agents:
            episode = played(Episode(PROBLEM, seed=1, agent=agent), agent)
            document = self.judged(case, episode.transcript)
            found[agent] = document.decided_at, document.right, document.support, document.lucky
        assert found["optimal"] == found["greedy"] == (2, True, "justified", False)
        assert found["passive"] == (None, False, "unsupported", False)

    def test_luck_is_told_from_knowledge(self) -> None:
        episode = Episode(PROBLEM)
        episode.act({"look": "b"})
        outcome = episode.answer({"a": True, "b": True, "c": False})
        assert outcome.right
        document = self.judged(self.cases[0], episode.transcript)
        assert (document.support, document.lucky, document.decided_at) == (
            "unsupported",
            True,
            None,
        )
        assert document.gain == 1.0
        assert document.regret == 0.0

    def test_kinds_gains_and_regrets(self) -> None:
        episode = Episode(PROBLEM, budget=3)
        for look in ("a", "b", "q", "c"):
            episode.act({"look": look})
        document = self.judged(self.cases[0], episode.transcript)
        assert [s.kind for s in document.steps] == [
            "repeated",
            "informative",
            "invalid",
            "informative",
        ]
        assert [s.regret for s in document.steps] == [1.0, 0.0, None, 0.0]
        assert (document.invalid, document.wasted, document.decided_at) == (1, 1, 4)
        assert not document.answered


def test_decimals_are_kept_as_they_were_written() -> None:
    long = "0.1234567890123456789"
    assert transcript_value({"a": [Decimal("75.8"), Decimal(long)]}) == {"a": [75.8, long]}
    assert transcript_value(Decimal("1e999")) == "1E+999"
    assert transcript_value(object()) == "a object that is no JSON"


def test_bits() -> None:
    assert bits(8, 2) == 2.0
    assert bits(2, 8) == -2.0
    assert bits(None, 2) is None
    assert bits(4, 0) is None


def test_a_long_transcript_is_read_in_one_go_and_one_that_is_too_long_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading used to copy all steps for every one of them, which took hours here."""
    header = Episode(PROBLEM).transcript.header
    first = msgspec.to_builtins(header)
    most = amount(TRANSCRIPT_LINES // 10, TRANSCRIPT_LINES)
    lines = [{"step": i, "action": 3, "refused": "no"} for i in range(1, most)]
    assert len(read_lines(iter([first, *lines])).steps) == most - 1
    monkeypatch.setattr(transcript, "TRANSCRIPT_LINES", 10)
    assert len(read_lines(iter([first, *lines[:9]])).steps) == 9
    with pytest.raises(LimitError):
        read_lines(iter([first, *lines[:9], {"answer": 1}]))
