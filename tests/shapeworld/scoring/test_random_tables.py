"""Every table of scored answers against plain loops over random ones."""

from __future__ import annotations

import random
from collections.abc import Iterable
from statistics import fmean, stdev
from typing import Any

import pytest

from symcause.families.shapeworld.documents.scope_part import ClassPart
from symcause.families.shapeworld.documents.score_document import KindsPart, ShapeWorldScore
from symcause.families.shapeworld.scoring.answer_summary import ShapeWorldSummary
from symcause.families.shapeworld.scoring.answer_tables import tables
from symcause.scoring.bootstrap import Bootstrap

STARTS = {
    "direct": ("{}", "{0}", "{0, 1}"),
    "mediation": ("{0, 1, 2}", "{1}", "{}"),
    "random": ("{0, 1, 2, 3}", "{0, 1, 2, 3, 4}"),
}
SUPPORT = ("justified", "refuted", "unsupported", None)


def made(rng: random.Random) -> list[ShapeWorldScore]:
    found = []
    for i in range(160):
        structure, logged = rng.choice(list(STARTS)), rng.random() < 0.4
        truth = rng.choice(("yes", "no"))
        answer = rng.choice(("yes", "no", None))
        verdict = rng.choice(("yes", "no", "open", "inconsistent"))
        possible = verdict != "inconsistent"
        kinds = [rng.randrange(3) if possible else 0 for _ in range(4)]
        support = rng.choice(SUPPORT) if logged and possible and answer else None
        found.append(
            ShapeWorldScore(
                family="shapeworld",
                problem=f"p{i}",
                model=rng.choice("ab"),
                scope=ClassPart(),
                structure=structure,
                start=rng.choice(STARTS[structure]),
                shapes=None,
                answer=answer,
                truth=truth,
                right=answer == truth,
                verdict=verdict,
                support=support,
                lucky=None if support is None else support == "unsupported" and answer == truth,
                pattern=rng.choice((None, "root-cause", "correlation")) if logged else None,
                interventions=rng.randrange(6),
                kinds=KindsPart(
                    informative=kinds[0], set_up=kinds[1], wasted=kinds[2], void=kinds[3]
                ),
                surplus=rng.randrange(3) if possible else None,
                excess=rng.choice((None, rng.randrange(4))),
                logged=logged,
                mark=rng.choice((None, None, "invalid format", "invalid action")),
                template=rng.choice(("basic", "basic_limit_step")),
                contradicts_key=rng.random() < 0.1 if logged and possible else None,
            )
        )
    return found


def mean(values: Iterable[object]) -> Any:
    known = [float(value) for value in values if isinstance(value, int | float)]
    return pytest.approx(fmean(known)) if known else None


def per_cent(values: Iterable[object]) -> Any:
    return mean(100 * float(bool(value)) for value in values)


def error(values: list[float]) -> Any:
    """The standard error, in per cent."""
    return pytest.approx(100 * stdev(values) / len(values) ** 0.5) if len(values) > 1 else None


