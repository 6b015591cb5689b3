"""The play and judge questions of all families: play an episode, or judge a transcript.

A family's own class adds the options of its rules as fields. With a file of *transcripts* an episode that
is in it already is not played again: what is there is taken, and an agent of ours goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from symcause.audits.of_space.space_question import P
from symcause.audits.question import Question, added, option
from symcause.audits.story import Story
from symcause.episodes.judgement.episode_document import EpisodeDocument, PlayDocument
from symcause.registry import family_of

if TYPE_CHECKING:
    from symcause.episodes.episode import Episode
    from symcause.episodes.rules import Rules

_AGENTS = ("random", "greedy", "optimal", "passive")


@dataclass(frozen=True)
class Play(Question[P, PlayDocument]):
    """An episode, played by an agent (or by somebody else, in *transcripts*), every step judged."""

    name: ClassVar[str] = "play"
    document: ClassVar[type[PlayDocument]] = PlayDocument

    agent: str | None = option(
        None, "Which agent plays: random, greedy, optimal or passive.", "choice", choices=_AGENTS
    )
    player: str | None = option(None, "Name of the player in the transcript.", flags=("--name",))
    seed: int = option(0, "Seed of the episode and of the agent (0).", "integer")
    budget: int | None = option(None, "How many actions are allowed.", "integer", least=0)
    transcripts: str | None = option(
        None, "A transcript to continue or to judge, in place of an agent.", "file", hidden=True
    )

    @property
    def called(self) -> str:
        """The name of the player."""
        return self.player or self.agent or "unnamed"

    def rules(self, problem: P) -> Rules[P]:
        """The rules of the episode, by the options that a family adds."""
        from symcause.episodes.episode import rules_of

        return rules_of(problem, **added(self, Play))

    def episode(self, problem: P, tools: Sequence[str] = ()) -> Episode[P]:
        """The episode at its start, with these instruments switched on."""
        from symcause.episodes.episode import Episode
        from symcause.episodes.instruments import refuse_unknown

        rules = self.rules(problem)
        refuse_unknown(rules, tools, family_of(problem).title)
        facts: dict[str, Any] = {"seed": self.seed, "budget": self.budget, "agent": self.called}
        return Episode(problem, rules, tools=tools, **facts)

    def frame(self, problem: P) -> PlayDocument:
        return PlayDocument(
            family=family_of(problem).name, problem=problem.id, agent=self.called, seed=self.seed
        )

    def answers(self, problem: P) -> Iterator[PlayDocument]:
        from symcause.episodes.agents import step
        from symcause.episodes.judgement.step_judgement import judgements, unjudged
        from symcause.episodes.transcripts.transcript_reader import begun

        frame, episode = self.frame(problem), self.episode(problem)
        if self.transcripts is not None:
            earlier = begun(self.transcripts, episode.transcript.header)
            episode = episode if earlier is None else episode.resumed(earlier)
        while self.agent is not None and step(episode, self.agent):
            yield unjudged(frame, episode.transcript)
        yield from judgements(frame, problem, episode.transcript)

    def story(self, document: PlayDocument) -> Story:
        from symcause.episodes.judgement.step_story import episode_story

        return episode_story(document)


@dataclass(frozen=True)
class Judge(Question[P, EpisodeDocument]):
    """A transcript, judged step by step (``audit --log``)."""

    name: ClassVar[str] = "judge"
    document: ClassVar[type[EpisodeDocument]] = EpisodeDocument

    log: str = option("", "Transcript of an episode.", "file")

    def frame(self, problem: P) -> EpisodeDocument:
        return EpisodeDocument(family=family_of(problem).name, problem=problem.id)

    def answers(self, problem: P) -> Iterator[EpisodeDocument]:
        from symcause.episodes.judgement.step_judgement import judgements
        from symcause.episodes.transcripts.transcript_reader import transcript_about

        yield from judgements(self.frame(problem), problem, transcript_about(problem, self.log))

    def story(self, document: EpisodeDocument) -> Story:
        from symcause.episodes.judgement.step_story import episode_story

        return episode_story(document)
