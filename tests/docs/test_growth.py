"""What the page of benchmarks is written by: slopes, tables, places of pictures, and peers that agree."""

from __future__ import annotations

import json
from types import ModuleType
from xml.etree import ElementTree

import pytest

from benchmarks import _pace, growth, peers
from benchmarks.__main__ import _hand_over
from benchmarks._growth_pictures import Points, drawn, slope
from benchmarks._least import Timed, handed_over, least, taken_over
from benchmarks._pace import Pace, pace_sentence
from benchmarks._writing import replaced
from benchmarks.problems import make_problem
from symcause.families.boolean.space.exact.exact_space import ExactSpace

LINES: dict[str, Points] = {
    "audit": [(10, 0.5), (100, 50), (1000, 5000)],
    "next": [(10, 3), (100, 30)],
}


def test_a_slope_is_that_of_the_logarithms() -> None:
    assert [slope(points) for points in LINES.values()] == pytest.approx([2, 1])
    assert slope([(10, 1)]) is None


def test_a_table_has_a_row_of_slopes_and_says_what_was_not_measured() -> None:
    assert growth._table("rows", "rows", LINES) == [
        "| rows | audit s | next s |",
        "| ---: | ---: | ---: |",
        "| 10 | 0.5 | 3 |",
        "| 100 | 50 | 30 |",
        "| 1,000 | 5e+03 | – |",
        "| slope | 2.0 | 1.0 |",
        "",
    ]


def test_a_picture_has_a_line_for_each_and_keeps_its_place_on_the_page() -> None:
    picture = ElementTree.fromstring(drawn("rows", LINES))
    assert len([e for e in picture.iter() if e.tag.endswith("circle")]) == 5
    lines = [*growth._table("rows", "rows", LINES), growth.shown("rows", "rows", LINES)]
    page = "## Growth\n| old |\n\n" + growth.shown("rows", "rows", LINES) + "\n\n## Next\n"
    again = replaced(page, "Growth", lines)
    assert again.count("images/growth-rows.svg") == 1
    assert replaced(again, "Growth", lines) == again


def test_the_sentence_about_the_pace_is_that_of_the_last_run() -> None:
    first, last = pace_sentence([0.5, 0.7]), pace_sentence([0.6])
    page = replaced("## Goals\n| old |\n\nprose\n\n## Next\n", "Goals", ["| a |", "", first])
    again = replaced(page, "Goals", ["| b |", "", last])
    assert first in page and first not in again and last in again and "prose" in again


def test_the_pace_is_looked_at_when_asked_and_not_at_every_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_pace, "ADDITIONS", 1_000)
    pace = Pace()
    pace.look(now=True)
    pace.look()
    assert len(pace.taken) == 1 and pace.taken[0] > 0
    pace.look(now=True)
    assert len(pace.taken) == 2


def test_of_several_runs_the_least_of_each_line_is_kept() -> None:
    """A ratio is best where it is largest, a time where it is smallest; other lines have none."""
    runs = [
        ["| work |", Timed("| a 3 s |", 3), Timed("| b 20 × |", 1 / 20), "| 4 counted |"],
        ["| work |", Timed("| a 1 s |", 1), Timed("| b 9 × |", 1 / 9), "| 4 counted |"],
        ["| work |", Timed("| a 2 s |", 2), Timed("| b 30 × |", 1 / 30), "| 4 counted |"],
    ]
    assert least(runs) == ["| work |", "| a 1 s |", "| b 30 × |", "| 4 counted |"]
    assert json.loads(handed_over("Goals", runs[0][1])) == ["Goals", "| a 3 s |", 3]
    assert json.loads(handed_over("Goals", runs[0][0])) == ["Goals", "| work |", None]
    with pytest.raises(ValueError):
        least([runs[0], runs[1][:2]])  # runs of different lists are not compared


def test_a_run_of_its_own_hands_over_its_lines_and_its_pace(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_pace, "ADDITIONS", 1_000)
    module = ModuleType("measured")
    module.TITLE = "Measured"  # type: ignore[attr-defined]
    module.run = lambda quick: ["| work |", Timed(f"| a, quick: {quick} |", 0.5)]  # type: ignore[attr-defined]
    _hand_over([module], full=True)
    titled = [taken_over(line) for line in capsys.readouterr().out.splitlines()]
    lines = [line for title, line in titled if title == "Measured"]
    assert lines == ["| work |", "| a, quick: False |"]
    assert [isinstance(line, Timed) for line in lines] == [False, True]
    assert least([lines]) == lines
    assert sum(title == "the loop" for title, _ in titled) == 2


@pytest.mark.parametrize("seed", range(4))
def test_plain_listing_counts_what_the_recursion_counts(seed: int) -> None:
    problem = make_problem(5, 2, 2, 3, 6, seed=seed)
    assert peers.plain_count(problem) == ExactSpace.of(problem).count
