"""Rendering tables of scoring: how much each wording costs, and where it went wrong.

``renderings`` compares every rendering with the base; ``cues`` says whether a system fails at reading or
is misled by what the words suggest; ``rendering-failures`` counts who failed at what; and
``rendering-abstention`` is about answers that say that the evidence leaves the question open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symcause.scoring.bootstrap import APART, Bootstrap, Bounds, Interval, Total, Unit
from symcause.scoring.exact_tests import mcnemar
from symcause.scoring.rendering_scores import CUES, RenderingScores
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


def _renderings(scores: RenderingScores, bootstrap: Bootstrap) -> Table:
    rows, left_out = [], 0
    for model, words, found in scores.compared():
        left_out += found.left_out
        interval = bootstrap.mean(found.deltas, bounds=bounds_of(scores))
        p = None if scores.metric else mcnemar(found.gained, found.lost)
        rows.append(
            (
                *map(word, (model, *words)),
                integer(found.size),
                *_numbers(found.size, found.value, found.base),
                *_interval(interval),
                integer(found.gained),
                integer(found.lost),
                number(p, 4),
                number(scores.filler(words)),
            )
        )
    what = scores.metric or "Right"
    note = (
        f"Each rendering beside {'-'.join(scores.base)}, over problems with answers to both; "
        f"{left_out} pairs with an answer missing are left out. Delta: mean difference; Low, High: "
        "bootstrap over problems, 95 % (exact where all pairs agree); Gained: better here than at the "
        "base, Lost: worse; p: exact test of McNemar; Filler: share of characters that say nothing."
    )
    heads = (
        *("Model", "Theme", "Style", "Names", "n", what, "Base", "Delta", "Low", "High"),
        *("Gained", "Lost", "p", "Filler"),
    )
    return Table("renderings", "The same problems in other words", heads, tuple(rows), note)


def _cues(scores: RenderingScores, bootstrap: Bootstrap) -> Table:
    rows = []
    for model, style in scores.styles():
        deltas = scores.cue_deltas(model, style)
        problems = {of for found in deltas.values() for of in found}
        cells = [_mean(found, bootstrap, bounds_of(scores)) for found in deltas.values()]
        follows = number(_share(scores.following(model, style)))
        rows.append((word(model), word(style), integer(len(problems)), *cells, follows))
    what = scores.metric or "share of right answers"
    note = (
        f"Paired differences ({what}), over n problems. Reading: the theme neutral in this style minus its "
        "table; Nonsense: invented words minus neutral ones; the others: names whose common sense agrees "
        "with gold, contradicts it, or was left to chance. Follows sense: share of wrong answers under "
        "contradicting names whose edges are nearer to common sense than to gold. Intervals: bootstrap "
        "over problems, 95 % (exact where all pairs agree); * where there are fewer than six."
    )
    heads = ("Model", "Style", "n", "Reading", "Nonsense", *(cue for cue, _, _ in CUES))
    title = "Reading, reasoning, and what words suggest"
    return Table("cues", title, (*heads, "Follows sense"), tuple(rows), note)


def _failures(scores: RenderingScores) -> Table:
    rows = []
    for model, style in scores.styles():
        found = scores.failures(model, style)
        read = [
            integer(n) if found.read else number(None) for n in (found.reading, found.reasoning)
        ]
        misled = integer(found.misled) if found.named else number(None)
        pairs = integer(found.read), integer(found.named)
        rows.append((word(model), word(style), pairs[0], *read, pairs[1], misled))
    note = (
        "Read: problems answered both at the neutral table and in neutral words of this style. Reading "
        "failed: right at the table, wrong in words; reasoning failed: wrong at both. Named: pairs of free "
        "and contradicting names in one theme; misled: right under free names, wrong under contradicting "
        "ones."
    )
    heads = ("Model", "Style", "Read", "Reading failed", "Reasoning failed", "Named", "Misled")
    title = "Who failed at reading, at reasoning, or was misled"
    return Table("rendering-failures", title, heads, tuple(rows), note)


def _abstention(scores: RenderingScores) -> Table:
    rows = []
    for model, words, said in scores.doubts():
        claims = [not abstained for is_open, abstained in said if is_open]
        early = [abstained for is_open, abstained in said if not is_open]
        rows.append(
            (
                *map(word, (model, *words)),
                *(integer(len(claims)), number(_share(claims))),
                *(integer(len(early)), number(_share(early))),
            )
        )
    note = (
        "Overclaim: share of claims where the question is open; premature: share of abstentions where "
        "it is settled."
    )
    heads = ("Model", "Theme", "Style", "Names", "Open", "Overclaim", "Settled", "Premature")
    title = "Claims and abstentions in other words"
    return Table("rendering-abstention", title, heads, tuple(rows), note)


def _share(flags: list[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None


def _numbers(size: int, *values: float) -> Iterator[Cell]:
    return (number(value if size else None) for value in values)


def _signed(value: float | None) -> Cell:
    return number(None) if value is None else signed(value)


def _interval(found: Interval | None) -> tuple[Cell, Cell, Cell]:
    if found is None:
        return number(None), number(None), number(None)
    return signed(found.value), _signed(found.low), _signed(found.high)


def _mean(deltas: Mapping[str, list[float]], bootstrap: Bootstrap, bounds: Bounds | None) -> Cell:
    """A mean difference with its interval."""
    totals: dict[Unit, Total] = {of: Total.of(values) for of, values in deltas.items()}
    found = bootstrap.mean(totals, bounds=bounds)
    if found is None:
        return number(None)
    return Cell(found.value, found.shown("+.3f"), found.low, found.high)
