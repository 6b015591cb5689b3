"""Rendering tables of scoring: how much each wording costs, and where it went wrong.

``renderings`` compares every rendering with the base; ``cues`` says whether a system fails at reading or
is misled by what the words suggest; ``rendering-failures`` counts who failed at what; and
``rendering-abstention`` is about answers that say that the evidence leaves the question open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from symcause.scoring.bootstrap import APART, Bootstrap, Bounds, Interval, Total, Unit
from symcause.scoring.exact_tests import mcnemar
from symcause.scoring.group_columns import Keyed, Read, keyed_table
from symcause.scoring.rendering_scores import CUES, Failures, Paired, RenderingScores, Words
from symcause.scoring.score_table import Cell, Table, integer, number, signed, word


def rendering_tables(scores: RenderingScores, bootstrap: Bootstrap) -> list[Table]:
    """The tables, as far as there are answers to renderings."""
    if not scores.answered:
        return []
    scores.refuse_base()
    resampled = resampling(bootstrap)
    doubtful = any(abstained for _, _, said in scores.doubts() for _, abstained in said)
    return [
        _renderings(scores, resampled),
        _cues(scores, resampled),
        *([_failures(scores)] if scores.metric is None else []),
        *([_abstention(scores)] if doubtful else []),
    ]


def resampling(bootstrap: Bootstrap) -> Bootstrap:
    """How differences between renderings are resampled: twice as often as means."""
    return replace(bootstrap, resamples=2 * bootstrap.resamples)


def bounds_of(scores: RenderingScores) -> Bounds | None:
    """The bounds of differences; None for a number of which nothing is known."""
    return APART if scores.metric is None else None


class Compared(NamedTuple):
    """A model in a rendering, how that compares with the base, and the interval of the difference."""

    model: str
    words: Words
    pairs: Paired
    apart: Interval | None


def _renderings(scores: RenderingScores, bootstrap: Bootstrap) -> Table:
    bounds = bounds_of(scores)
    rows = [
        Compared(model, words, pairs, bootstrap.mean(pairs.deltas, bounds=bounds))
        for model, words, pairs in scores.compared()
    ]
    left_out = sum(row.pairs.left_out for row in rows)
    what = scores.metric or "Right"
    note = (
        f"Each rendering beside {'-'.join(scores.base)}, over problems with answers to both; "
        f"{left_out} pairs with an answer missing are left out. Delta: mean difference; Low, High: "
        "bootstrap over problems, 95 % (exact where all pairs agree); Gained: better here than at the "
        "base, Lost: worse; p: exact test of McNemar; Filler: share of characters that say nothing."
    )

    def names(row: Compared) -> Cell:
        return word(row.words.names)

    def p(row: Compared) -> Cell:
        return number(None if scores.metric else mcnemar(row.pairs.gained, row.pairs.lost), 4)

    def n(row: Compared) -> Cell:
        return integer(row.pairs.size)

    def value(row: Compared) -> Cell:
        return number(row.pairs.value if row.pairs.size else None)

    def base(row: Compared) -> Cell:
        return number(row.pairs.base if row.pairs.size else None)

    columns: tuple[Read[Compared], ...] = (
        ("Model", lambda row: word(row.model)),
        ("Theme", lambda row: word(row.words.theme)),
        ("Style", lambda row: word(row.words.style)),
        ("Names", names),
        ("n", n),
        Keyed("value", what, value),
        ("Base", base),
        ("Delta", lambda row: _signed(None if row.apart is None else row.apart.value)),
        ("Low", lambda row: _signed(None if row.apart is None else row.apart.low)),
        ("High", lambda row: _signed(None if row.apart is None else row.apart.high)),
        ("Gained", lambda row: integer(row.pairs.gained)),
        ("Lost", lambda row: integer(row.pairs.lost)),
        ("p", p),
        ("Filler", lambda row: number(scores.filler(row.words))),
    )
    return keyed_table("renderings", "The same problems in other words", columns, rows, note)


Style = tuple[str, str]
"""A model and a style."""


def _cues(scores: RenderingScores, bootstrap: Bootstrap) -> Table:
    deltas = {(model, style): scores.cue_deltas(model, style) for model, style in scores.styles()}
    what = scores.metric or "share of right answers"
    note = (
        f"Paired differences ({what}), over n problems. Reading: the theme neutral in this style minus its "
        "table; Nonsense: invented words minus neutral ones; the others: names whose common sense agrees "
        "with gold, contradicts it, or was left to chance. Follows sense: share of wrong answers under "
        "contradicting names whose edges are nearer to common sense than to gold. Intervals: bootstrap "
        "over problems, 95 % (exact where all pairs agree); * where there are fewer than six."
    )

    def cue(name: str) -> tuple[str, Callable[[Style], Cell]]:
        return name, lambda row: _mean(deltas[row][name], bootstrap, bounds_of(scores))

    columns: tuple[Read[Style], ...] = (
        ("Model", lambda row: word(row[0])),
        ("Style", lambda row: word(row[1])),
        ("n", lambda row: integer(len({of for own in deltas[row].values() for of in own}))),
        *map(cue, ("Reading", "Nonsense", *(name for name, _, _ in CUES))),
        ("Follows sense", lambda row: number(_share(scores.following(*row)))),
    )
    return keyed_table("cues", "Reading, reasoning, and what words suggest", columns, deltas, note)


_FAILURES: tuple[tuple[str, Callable[[tuple[Style, Failures]], Cell]], ...] = (
    ("Model", lambda row: word(row[0][0])),
    ("Style", lambda row: word(row[0][1])),
    ("Read", lambda row: integer(row[1].read)),
    ("Reading failed", lambda row: integer(row[1].reading) if row[1].read else number(None)),
    ("Reasoning failed", lambda row: integer(row[1].reasoning) if row[1].read else number(None)),
    ("Named", lambda row: integer(row[1].named)),
    ("Misled", lambda row: integer(row[1].misled) if row[1].named else number(None)),
)


def _failures(scores: RenderingScores) -> Table:
    rows = [((model, style), scores.failures(model, style)) for model, style in scores.styles()]
    note = (
        "Read: problems answered both at the neutral table and in neutral words of this style. Reading "
        "failed: right at the table, wrong in words; reasoning failed: wrong at both. Named: pairs of free "
        "and contradicting names in one theme; misled: right under free names, wrong under contradicting "
        "ones."
    )
    title = "Who failed at reading, at reasoning, or was misled"
    return keyed_table("rendering-failures", title, _FAILURES, rows, note)


class _Doubts(NamedTuple):
    """What a model said in one rendering: claims where the question is open, doubts where it is settled."""

    model: str
    words: Words
    claims: list[bool]
    early: list[bool]


_DOUBTS: tuple[tuple[str, Callable[[_Doubts], Cell]], ...] = (
    ("Model", lambda row: word(row.model)),
    ("Theme", lambda row: word(row.words.theme)),
    ("Style", lambda row: word(row.words.style)),
    ("Names", lambda row: word(row.words.names)),
    ("Open", lambda row: integer(len(row.claims))),
    ("Overclaim", lambda row: number(_share(row.claims))),
    ("Settled", lambda row: integer(len(row.early))),
    ("Premature", lambda row: number(_share(row.early))),
)


def _abstention(scores: RenderingScores) -> Table:
    rows = []
    for model, words, said in scores.doubts():
        claims = [not abstained for is_open, abstained in said if is_open]
        early = [abstained for is_open, abstained in said if not is_open]
        rows.append(_Doubts(model, words, claims, early))
    note = (
        "Overclaim: share of claims where the question is open; premature: share of abstentions where "
        "it is settled."
    )
    title = "Claims and abstentions in other words"
    return keyed_table("rendering-abstention", title, _DOUBTS, rows, note)


def _share(flags: list[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None


def _signed(value: float | None) -> Cell:
    return number(None) if value is None else signed(value)


def _mean(deltas: Mapping[str, list[float]], bootstrap: Bootstrap, bounds: Bounds | None) -> Cell:
    """A mean difference with its interval."""
    totals: dict[Unit, Total] = {of: Total.of(values) for of, values in deltas.items()}
    interval = bootstrap.mean(totals, bounds=bounds)
    if interval is None:
        return number(None)
    return Cell(interval.value, interval.mean_text("+.3f"), interval.low, interval.high)
