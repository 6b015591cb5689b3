"""What the page of benchmarks is written by: slopes, tables, places of pictures, and peers that agree."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from benchmarks import growth, peers
from benchmarks._growth_pictures import Points, drawn, slope
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


@pytest.mark.parametrize("seed", range(4))
def test_plain_listing_counts_what_the_recursion_counts(seed: int) -> None:
    problem = make_problem(5, 2, 2, 3, 6, seed=seed)
    assert peers.plain_count(problem) == ExactSpace.of(problem).count
