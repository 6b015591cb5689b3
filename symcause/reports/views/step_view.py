"""The step view of an episode on a page: its steps, and what was known at each.

Moments are the start and every step. The ``known`` of a moment has one letter a pair of variables, row by
row: ``a`` an edge in all members, ``s`` in some, ``n`` in none, ``.`` no pair; null where that is not known
or there are no members.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from symcause.answers import Unknown
from symcause.audits.space import Edges, VersionSpace
from symcause.audits.story import CLASSES, Tone
from symcause.bounds.reports_bounds import EDGE_STATUS_STEPS, PAGE_STEPS, REPEATED_LINES
from symcause.budgets import Meter
from symcause.episodes.episode import Episode, rules_of, states
from symcause.episodes.judgement.episode_document import EpisodeDocument, JudgedStep
from symcause.episodes.judgement.outcome_sentences import SUPPORTS, headline, noun_of, stood
from symcause.episodes.judgement.step_story import (
    action_line,
    episode_story,
    measured,
    remarks,
    spelled_out,
)
from symcause.episodes.rules import INFORMATIVE, INVALID, SET_UP
from symcause.episodes.transcripts.document_transcript import transcript_of
from symcause.errors import SymcauseError
from symcause.models.number_phrases import upper, whole
from symcause.registry import family, load
from symcause.reports.export import Picture
from symcause.reports.figures.figure import figure_view
from symcause.reports.graph_svg import Arrow, graph_svg
from symcause.reports.views.edge_view import statuses
from symcause.reports.views.episode_picture import episode_figure, survived
from symcause.reports.views.run_rows import run_row

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

View = dict[str, object]

_KIND_TONES = {INFORMATIVE: Tone.GOOD, SET_UP: Tone.UNKNOWN, INVALID: Tone.BAD}
"""How good the news of a step is, where it is not in between."""

_PAIR = 100
"""Steps that a pair of variables takes at one moment, beside what a space counts itself."""


def episode_view(document: EpisodeDocument, problem: Problem) -> View:
    """Everything that the page of one episode shows."""
    story = episode_story(document)
    episode = Episode(
        problem,
        rules_of(problem, **document.rules),
        seed=document.seed,
        budget=document.budget,
        agent=document.agent,
    )
    moments = _moments(document, episode)
    return {
        "kind": "episode",
        "id": document.problem,
        "verdict": story.verdict,
        "tone": str(story.tone),
        "headline": headline(document),
        "sentence": f"{_question(episode)} {stood(document)}".strip(),
        "facts": [list(fact) for fact in story.facts],
        "notes": remarks(document),
        "main": figure_view(episode_figure(document, PAGE_STEPS)),
        "agent": document.agent,
        "unit": f"{noun_of(document)}s",
        "moments": moments,
        "more": max(0, len(document.steps) - PAGE_STEPS),
        "decided": document.decided_at,
        "answer": None if not document.answered else spelled_out(document.answer, 2_000),
        "outcome": story.verdict,
        "support": document.support,
        "supported": SUPPORTS.get(document.support or ""),
        "index": run_row(document),
        "measured": [list(pair) for pair in measured(document)],
        **_known(document, problem, episode, len(moments)),
    }


def _question(episode: Episode[Any]) -> str:
    """The question as it was put to the player, where it is one sentence."""
    asked = episode.reset().get("question")
    return f"{asked[:1].upper()}{asked[1:]}" if isinstance(asked, str) else ""


def _moments(document: EpisodeDocument, episode: Episode[Any]) -> list[View]:
    start: View = {
        "step": 0,
        "action": "start",
        "left": _left(document.members),
        "entailed": list(document.entailed),
        "told": episode.rules.told(episode.reset()),
    }
    return [start, *(_moment(document, step, episode) for step in document.steps[:PAGE_STEPS])]


def _moment(document: EpisodeDocument, step: JudgedStep, episode: Episode[Any]) -> View:
    return {
        "step": step.step,
        "action": action_line(step.action, 200),
        "refused": step.refused,
        "kind": step.kind,
        "look": CLASSES[_KIND_TONES.get(step.kind or "", Tone.SOME)],
        "left": _left(step.members),
        "gain": step.gain,
        "regret": step.regret,
        "span": _span(step),
        "better": _better(step),
        "entailed": list(step.entailed),
        "told": None
        if step.observation is None
        else gathered(episode.rules.seen(episode.known, step.observation)),
        "survived": survived(document, step),
    }


def gathered(text: str) -> str:
    """What was seen, lines that are the same again and again told once.

    >>> gathered("3 survived:" + 4 * "\\n  coast" + "\\n  open")
    '3 survived:\\n  coast  (4 times)\\n  open'
    """
    runs = ((line, len(list(same))) for line, same in groupby(text.split("\n")))
    few = ([line] * n if n < REPEATED_LINES else [f"{line}  ({n} times)"] for line, n in runs)
    return "\n".join(line for lines in few for line in lines)


def _left(members: int | None) -> str | None:
    return None if members is None else whole(members)


def _span(step: JudgedStep) -> str | None:
    if step.regret is not None or step.regret_low is None or step.regret_high is None:
        return None
    return f"{step.regret_low:.2f} to {step.regret_high:.2f}"


def _better(step: JudgedStep) -> str | None:
    """What would have left fewer members, whatever it had shown."""
    best = step.best
    if best is None or best.action is None or best.worst is None or step.members is None:
        return None
    if best.worst >= step.members:
        return None
    return f"{action_line(best.action, 100)} would have left at most {upper(best.worst)}"


def _known(document: EpisodeDocument, problem: Problem, episode: Episode[Any], number: int) -> View:
    """The graph of gold and answer in one layout, and what was known of every edge at each moment."""
    figure = family(document.family).figure
    if figure is None:
        return {}
    try:
        gold: Picture = load(figure)(problem)
    except SymcauseError:
        return {}
    variables, true = gold.graph.nodes, set(gold.graph.edges)
    answered = _edges(document.details.get("edges"), variables)
    drawn = sorted(true | (answered or set()))
    arrows = [Arrow(a, b, "plain", _marks((a, b), true, answered)) for a, b in drawn]
    roots = gold.roots or [v for v in variables if all(b != v for _, b in true)]
    return {
        "vars": list(variables),
        "graph": str(graph_svg(variables, arrows, roots=roots, marked=gold.marked)),
        "compared": answered is not None,
        "goldEdges": sorted(f"{variables.index(a)}-{variables.index(b)}" for a, b in true),
        "known": _statuses(document, episode, variables, number),
    }


def _marks(
    edge: tuple[str, str], gold: set[tuple[str, str]], answered: set[tuple[str, str]] | None
) -> tuple[str, ...]:
    """How an edge is drawn where an answer is compared with gold."""
    if answered is None:
        return ()
    if edge not in gold:
        return ("extra",)
    return ("kept",) if edge in answered else ("missing",)


def _edges(given: object, variables: Sequence[str]) -> set[tuple[str, str]] | None:
    """The edges of the answer, where the family tells them."""
    if not isinstance(given, list | tuple):
        return None
    pairs = {(str(edge[0]), str(edge[1])) for edge in given if len(edge) == 2}
    return {(a, b) for a, b in pairs if a in variables and b in variables}


def _decided(space: VersionSpace[Any], budget: Meter) -> Edges | Unknown:
    """What a space says of its edges, and what it has drawn for them from its meter."""
    edges = space.edges()
    budget.spend(space.meter.spent)
    return edges


def _statuses(
    document: EpisodeDocument, episode: Episode[Any], variables: Sequence[str], number: int
) -> list[str | None]:
    opened = family(document.family).space
    if opened is None:
        return []
    budget, letters = Meter(EDGE_STATUS_STEPS), list[str | None]()
    for line, known in states(transcript_of(document, episode))[:number]:
        if line is not None and isinstance(line.refused, str):
            letters.append(letters[-1])
            continue
        edges = budget.shortage if budget.over else _decided(load(opened)(known), budget)
        budget.spend(_PAIR * len(variables) ** 2)
        letters.append(None if isinstance(edges, Unknown) else _letters(edges, variables))
    return letters


def _letters(edges: Mapping[tuple[str, str], Any], variables: Sequence[str]) -> str | None:
    return statuses({f"{a}->{b}": str(status) for (a, b), status in edges.items()}, variables)
