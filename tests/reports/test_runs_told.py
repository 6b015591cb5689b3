"""Pages of runs: rows by what is left, names that tell runs apart, captions that stand by themselves."""

from __future__ import annotations

from collections import Counter

import pytest

from symcause.families.shapeworld.report.score_figures import MEANINGS as OF_SHAPES
from symcause.reports.figures.check_stages import stages_figure
from symcause.reports.figures.pool_swarm import Mote, swarm_figure
from symcause.reports.figures.scores.episode_shares import MEANINGS, _finding
from symcause.reports.figures.scores.stacked_bars import Stack
from symcause.reports.page.run_list import _numbered


def test_players_who_are_equally_right_stand_by_what_they_left() -> None:
    sizes = {"passive": 7.5, "greedy": 2.6, "random": 3.9}
    motes = [Mote(i, n, n, "broken", "9", size) for i, (n, size) in enumerate(sizes.items())]
    drawn = swarm_figure([*motes, Mote(3, "z", "lost", "broken", None, None)], "models left")
    assert drawn is not None
    assert [row[1] for row in drawn.rows] == ["greedy", "random", "passive", "lost"]
    assert "click" not in drawn.caption, "nobody clicks on paper"


@pytest.mark.parametrize("meanings", [MEANINGS, OF_SHAPES])
def test_what_a_kind_means_needs_no_other_sentence(meanings: dict[str, str]) -> None:
    """Captions explain the kinds in use alone: none may lean on one that is left out."""
    for told in meanings.values():
        assert " them " not in told and "gives it" not in told


@pytest.mark.parametrize(
    ("counts", "finding"),
    [
        ((4, 0, 0, 2, 0, 0), "4 of 6 episodes end right, all justified"),
        ((1, 0, 0, 5, 0, 0), "1 of 6 episodes ends right, justified"),
        ((2, 1, 0, 3, 0, 0), "3 of 6 episodes end right: 2 justified, 1 by luck"),
        ((1, 0, 1, 4, 0, 0), "2 of 6 episodes end right: 1 justified"),
        ((0, 0, 0, 6, 0, 0), "None of 6 episodes ends right"),
    ],
)
def test_the_finding_of_episodes_says_no_number_twice(
    counts: tuple[int, ...], finding: str
) -> None:
    assert _finding([Stack("one", counts)]) == finding


def test_runs_of_one_name_are_told_apart() -> None:
    names: Counter[str] = Counter()
    views = [{"id": "p by a", "index": {"id": "p by a"}} for _ in range(3)]
    shown = [_numbered(dict(view), names) for view in views]
    assert [view["id"] for view in shown] == ["p by a", "p by a, run 2", "p by a, run 3"]
    assert [view["index"]["id"] for view in shown] == [view["id"] for view in shown]  # type: ignore[index]


def test_stages_are_told_in_words_too() -> None:
    drawn = stages_figure(("found", "read", "run"), 1, "How far it came")
    assert drawn.rows == (("found", "passed"), ("read", "failed"), ("run", "not reached"))
    assert "found passed, read failed, run not reached" in str(drawn.svg)
