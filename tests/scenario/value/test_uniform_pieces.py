"""Uniform draws that are cut at once are cut as each of them is by fractions."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from symcause.families.scenario.value.enclosure.draw_pieces import _joined, _whole_pieces
from symcause.families.scenario.value.enclosure.uniform_pieces import uniform_pieces


def _case(
    rng: Random, draws: int, forms: int
) -> tuple[np.ndarray, tuple[int, ...], tuple[bool, ...]]:
    """Ends and forms of random draws; some coefficients are zero, some forms are there twice."""
    dens = tuple(rng.choice((1, 1, 2, 3, 10, 1000)) for _ in range(2 + 2 * forms))
    whole = tuple(rng.random() < 0.5 for _ in range(forms))
    rows = []
    for _ in range(draws):
        low = rng.randint(-40, 40)
        ends = [low * dens[0], (low + rng.randint(1, 30)) * dens[1] + rng.randint(0, dens[1] - 1)]
        terms = [rng.choice((0, rng.randint(-60, 60))) for _ in range(2 * forms)]
        rows.append(ends + terms)
    return np.array(rows, dtype=np.int64), dens, whole


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_all_at_once_is_one_by_one(seed: int) -> None:
    rng = Random(seed)
    tops, dens, whole = _case(rng, rng.randint(1, 20), rng.randint(0, 5))
    found = uniform_pieces(tops, dens, whole)
    assert found is not None
    sizes, pieces = found
    listed = [_whole_pieces("uniform", 2, whole, dens, tuple(row)) for row in tops.tolist()]
    assert sizes.tolist() == [len(one.low) for one in listed]
    inside = _joined(listed)
    assert pieces.inside.den == inside.den and pieces.inside.point
    assert pieces.inside.low.tolist() == inside.low.tolist()
    for name in ("near", "low", "high"):
        want = np.concatenate([getattr(one, name) for one in listed])
        assert getattr(pieces, name).tolist() == want.tolist(), name


@pytest.mark.parametrize(
    "tops, dens, whole",
    [
        ([[5, 5]], (1, 1), ()),  # one value
        ([[7, 5]], (1, 1), ()),  # none
        ([[0, 1 << 60]], (1, 1), ()),  # too large for binary floats
        ([[0, 100_000, 1, 0]], (1, 1, 1, 1), (True,)),  # more steps than are followed
        ([[0, 1, 999_999_937, 1]], (1, 1, 999_999_893, 999_999_883), (False,)),  # denominators
    ],
)
def test_what_does_not_fit_is_left_to_fractions(
    tops: list[list[int]], dens: tuple[int, ...], whole: tuple[bool, ...]
) -> None:
    assert uniform_pieces(np.array(tops, dtype=np.int64), dens, whole) is None
