"""The curve of an episode: what its steps left, against the best worst case; bands where nobody counted."""

from __future__ import annotations

import re
from dataclasses import replace

import msgspec
import pytest
from msgspec.structs import replace as evolve

from symcause.episodes.judgement.episode_document import BestPart, EpisodeDocument, JudgedStep
from symcause.episodes.judgement.outcome_sentences import headline, stood
from symcause.reports.figures.steps.space_descent import Descent, Moment, bands, descent_figure
from symcause.reports.figures.steps.step_columns import Column
from symcause.reports.views.episode_picture import descent_of

MARKUP = '"><script>alert(1)</script>'


def step(number: int, members: int | None, worst: int, low: int | None = None) -> JudgedStep:
    best = BestPart(worst=worst, low=worst if low is None else low, status="exact")
    return JudgedStep(step=number, action={"do": {"X": number}}, members=members, best=best)


EPISODE = EpisodeDocument(
    family="boolean",
    problem="p",
    members=1024,
    steps=(step(1, 64, 256), step(2, 64, 16), step(3, None, 8, 2), step(4, 1, 1)),
    answered=True,
    right=False,
    support="unsupported",
    settled=False,
    count=1_018_080,
)


def drawn(descent: Descent) -> str:
    figure = descent_figure(descent)
    assert figure is not None
    return str(figure.svg)


def boxes(svg: str, kind: str) -> list[tuple[float, float]]:
    """Tops and heights of boxes of a kind, those of the legend left out."""
    found = re.findall(rf'<rect [^>]*y="([\d.]+)"[^>]*height="([\d.]+)" class="{kind}"/>', svg)
    return [(float(y), float(h)) for y, h in found if float(h) != 11]


def test_the_gap_is_regret_above_and_luck_below() -> None:
    svg = drawn(descent_of(EPISODE, 200))
    bit = (222 - 34) / 10  # pixels; 1024 members are ten bits
    ((top, tall),) = boxes(svg, "luck")  # 64 where 256 was sure
    assert (top, tall) == (pytest.approx(222 - 8 * bit, abs=0.1), pytest.approx(2 * bit, abs=0.1))
    regrets = boxes(svg, "regret")  # 64 where 16 was sure; step 3 has at least 1 and at most 64
    assert regrets == [(pytest.approx(222 - 6 * bit, abs=0.1), pytest.approx(2 * bit, abs=0.1))]
    assert ">−2.0<" in svg and ">+2.0<" in svg
    assert svg.count('class="ghost"') == 5  # one per step, and one in the legend


def test_what_nobody_counted_is_a_band_between_its_neighbours() -> None:
    found = descent_of(EPISODE, 200)
    assert bands(found.moments)[3] == (0.0, 6.0)
    assert "not counted" not in drawn(found).partition("unsure")[0]
    proven = evolve(EPISODE.steps[2], at_least=8, at_most=32)
    known = evolve(EPISODE, steps=(*EPISODE.steps[:2], proven, EPISODE.steps[3]))
    assert bands(descent_of(known, 200).moments)[3] == (3.0, 5.0)
    assert "between 8 and 32 models left" in drawn(descent_of(known, 200))
    assert descent_figure(Descent([Moment(Column("start"), None)])) is None


def test_nothing_left_is_no_band() -> None:
    empty = evolve(EPISODE, steps=(evolve(EPISODE.steps[0], members=0),))
    assert bands(descent_of(empty, 200).moments)[1] is None


def test_a_picture_of_hostile_actions_holds_no_markup() -> None:
    moments = [Moment(Column(MARKUP, MARKUP), (3.0, 3.0), MARKUP), Moment(Column("b"), (1.0, 1.0))]
    svg = drawn(Descent(moments, unit=MARKUP))
    assert "<script" not in svg and "&lt;script" in svg
    many = [replace(moments[0], left=(9.0, 9.0))] * 300
    assert drawn(Descent(many)).count("data-moment") == 300


def test_no_frame_of_a_chosen_step_strikes_a_word_through() -> None:
    """What stands over the curve stands over the frame of its column as well."""
    svg = drawn(replace(descent_of(EPISODE, 200), settled=2))
    (label,) = re.findall(r'<text [^>]*y="([\d.]+)"[^>]*>settled here<', svg)
    tops = re.findall(r'<rect [^>]*y="([\d.]+)"[^>]*class="column"', svg)
    assert len(tops) == 5 and all(float(label) < float(top) for top in tops)


def test_a_headline_is_a_sentence() -> None:
    assert headline(EPISODE) == "Wrong after 4 steps: 1,018,080 models still fitted"
    assert stood(EPISODE) == "The question stayed open."
    right = evolve(EPISODE, right=True, decided_at=2, surplus=2, settled=True)
    assert headline(right) == "Right by luck after 4 steps: 1,018,080 models still fitted"
    assert stood(right) == "The question was settled at step 2; 2 more steps followed."
    for changes, told in (
        ({"right": True, "support": "justified", "count": 1}, "it is the only model that fits"),
        (
            {"right": True, "support": "justified", "count": 3},
            "all 3 models that fit what was seen",
        ),
        ({"support": "refuted"}, "no model that fits what was seen gives this answer"),
        ({"abstained": True, "support": "justified", "count": 3}, "rightly, 3 models still fitted"),
        ({"abstained": True, "support": "premature"}, "what was seen is enough"),
        ({"count": None, "steps": (), "members": None}, "Wrong without a step"),
        ({"worth": "its value is 0.5"}, "Wrong after 4 steps: its value is 0.5"),
        ({"answered": False}, "No answer after 4 steps: 1,018,080 models still fitted"),
    ):
        assert told in headline(evolve(EPISODE, **changes))


def test_bounds_are_left_out_of_documents_that_have_none() -> None:
    plain = msgspec.to_builtins(EPISODE.steps[0])
    assert "at_least" not in plain and "at_most" not in plain
