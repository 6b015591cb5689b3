"""The questions ``play`` (an agent plays) and ``judge`` (a transcript is judged), once for all families.

A family's own class adds its rules' options as fields and says how they make rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, TypeVar

from symcause.audits.question import Question, option
from symcause.audits.story import Story
from symcause.episodes.documents import EpisodeDocument, PlayDocument
from symcause.registry import family_of

P = TypeVar("P")

_AGENTS = ("random", "greedy", "optimal", "passive")


@dataclass(frozen=True)
class Play(Question[Any, PlayDocument], Generic[P]):
    """An agent plays an episode, and every step is judged."""

    name: ClassVar[str] = "play"
    document: ClassVar[type[PlayDocument]] = PlayDocument

    agent: str = option(
        "greedy", "Who plays: random, greedy, optimal or passive.", "choice", choices=_AGENTS
    )
    seed: int = option(0, "Seed of the episode and of the agent (0).", "integer")
    budget: int | None = option(None, "How many actions there are.", "integer", least=0)

    def rules_options(self) -> dict[str, object]:
        """The options of the family's rules: every field that is none of ours."""
        ours = {found.name for found in fields(Play)}
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ours}

    def frame(self, problem: Any) -> PlayDocument:
        return PlayDocument(
            family=family_of(problem).name, problem=problem.id, agent=self.agent, seed=self.seed
        )

    def answers(self, problem: Any) -> Iterator[PlayDocument]:
        from symcause.episodes.agents import step
        from symcause.episodes.episode import Episode, rules_of
        from symcause.episodes.judging import judgements, unjudged

        rules = rules_of(problem, **self.rules_options())
        episode = Episode(problem, rules, seed=self.seed, budget=self.budget, agent=self.agent)
        frame = self.frame(problem)
        while step(episode, self.agent):
            yield unjudged(frame, episode.transcript)
        yield from judgements(frame, problem, episode.transcript)

    def story(self, document: PlayDocument) -> Story:
        from symcause.episodes.story import episode_story

        return episode_story(document)


@dataclass(frozen=True)
class Judge(Question[Any, EpisodeDocument]):
    """A transcript, judged step by step (``audit --log``)."""

    name: ClassVar[str] = "judge"
    document: ClassVar[type[EpisodeDocument]] = EpisodeDocument

    log: str = option("", "Transcript of an episode.", "file")

    def frame(self, problem: Any) -> EpisodeDocument:
        return EpisodeDocument(family=family_of(problem).name, problem=problem.id)

    def answers(self, problem: Any) -> Iterator[EpisodeDocument]:
        from symcause.episodes.judging import judgements
        from symcause.episodes.reading import transcript_about

        yield from judgements(self.frame(problem), problem, transcript_about(problem, self.log))

    def story(self, document: EpisodeDocument) -> Story:
        from symcause.episodes.story import episode_story

        return episode_story(document)
