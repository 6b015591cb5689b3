"""The summary: published tables by model and by structure, support, steps and patterns.

Constant answers are rows of the first table: a share of yes that is not one half rewards one of them.
Shares of support are of answered cases with a possible transcript; a right unsupported answer is lucky.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from symcause.families.shapeworld.documents.score import ShapeWorldScore
from symcause.families.shapeworld.problem.verdicts import Pattern, Support, Verdict
from symcause.families.shapeworld.scoring.cases import (
    Case,
    accuracy,
    by_problem,
    constant,
    standard_error,
)
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Cell, Table, conditional, integer, number, word

ByModel = Mapping[str, Sequence[ShapeWorldScore]]


def accuracy_table(cases: Mapping[str, Sequence[Case]], bootstrap: Bootstrap) -> Table:
    """Right answers by model, beside what constant answers would get on the same cases."""
    rows = [_accuracy(model, found, bootstrap) for model, found in sorted(cases.items())]
    distinct = {case.problem: case for found in cases.values() for case in found}
    for answer in (True, False):
        baseline = constant(distinct.values(), answer)
        rows.append(_accuracy(baseline[0].model, baseline, bootstrap) if baseline else ())
    return Table(
        "accuracy",
        "Right answers",
        (
            *("model", "cases", "no", "yes", "all", "low", "high"),
            *("interventions", "errors"),
        ),
        tuple(row for row in rows if row),
        "no, yes: share right of the cases with this truth; no result counts as wrong; errors: cases "
        f"that the protocol complained about or that have no answer{_pooled(cases)}",
    )


def _pooled(cases: Mapping[str, Sequence[Case]]) -> str:
    """What to say where a system was asked in several ways."""
    several = any(len({case.template for case in found}) > 1 for found in cases.values())
    return "; cases of all templates of a system together" if several else ""


def _accuracy(model: str, cases: Sequence[Case], bootstrap: Bootstrap) -> tuple[Cell, ...]:
    interval = bootstrap.mean(by_problem(cases)) if bootstrap.resamples else None
    shares = (accuracy(cases, False), accuracy(cases, True), accuracy(cases))
    return (
        word(model),
        integer(len(cases)),
        *(number(None if share is None else float(share)) for share in shares),
        number(None if interval is None else interval.low),
        number(None if interval is None else interval.high),
        number(sum(case.interventions for case in cases) / len(cases) if cases else None, 2),
        integer(sum(case.error for case in cases)),
    )


def structure_table(cases: Mapping[str, Sequence[Case]]) -> Table:
    """Accuracy by model and structure, in per cent, with its standard error."""
    rows = []
    for model, found in sorted(cases.items()):
        for structure in sorted({case.structure for case in found}):
            part = [case for case in found if case.structure == structure]
            share, error = accuracy(part), standard_error(part)
            assert share is not None
            rows.append(
                (
                    word(model),
                    word(structure),
                    integer(len(part)),
                    number(100 * float(share), 1),
                    number(None if error is None else 100 * error, 1),
                )
            )
    return Table(
        "structures",
        "Right answers by structure, per cent",
        ("model", "structure", "cases", "right", "se"),
        tuple(rows),
        f"se: sample deviation over cases / √cases{_pooled(cases)}",
    )


def support_table(scores: ByModel) -> Table:
    """Whether transcripts prove what was answered."""
    rows = []
    for model, found in sorted(scores.items()):
        impossible = sum(_is_impossible(score) for score in found)
        supports = Counter(score.support for score in found if score.support is not None)
        answered = sum(supports.values())
        contradicting = sum(score.contradicts_key is True for score in found)
        lucky = [score.lucky for score in found if score.lucky is not None]
        rows.append(
            (
                word(model),
                integer(len(found)),
                integer(answered),
                *(_share(supports[str(kind)], answered) for kind in Support),
                conditional(sum(lucky) / len(lucky) if lucky else None, len(lucky)),
                integer(impossible),
                integer(contradicting),
                integer(len(found) - answered - impossible - contradicting),
            )
        )
    return Table(
        "support",
        "Does the transcript prove the answer?",
        (
            *("model", "cases", "answered", "justified", "refuted", "unsupported", "lucky"),
            *("impossible", "contradicts key", "no answer"),
        ),
        tuple(rows),
        f"class {_classes(scores)}; shares of answered cases with a possible transcript; lucky: right "
        "although unsupported; *: at most 5 cases; impossible: no world of the class shows the "
        f"transcript; contradicts key: it proves the opposite of the truth{_inferred(scores)}",
    )


def _inferred(scores: ByModel) -> str:
    """What to say where truths are guessed from failures."""
    if not any(score.inferred for found in scores.values() for score in found):
        return ""
    return (
        "; cleaned transcripts hold failures only: their truth is inferred from the answer, which need "
        "not be the one that counted"
    )


def _classes(scores: ByModel) -> str:
    return ", ".join(sorted({one.scope.name for found in scores.values() for one in found}))


def _is_impossible(score: ShapeWorldScore) -> bool:
    return score.verdict in (Verdict.INCONSISTENT, Verdict.INVALID, Verdict.OUTSIDE)


def _share(count: int, total: int) -> Cell:
    return conditional(count / total if total else None, total)


def steps_table(scores: ByModel) -> Table:
    """What interventions were good for, and how many more than needed there were."""
    rows = []
    for model, found in sorted(scores.items()):
        possible = [score for score in found if not _is_impossible(score)]
        kinds = [score.kinds for score in possible]
        excess = [score.excess for score in possible if score.excess is not None]
        rows.append(
            (
                word(model),
                integer(sum(k.informative + k.set_up + k.wasted + k.void for k in kinds)),
                integer(sum(k.informative for k in kinds)),
                integer(sum(k.set_up for k in kinds)),
                integer(sum(k.wasted for k in kinds)),
                integer(sum(k.void for k in kinds)),
                integer(sum(score.surplus or 0 for score in possible)),
                conditional(sum(excess) / len(excess) if excess else None, len(excess), 2),
            )
        )
    return Table(
        "steps",
        "What the interventions were good for",
        (
            *("model", "steps", "informative", "set-up", "wasted", "void", "surplus"),
            "beyond the shortest proof",
        ),
        tuple(rows),
        "surplus: steps after the question was settled, whatever their kind; the last column is a mean "
        "over cases whose world is known",
    )


def patterns_table(scores: ByModel) -> Table:
    """How wrong answers came about, by rules read from the paper."""
    rows = []
    for model, found in sorted(scores.items()):
        counts = Counter(score.pattern for score in found if score.pattern is not None)
        rows.append((word(model), *(integer(counts[str(kind)]) for kind in Pattern)))
    return Table(
        "patterns",
        "Patterns of wrong answers",
        ("model", *(str(kind) for kind in Pattern)),
        tuple(rows),
        "no labelling program was published: read them beside refuted and unsupported, not instead"
        + _inferred(scores),
    )