def accuracy(own: list[ShapeWorldScore]) -> list[Any]:
    """cases, no, yes, all, interventions, errors."""
    return [
        len(own),
        *(mean(s.right for s in own if s.truth == truth) for truth in ("no", "yes")),
        mean(s.right for s in own),
        mean(s.interventions for s in own),
        sum(s.answer is None or s.mark is not None for s in own),
    ]


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(8))
def test_all_of_them(seed: int) -> None:
    scores, summary = made(random.Random(seed)), ShapeWorldSummary()
    for score in scores:
        summary.take(score, "file.csv")
    found = {t.key: t for t in tables(summary, Bootstrap(0))}
    rows = {
        key: [[cell.value for cell in row] for row in table.rows] for key, table in found.items()
    }

    def of(**wanted: object) -> list[ShapeWorldScore]:
        return [s for s in scores if all(getattr(s, k) == v for k, v in wanted.items())]

    for model, *cells in rows["accuracy"]:
        if model in ("always yes", "always no"):
            share = fmean(f"always {s.truth}" == model for s in scores)
            assert cells[3] == pytest.approx(share)
            continue
        own = accuracy(of(model=model))
        assert [*cells[:4], *cells[6:]] == own
    for model, structure, *cells in rows["structures"]:
        own = of(model=model, structure=structure)
        by_start = [
            fmean(bool(s.right) for s in own if s.start == start)
            for start in sorted({str(s.start) for s in own})
        ]
        wanted = [
            len(own),
            per_cent(s.right for s in own),
            error([float(bool(s.right)) for s in own]),
        ]
        wanted += [pytest.approx(100 * end) for end in (min(by_start), max(by_start))]
        assert cells == [*wanted, pytest.approx(100 * fmean(by_start)), error(by_start)]
    starts = {(s.model, s.structure, s.start) for s in scores}
    assert {tuple(row[:3]) for row in rows["starts"]} == starts
    for model, structure, start, *cells in rows["starts"]:
        own = of(model=model, structure=structure, start=start)
        wanted = [len(own), per_cent(s.right for s in own), mean(s.interventions for s in own)]
        assert cells == [*wanted, accuracy(own)[-1]]
    for model, size, *cells in rows["shapes"]:
        everything = f"{{{', '.join(map(str, range(int(str(size)))))}}}"
        least = {"direct": 2, "mediation": 3}
        own = [
            s
            for s in of(model=model, start=everything)
            if least.get(str(s.structure), size) == size
        ]
        assert cells == [len(own), per_cent(s.right for s in own)]
    assert {row[1] for row in rows["shapes"]} == {2, 3, 4, 5}
    for model, template, best, *cells in rows["templates"]:
        own = of(template=template) if model == "all" else of(model=model, template=template)
        assert [*cells[:4], *cells[6:]] == accuracy(own)
        if model != "all":
            shares = {
                name: fmean(bool(s.right) for s in of(model=model, template=name))
                for name in ("basic", "basic_limit_step")
            }
            top = max(shares, key=lambda name: shares[name])
            assert (best == "best") == (template == top)
    marks = {(s.model, s.structure, s.mark) for s in scores if s.mark}
    assert {tuple(row[:3]) for row in rows["errors"]} == marks
    for model, structure, mark, n in rows["errors"]:
        assert n == len(of(model=model, structure=structure, mark=mark))
    for model, *cells in rows["support"]:
        logged = of(model=model, logged=True)
        answered = [s for s in logged if s.support is not None]
        impossible = sum(s.verdict == "inconsistent" for s in logged)
        against = sum(s.contradicts_key is True for s in logged)
        assert cells[:2] == [len(logged), len(answered)]
        for kind, cell in zip(found["support"].columns[3:6], cells[2:5], strict=True):
            wanted_share = mean(s.support == kind for s in answered)
            assert cell == (wanted_share if len(answered) > 5 else None)
        assert cells[5] == (mean(s.lucky for s in answered) if len(answered) > 5 else None)
        rest = len(logged) - len(answered) - impossible - against
        assert cells[6:] == [impossible, against, rest]
    for model, *cells in rows["steps"]:
        logged = of(model=model, logged=True)
        can = [s for s in logged if s.verdict != "inconsistent"]
        kinds = [sum(getattr(s.kinds, k) for s in can) for k in KINDS]
        known = [s.excess for s in can if s.excess is not None]
        assert cells[:6] == [len(logged), sum(kinds), *kinds]
        assert cells[6:] == [
            sum(s.surplus or 0 for s in can),
            mean(known) if len(known) > 5 else None,
        ]
    for model, *cells in rows["patterns"]:
        for kind, cell in zip(found["patterns"].columns[1:], cells, strict=True):
            assert cell == len(of(model=model, logged=True, pattern=kind))


KINDS = ("informative", "set_up", "wasted", "void")
