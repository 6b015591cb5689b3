"""Discordant pairs of a score run: two renderings of one problem, one of them answered rightly.

The texts and the answers are read again, from files that can be read twice; answers of baselines that no
file holds are not shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symcause.bounds.cli_bounds import RENDERING_PAIRS
from symcause.bounds.reports_bounds import SHOWN_PAIRS
from symcause.cli.score_run.scoring_run import ScoringRun
from symcause.errors import SymcauseError
from symcause.formats.answer_files.predictions import Prediction
from symcause.formats.pools.problem_files import read_problems
from symcause.registry import family_of
from symcause.renderings.rendered_problem import own_text, words_of
from symcause.renderings.rendering_metadata import rendering_of, stated
from symcause.renderings.sense.sense_baseline import NAME, sense_text
from symcause.renderings.texts.cell_spans import cell_spans
from symcause.renderings.themes.library import description_of
from symcause.reports.page.text_pairs import PairedText, TextPair, TextPairs, pieces_of, text_name
from symcause.scoring.rendering_scores import Discordant

if TYPE_CHECKING:
    from symcause.formats.problems import Problem


def text_pairs(run: ScoringRun, pool: str) -> TextPairs:
    """The pairs for a page, a few of every system and rendering."""
    discordants = [pair for s in run.scorings.values() for pair in s.renderings.discordant()]
    chosen = list(islice(_few(discordants), SHOWN_PAIRS))
    wanted = {id for pair in chosen for id in (pair.base, pair.other)}
    if not wanted or not Path(pool).is_file():
        return TextPairs([], len(discordants))
    problems = {
        item.id: item.problem
        for item in read_problems(pool)
        if item.problem is not None and item.id in wanted
    }
    answers = _answers(run.again(pool), {(p.model, id) for p in chosen for id in wanted})
    shown = [made for pair in chosen if (made := _pair(pair, problems, answers, pool)) is not None]
    return TextPairs(shown, len(discordants) - len(shown))


def _few(found: Iterable[Discordant]) -> Iterator[Discordant]:
    taken: defaultdict[tuple[str, object], int] = defaultdict(int)
    for pair in found:
        taken[pair.model, pair.words] += 1
        if taken[pair.model, pair.words] <= RENDERING_PAIRS:
            yield pair


def _answers(rows: Iterable[Any], wanted: set[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """The first answer of every system to every problem that is wanted."""
    answers: dict[tuple[str, str], str] = {}
    for row in rows:
        if isinstance(row, Prediction) and (key := (row.model, row.instance_id)) in wanted:
            answers.setdefault(key, row.response)
    return answers


def _pair(
    pair: Discordant,
    problems: dict[str, Any],
    answers: dict[tuple[str, str], str],
    pool: str,
) -> TextPair | None:
    folders = (f"{pool}.themes",)
    texts = []
    for id, right in ((pair.base, not pair.gained), (pair.other, pair.gained)):
        answer = answers.get((pair.model, id))
        if answer is None and pair.model == NAME:
            answer = sense_text(problems[id], folders)
        if answer is None:
            return None
        try:
            texts.append(_text(problems[id], folders, answer, right))
        except SymcauseError:  # its text has changed, or its theme is not here
            return None
    what = "gained" if pair.gained else "lost"
    title = f"{pair.model}, {pair.of}: {what} in {', '.join(pair.words)}"
    return TextPair(title, (texts[0], texts[1]))


def _text(problem: Problem, folders: tuple[str, ...], answer: str, right: bool) -> PairedText:
    about = rendering_of(problem)
    assert about is not None, "not a rendering"
    theme, style = words_of(problem, folders)
    text = own_text(problem, folders)
    variables = about.get("variables") or {noun: noun for noun in stated(about, "order", problem)}
    description = description_of(theme, style, family_of(problem).name)
    marks = cell_spans(text, description, variables)
    name = text_name(theme.id, style.id, about.get("alignment") or "free")
    return PairedText(name, pieces_of(text, marks), answer, right)
