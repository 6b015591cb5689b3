"""Shares of scored episodes by agent: right answers, justified ones, and steps taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.episodes.judgement.episode_scores import ENDINGS, Scores
from symcause.models.number_phrases import plural
from symcause.reports.figures.figure import Figure
from symcause.reports.figures.scores.dot_plot import Dot, Dots, dot_figure
from symcause.reports.figures.scores.stacked_bars import Stack, Stacks, stack_figure
from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import LEVEL, Bootstrap

_COLOURS = ("bar", "bar own", "bar lost half", "bar wrong", "bar lost", "bar none")
KINDS = tuple(zip(ENDINGS, _COLOURS, strict=True))
"""What becomes of an episode, and its colour."""

MEANINGS = {
    "right and justified": "Justified: every model that explains the transcript gives this answer.",
    "right by luck": "By luck: right, though the transcript leaves others.",
    "right, not judged": "Not judged: what the transcript proves is not known.",
    "wrong and refuted": "Refuted: no model that explains the transcript gives this answer.",
}


def episode_figures(scores: Scores, bootstrap: Bootstrap) -> list[Figure]:
    """Answers by agent, then shares with intervals."""
    figures = [_answers(scores), _shares(scores, bootstrap)]
    return [figure for figure in figures if figure is not None]


def _answers(scores: Scores) -> Figure | None:
    several = len({family for family, _ in scores}) > 1
    rows = [
        Stack(agent, _counts(group), family if several else "")
        for (family, agent), group in scores.items()
    ]
    rows.sort(key=lambda row: (row.group, *(-row.counts[i] / sum(row.counts) for i in (0, 1, 2))))
    return stack_figure(
        Stacks(
            key="episode-answers",
            title="Right, and could it be known?",
            kinds=KINDS,
            rows=rows,
            meanings=MEANINGS,
            finding=_finding(rows),
            facts=tuple(_facts(scores)),
        )
    )


def _counts(episodes: Group) -> tuple[int, ...]:
    counts = episodes.counts("ending")
    return tuple(counts.get(name, 0) for name in ENDINGS)


def _finding(rows: Sequence[Stack]) -> str:
    if not rows:
        return ""
    total = sum(sum(row.counts) for row in rows)
    justified, lucky, unjudged = (sum(row.counts[i] for row in rows) for i in range(3))
    right = justified + lucky + unjudged
    if total == 1:
        how = "justified" if justified else "by luck" if lucky else ""
        return f"The one episode ends {'right' if right else 'wrong'}" + (f", {how}" if how else "")
    text = f"{right or 'None'} of {plural(total, 'episode')} {'ends' if right < 2 else 'end'} right"
    parts = [(n, kind) for n, kind in ((justified, "justified"), (lucky, "by luck")) if n]
    if [n for n, _ in parts] == [right]:
        return f"{text}, {'all ' if right > 1 else ''}{parts[0][1]}"
    return f"{text}: {', '.join(f'{n} {kind}' for n, kind in parts)}" if parts else text


def _facts(scores: Scores) -> Iterator[tuple[str, str]]:
    groups, episodes = scores.values(), sum(map(len, scores.values()))
    yield "agents", str(len({agent for _, agent in scores}))
    decided = sum(group.count("decided") for group in groups)
    if decided:
        yield "settled by their own steps", f"{decided} of {episodes} episodes"
    steps, wasted = (
        round(sum(group.total(name).sum for group in groups)) for name in ("steps", "wasted")
    )
    if wasted:
        yield "steps that told nothing", f"{wasted} of {steps}"


def _shares(scores: Scores, bootstrap: Bootstrap) -> Figure | None:
    several = len({family for family, _ in scores}) > 1
    rows = []
    for (family, agent), group in scores.items():
        value = bootstrap.mean(group.by_unit("right"))
        if value is not None:
            justified = _counts(group)[0] / len(group)
            rows.append(Dot(agent, value, justified, family if several else ""))
    rows.sort(key=lambda row: (row.group, -row.value.value, row.name))
    return dot_figure(
        Dots(
            key="episode-shares",
            title="Shares of episodes that end right",
            measure="right",
            rows=rows,
            other="right and justified",
            caption="Of all episodes, those without an answer included. Bars: "
            f"{LEVEL:.0%} bootstrap intervals over problems, from six problems (n) on.",
        )
    )
