"""Episode conformance: what the episodes of every family must do; tests to inherit, with its cases.

Deterministic; nothing of gold or held-out evidence shown; illegal actions change nothing; a budget is a
budget; every prefix of a transcript is a problem; an interrupted episode goes on where it was; members
never become more; what the agents do is legal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from msgspec import UNSET

from symcause.answers import Unknown
from symcause.audits.question import ask
from symcause.episodes.agents import AGENTS, played
from symcause.episodes.episode import Episode, known_after, rules_of
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.episodes.rules import INVALID
from symcause.episodes.transcripts.transcript import Transcript
from symcause.episodes.transcripts.transcript_reader import read_transcripts
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import read_problem
from symcause.harnesses.agent_tools import AgentTools
from symcause.registry import family_of, load
from symcause.testing.odd_values import odd_action, odd_value

if TYPE_CHECKING:
    from symcause.formats.problems import Problem


@dataclass(frozen=True)
class EpisodeCase:
    """A problem with gold; *twin* differs from it only in what an agent must never see.

    *blind* are actions whose outcome is the same in both (all of them if only held-out evidence differs).
    """

    name: str
    problem: Problem
    twin: Any
    options: dict[str, object] = field(default_factory=dict)
    blind: tuple[dict[str, object], ...] = ()
    agents: tuple[str, ...] = tuple(AGENTS)
    questions: tuple[str, ...] = ("audit", "count", "next")


class EpisodeConformance:
    """Subclasses set :attr:`cases`."""

    cases: Sequence[EpisodeCase] = ()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", self.cases, ids=lambda case: case.name)

    def episode(
        self, case: EpisodeCase, problem: Problem | None = None, **facts: Any
    ) -> Episode[Any]:
        problem = case.problem if problem is None else problem
        return Episode(problem, rules_of(problem, **case.options), **facts)

    def test_the_same_seed_sees_the_same(self, case: EpisodeCase) -> None:
        first, second = (played(self.episode(case, seed=3), "random") for _ in range(2))
        assert str(first.transcript) == str(second.transcript)

    def test_neither_gold_nor_what_is_held_out_is_shown(self, case: EpisodeCase) -> None:
        views = []
        for problem in (case.problem, case.twin):
            episode = self.episode(case, problem, seed=1)
            shown: list[object] = [episode.reset(), episode.actions()]
            shown += [episode.act(action).to_dict() for action in case.blind]
            shown.append(episode.actions())
            header = json.loads(str(episode.transcript).splitlines()[0])
            header.pop("fingerprint")
            views.append(json.dumps([shown, header], default=str))
        assert views[0] == views[1]
        ours = self.episode(case).transcript.header
        theirs = self.episode(case, case.twin).transcript.header
        assert ours.fingerprint != theirs.fingerprint

    def test_instruments_see_nothing_of_gold(self, case: EpisodeCase) -> None:
        """Calls about the problem and about its twin are answered alike, letter by letter."""
        heard = []
        for problem in (case.problem, case.twin):
            tools = self.tools(case, problem, seed=1)
            said = _every_call(tools, Random(5))
            for action in case.blind[:1]:
                said.append(tools.call("act", {"action": action}).text)
                said += _every_call(tools, Random(6))
            heard.append(said)
        assert heard[0] == heard[1]

    def tools(self, case: EpisodeCase, problem: Problem | None = None, **facts: Any) -> AgentTools:
        asked = self.episode(case, problem).rules.instruments
        return AgentTools(self.episode(case, problem, tools=asked, **facts))

    def test_instruments_say_what_the_space_says(self, case: EpisodeCase) -> None:
        tools = self.tools(case, seed=2)
        if not tools.episode.tools:
            assert tools.call("consistent", {"hypothesis": {}}).failed
            return
        for _ in range(min(2, tools.episode.left)):
            rules, known = tools.episode.rules, tools.episode.known
            standing, best = rules.standing(known), rules.best(known)
            only = tools.call("only_one", {}).value
            assert only["left"] == standing.members
            following = tools.call("next", {}).value
            if isinstance(best, Unknown) or best.action is None:
                assert following["action"] is None
                break
            assert (following["action"], following["worst"]) == (dict(best.action), best.worst)
            assert not tools.call("act", {"action": following["action"]}).failed
        before = [line for line in str(tools.episode.transcript).splitlines() if '"tool"' in line]
        assert len(before) == len(tools.episode.transcript.calls) > 0

    def test_calls_are_kept_and_read_back(self, case: EpisodeCase, tmp_path: Path) -> None:
        tools = self.tools(case, seed=2)
        _every_call(tools, Random(1))
        action = dict(tools.episode.rules.admissible(tools.episode.known)[0])
        tools.call("act", {"action": action})
        _every_call(tools, Random(2))
        whole = tools.episode.transcript
        path = tmp_path / "calls.jsonl"
        path.write_text(str(whole), encoding="utf-8")
        (again,) = read_transcripts(path)
        assert str(again) == str(whole)
        assert len(again.calls) == len(whole.calls)
        document = self.judged(case, again)
        if tools.episode.tools:
            assert document.calls is not UNSET and sum(document.calls.values()) == len(whole.calls)
        else:
            assert document.calls is UNSET

    def test_actions_and_answers_have_schemas(self, case: EpisodeCase) -> None:
        episode = self.episode(case, seed=2)
        offer = episode.actions()
        assert json.loads(json.dumps(offer)) == offer, "plain data"
        for schema in (offer["action"], offer["answer"]):
            jsonschema.Draft202012Validator.check_schema(schema)
        admitted = jsonschema.Draft202012Validator(offer["action"])
        for action in episode.rules.admissible(episode.known)[:20]:
            admitted.validate(dict(action))
        answer = episode.rules.simplest(episode.known)
        jsonschema.validate(answer, offer["answer"])

    def test_what_people_are_told_to_type_is_understood(self, case: EpisodeCase) -> None:
        episode = self.episode(case, seed=2)
        example = episode.rules.example(episode.known)
        if example is not None:
            action = episode.rules.spelled(episode.known, example)
            schema = episode.actions()["action"]
            assert isinstance(action, dict) and set(action) <= set(schema["properties"])

    def test_whatever_is_not_admitted_changes_nothing(self, case: EpisodeCase) -> None:
        episode = self.episode(case, seed=4)
        legal = [dict(action) for action in episode.rules.admissible(episode.known)]
        chance = Random(5)
        for _ in range(300):
            before, left = episode.known, episode.left
            action = odd_action(chance, legal)
            seen = episode.act(action)
            assert episode.left >= 0
            if seen.refused is not None:
                assert episode.known is before
                assert episode.left == left
                assert seen.refused
        gold = load(family_of(case.problem).writer or "")(case.problem).get("gold")
        if gold is not None:
            assert json.dumps(gold) not in str(episode.transcript)

    def test_a_budget_is_a_budget(self, case: EpisodeCase) -> None:
        episode = self.episode(case, budget=2, seed=4)
        for _ in range(5):
            legal = episode.rules.admissible(episode.known)
            episode.act(dict(legal[0]))
        seen = [step for step in episode.transcript.steps if isinstance(step.refused, str)]
        assert len(seen) == 3
        assert episode.left == 0

    def test_every_prefix_is_a_problem(self, case: EpisodeCase, tmp_path: Path) -> None:
        episode = played(self.episode(case, seed=6), "random")
        for steps in sorted({0, 1, len(episode.transcript.steps)}):
            path = tmp_path / f"{steps}.jsonl"
            path.write_text(str(episode.transcript.cut(steps)), encoding="utf-8")
            problem = read_problem(path)
            for question in case.questions:
                document = ask(question, problem)
                assert document.problem == case.problem.id

    def test_transcripts_are_read_back_and_go_on(self, case: EpisodeCase, tmp_path: Path) -> None:
        whole = played(self.episode(case, seed=7), "random").transcript
        path = tmp_path / "episodes.jsonl"
        path.write_text(str(whole) + str(whole.cut(1)), encoding="utf-8")
        first, second = read_transcripts(path)
        assert str(first) == str(whole)
        begun = self.episode(case, seed=7).resumed(second)
        again = played(begun, "random").transcript
        assert [s.action for s in again.steps] == [s.action for s in whole.steps]
        assert str(again.answer) == str(whole.answer)

    def test_a_transcript_of_something_else_is_refused(self, case: EpisodeCase) -> None:
        other = self.episode(case, case.twin, seed=7).transcript
        with pytest.raises(UsageError, match="fingerprint"):
            self.episode(case, seed=7).resumed(other)

    def test_agents_play_and_are_judged(self, case: EpisodeCase) -> None:
        for agent in case.agents:
            episode = played(self.episode(case, seed=8, agent=agent), agent)
            document = self.judged(case, episode.transcript)
            assert document.answered
            self.check_judgement(document)

    def judged(self, case: EpisodeCase, transcript: Transcript) -> EpisodeDocument:
        frame = EpisodeDocument(family=family_of(case.problem).name, problem=case.problem.id)
        *_, last = judgements(frame, case.problem, transcript)
        return last

    def check_judgement(self, document: EpisodeDocument) -> None:
        """What holds of every judgement."""
        before = document.members
        for step in document.steps:
            if step.refused is not None:
                assert step.kind == INVALID
                continue
            if before is not None and step.members is not None:
                assert step.members <= before
                assert step.gain is None or step.gain >= 0
            if step.best is not None and step.best.worst is not None and before is not None:
                assert step.best.worst <= before
            before = step.members
        if document.settled and document.answered and document.support is not None:
            assert document.support != "unsupported"
        if document.decided_at is not None and document.surplus is not None:
            assert document.decided_at + document.surplus <= len(document.steps)

    def test_what_is_known_agrees_with_what_was_written(self, case: EpisodeCase) -> None:
        episode = played(self.episode(case, seed=9), "random")
        write = load(family_of(case.problem).writer or "")
        assert write(known_after(episode.transcript)) == write(episode.known)


def _every_call(tools: AgentTools, chance: Random) -> list[str]:
    """What every tool says, to sensible questions and to odd ones; the episode goes on."""
    rules, known = tools.episode.rules, tools.episode.known
    simplest = rules.simplest(known)
    odd: list[object] = [odd_value(chance, 3) for _ in range(10)]
    said = [repr(tools.offered_tools()), tools.call("observe", {}).text]
    for name in (*tools.episode.tools, "gold", "heldout"):
        asked = (simplest, {"edges": []}, None, *odd) if name == "consistent" else (None,)
        said += [tools.call(name, {"hypothesis": hypothesis}).text for hypothesis in asked]
    return said
