"""Policies between rivals: every bound against all policy trees, minimax against a linear programme."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from symcause.families.scenario.budget.policies import belief_ascent
from symcause.families.scenario.budget.policies.belief_ascent import NAME, Climb
from symcause.families.scenario.budget.policies.belief_grid import log_odds_grid
from symcause.families.scenario.budget.policies.count_vectors import coarsened, independent, terms
from symcause.families.scenario.budget.policies.dichotomy import Dichotomy
from symcause.families.scenario.budget.policies.earlier_records import Block, Records
from symcause.families.scenario.budget.policies.payoff_vectors import Payoff, naming, payoff
from symcause.families.scenario.budget.policies.ratio_classes import (
    dominates,
    join,
    maximal,
    reduced,
)
from symcause.families.scenario.budget.policies.several_rivals import SeveralRivals, matched
from symcause.families.scenario.budget.policies.single_design import fraction_value, units, weighted
from tests.amounts import amount
from tests.scenario.budget.cases import (
    EVEN,
    NAMES,
    Experiment,
    Pair,
    drawn,
    experiments,
    histories,
    policies,
    published,
)

CLOSE = Fraction(1, 10**9)
LEVEL = Fraction(19, 20)


def value(found: set[Pair], belief: Pair) -> Fraction:
    return max(belief[0] * v + belief[1] * w for v, w in found)


def minimax(found: list[Pair]) -> float:
    """The largest chance of naming both, over mixtures of policies."""
    from scipy.optimize import linprog

    hull = list(found)
    rows = [[-float(v) for v, _ in hull] + [1.0], [-float(w) for _, w in hull] + [1.0]]
    goal = [0.0] * len(hull) + [-1.0]
    done = linprog(
        goal,
        A_ub=rows,
        b_ub=[0.0, 0.0],
        A_eq=[[1.0] * len(hull) + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * (len(hull) + 1),
    )
    return -float(done.fun)


def case(seed: int) -> tuple[Random, tuple[Experiment, ...], int]:
    """A random set of designs, few enough for all trees."""
    chance = Random(seed)
    count, n = chance.choice(((1, 3), (2, 2), (2, 2), (3, 2), (2, 1), (3, 1)))
    told = tuple(drawn(chance, 2 if n > 1 else chance.choice((2, 3))) for _ in range(count))
    return chance, told, n


@pytest.mark.few(2)
@pytest.mark.parametrize("start", range(0, 300, 50))
def test_against_all_policy_trees(start: int) -> None:
    """The exact recursion, the single design, both ends of the grid: 300 random pairs."""
    for seed in range(start, start + 50):
        chance, told, n = case(seed)
        belief = chance.choice((EVEN, (Fraction(1, 4), Fraction(3, 4))))
        every = policies(told, NAMES, n)
        true = value(every, belief)
        found = Dichotomy(told, told, Records(2), belief, n, LEVEL, {NAME: naming(2)})
        seen = found.seen()
        worth = seen.worth[NAME]
        assert worth.adaptive.low == worth.adaptive.high == true
        alone = [value(policies([own], NAMES, n), belief) for own in told]
        assert worth.power.low == max(alone)
        if n and seen.single is not None:
            assert alone[seen.single.design] == max(alone)
        kept = [reduced(told[place]) for place in found.maximal]
        climb = Climb(kept, kept, Records(2), belief, n).ascended(found.payoffs, {NAME: max(alone)})
        assert climb is not None
        assert climb.low[NAME] <= true <= climb.high[NAME][n]
        assert climb.high[NAME][n] - climb.low[NAME] < Fraction(1, 1000)
        for fewer in range(n):
            assert climb.high[NAME][fewer] >= value(policies(told, NAMES, fewer), belief)
        if seed % 3 == 0:
            low, high = (worth.minimax.low, worth.minimax.high) if worth.minimax else (0, 1)
            assert float(low) - 1e-9 <= minimax(list(every)) <= float(high) + 1e-9


def test_grids_are_refined_while_bounds_are_far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coarsest first, the next one only if the bounds differ and there is work for it."""
    asked: list[int] = []
    real = Climb.grid
    monkeypatch.setattr(belief_ascent, "GRIDS", (41, 81, 161))
    monkeypatch.setattr(Climb, "grid", lambda own, inner: asked.append(inner) or real(own, inner))
    _, told, _ = case(3)
    climb = Climb(told, told, Records(2), EVEN, 2)
    wide = {NAME: Fraction(0)}
    for width, work, grids in ((1, 161, [41]), (-2, 161, [41, 81, 161]), (-2, 81, [41, 81])):
        monkeypatch.setattr(belief_ascent, "WIDTH", width)
        monkeypatch.setattr(belief_ascent, "FINER_GRID", work * 2 * climb.outcomes)
        assert climb.ascended({NAME: naming(2)}, wide) is not None
        assert asked == grids
        asked.clear()


def test_histories_against_all_sequences() -> None:
    """With records before the units, for every history its own policy; and one design for all."""
    for seed in range(60):
        chance, told, n = case(seed)
        law, size = drawn(chance, chance.choice((2, 3))), chance.randrange(1, 4)
        records = Records(2, (Block(law, size),), (Block(law, size),))
        every, before = policies(told, NAMES, n), histories(law, size)
        true = sum((value(every, (a / 2, b / 2)) for a, b in before), Fraction(0))
        found = Dichotomy(told, told, records, EVEN, n, LEVEL, {NAME: naming(2)}).seen()
        worth = found.worth[NAME]
        assert worth.adaptive.low <= true <= worth.adaptive.high
        singles = []
        for own in told:
            alone = policies([own], NAMES, n)
            singles.append(sum((value(alone, (a / 2, b / 2)) for a, b in before), Fraction(0)))
        assert worth.power.low <= max(singles) <= worth.power.low + CLOSE
        begun = sum((max(a, b) / 2 for a, b in before), Fraction(0))
        assert worth.start.low <= begun <= worth.start.high <= begun + CLOSE


def test_histories_so_long_that_floats_underflow() -> None:
    """Five hundred records: some histories are rarer than any float, and none is worth more than 1."""
    law = ((Fraction(1, 8), Fraction(1, 5)), (Fraction(7, 8), Fraction(4, 5)))
    told = (
        ((Fraction(1, 2), Fraction(1, 3)), (Fraction(1, 2), Fraction(2, 3))),
        ((Fraction(1, 10), Fraction(1, 5)), (Fraction(9, 10), Fraction(4, 5))),
    )
    every, (one, two) = policies(told, NAMES, 1), law
    for size in (500, 1_200)[: amount(1, 2)]:
        records = Records(2, (Block(law, size),), (Block(law, size),))
        true = Fraction(0)
        for k in range(size + 1):
            a, b = (comb(size, k) * one[i] ** k * two[i] ** (size - k) / 2 for i in (0, 1))
            true += value(every, (a, b))
        found = Dichotomy(told, told, records, EVEN, 1, LEVEL, {NAME: naming(2)}).seen()
        worth = found.worth[NAME]
        assert worth.adaptive.low <= true <= worth.adaptive.high <= min(1, true + CLOSE)
        assert worth.minimax is not None and worth.minimax.low <= true
        assert all(high <= 1 for _, _, high in worth.curve)


def test_a_mix_covers_beliefs_of_any_size() -> None:
    """Weights on a grid lie above every belief, tested in fractions."""
    rng, grid = Random(13), log_odds_grid(51, 10.0)
    for _ in range(40):
        sizes = [10.0 ** -rng.uniform(0, 330) for _ in range(20)]
        odds = [10.0 ** -rng.choice((0.0, rng.uniform(0, 20), rng.uniform(0, 330))) for _ in sizes]
        sides = [np.array(sizes), np.array(sizes) * np.array(odds)]
        rng.shuffle(sides)
        mix = grid.mix(*sides)
        for at, left, right, *asked in zip(mix.at, mix.left, mix.right, *sides, strict=True):
            for weights, wanted in zip((grid.x, grid.y), asked, strict=True):
                a, b, c, d = map(Fraction, (left, weights[at], right, weights[at + 1]))
                assert a * b + c * d >= Fraction(wanted)
            assert left + right <= (sum(asked) + 1e-190) * 1.001


def test_payoffs_between_two_of_three_rivals() -> None:
    """What a choice is worth where a belief has no room for the third one: at least, and at most."""
    rng = Random(8)
    for _ in range(40):
        worth = [tuple(Fraction(rng.randint(0, 5), 5) for _ in range(3)) for _ in range(5)]
        more = [tuple(x + Fraction(rng.randint(0, 2), 5) for x in one) for one in worth]
        whole, (i, j) = payoff(worth, more), rng.sample(range(3), 2)
        pair = whole.between((i, j))
        for share in (Fraction(0), Fraction(1, 3), Fraction(7, 9), Fraction(1)):
            belief = [Fraction(0)] * 3
            belief[i], belief[j] = share, 1 - share
            assert pair.least((share, 1 - share)) == whole.least(belief)
            assert pair.most((share, 1 - share)) == whole.most(belief)
            assert whole.least(belief) == max(share * w[i] + (1 - share) * w[j] for w in worth)


def test_payoffs_of_many_choices() -> None:
    """Choices that are no names: the value of all trees, by sums and by the grid."""
    for seed in range(60):
        chance, told, n = case(seed)
        some = [
            (Fraction(chance.randrange(11), 10), Fraction(chance.randrange(11), 10))
            for _ in range(2 if n > 1 else 3)
        ]
        true = value(policies(told, some, n), EVEN)
        paid = payoff(some, some)
        found = Dichotomy(told, told, Records(2), EVEN, n, LEVEL, {"win": paid})
        worth = found.seen().worth["win"]
        assert worth.adaptive.low - CLOSE <= true <= worth.adaptive.high + CLOSE
        alone = max(value(policies([own], some, n), EVEN) for own in told)
        assert abs(worth.power.low - alone) < CLOSE


def test_dominance_is_what_every_decision_says() -> None:
    """Blackwell: an experiment dominates iff it is worth as much for all payoffs; and so does the join."""
    chance = Random(7)
    for _ in range(amount(50, 150)):
        first, second = (reduced(drawn(chance, chance.choice((2, 3)))) for _ in range(2))
        beliefs = [(Fraction(k, 40), Fraction(40 - k, 40)) for k in range(41)]
        values = [
            [value(policies([own], NAMES, 1), belief) for belief in beliefs]
            for own in (first, second)
        ]
        if dominates(first, second):
            assert all(a >= b for a, b in zip(*values, strict=True))
        hull = join([first, second])
        assert dominates(hull, first) and dominates(hull, second)
        assert sum(p for p, _ in hull) == sum(q for _, q in hull) == 1
        kept = maximal([first, second])
        assert kept == ([0, 1] if len(kept) == 2 else kept) and kept


def test_count_vectors_are_multinomial() -> None:
    chance = Random(3)
    for _ in range(40):
        law, n = reduced(drawn(chance, chance.choice((2, 3, 4)))), chance.randrange(6)
        found = independent(law, n)
        assert found.size == terms(len(law), n)
        sums: dict[tuple[int, ...], list[Fraction]] = {}
        for ways in product(range(len(law)), repeat=n):
            key = tuple(ways.count(k) for k in range(len(law)))
            own = sums.setdefault(key, [Fraction(0), Fraction(0)])
            for side in (0, 1):
                part = Fraction(1)
                for k in ways:
                    part *= law[k][side]
                own[side] += part
        for side in (0, 1):
            true = sorted(float(own[side]) for own in sums.values())
            assert sorted(found.chances[side].tolist()) == pytest.approx(true, abs=1e-14)


def test_fewer_classes_tell_less() -> None:
    chance = Random(5)
    for _ in range(40):
        law = reduced(drawn(chance, 5))
        less = coarsened(law, 6, 30)
        assert terms(len(less), 6) <= 30 and dominates(law, reduced(less))


def test_bhattacharyya_bounds_hold() -> None:
    """A check that shares no step: error of n units >= (1 - √(1 - ρ^2n)) / 2, one design <= ρ^n / 2."""
    chance = Random(11)
    for place in range(amount(3, 25)):
        told = tuple(drawn(chance, 3) for _ in range(3))
        n = (5, 12, 30)[place % 3]
        worth = (
            Dichotomy(told, told, Records(2), EVEN, n, LEVEL, {NAME: naming(2)}).seen().worth[NAME]
        )
        rho = min(sum(sqrt(p * q) for p, q in own) for own in told)
        assert 1 - float(worth.adaptive.low) >= (1 - sqrt(max(0.0, 1 - rho ** (2 * n)))) / 2 - 1e-9
        assert 1 - float(worth.power.low) <= rho**n / 2 + 1e-4


def test_one_design_is_a_sum() -> None:
    """The look-up in running sums against fractions, name and any payoff."""
    chance = Random(13)
    for _ in range(60):
        own, n = reduced(drawn(chance, 3)), chance.randrange(7)
        some = [
            (Fraction(chance.randrange(11), 10), Fraction(chance.randrange(11), 10))
            for _ in range(3)
        ]
        for paid in (naming(2), payoff(some, some)):
            true = fraction_value(own, n, EVEN, paid.low)
            found = units(own, n).value(weighted(Records(2).vectors, EVEN), paid.low)
            assert true is not None and found.low <= true <= found.high <= true + CLOSE


# published cases


def test_published_dichotomies() -> None:
    for told in published("budget_dichotomies.jsonl"):
        own = experiments(told["experiments"])
        some = [tuple(map(Fraction, v)) for v in ([] if told["pay"] == "name" else told["pay"])]
        paid: Payoff = payoff(some, some) if some else naming(2)
        found = Dichotomy(own, own, Records(2), EVEN, told["units"], LEVEL, {NAME: paid}).seen()
        worth = found.worth[NAME]
        assert worth.adaptive.low == worth.adaptive.high == Fraction(told["value"])
        assert worth.power.low == Fraction(told["single"])
        assert list(found.maximal) == told["maximal"]
        hull = units(join(own), told["units"]).value(weighted(Records(2).vectors, EVEN), paid.low)
        assert hull.low <= Fraction(told["join"]) <= hull.high


def test_published_minimax() -> None:
    for told in published("budget_minimax.jsonl"):
        own, before = experiments(told["experiments"]), told["history"]
        blocks: tuple[Block, ...] = ()
        if before is not None:
            (law,) = experiments([before["outcomes"]])
            blocks = (Block(law, before["records"]),)
        first, second = map(Fraction, told["prior"])
        records = Records(2, blocks, blocks)
        worth = (
            Dichotomy(own, own, records, (first, second), told["units"], LEVEL, {NAME: naming(2)})
            .seen()
            .worth[NAME]
        )
        assert worth.start.low <= Fraction(told["start"]) <= worth.start.high
        assert worth.adaptive.low <= Fraction(told["value"]) <= worth.adaptive.high
        assert 0 <= Fraction(told["single"]) - worth.power.low <= CLOSE
        assert worth.minimax is not None and worth.minimax.width < Fraction(1, 1000)
        assert worth.minimax.low <= Fraction(told["minimax"]) <= worth.minimax.high


def test_published_three() -> None:
    for told in published("budget_three.jsonl"):
        own, prior = experiments(told["experiments"]), tuple(map(Fraction, told["prior"]))
        every = SeveralRivals(own, own, Records(3), prior, told["units"], LEVEL, {NAME: naming(3)})
        worth = every.seen().worth[NAME]
        assert worth.adaptive.low == worth.adaptive.high == Fraction(told["value"])
        assert worth.power.low == Fraction(told["single"])
        pairs = {}
        for key, text in told["pairs"].items():
            i, j = (int(part) - 1 for part in key.split(","))
            pairs[i, j] = Fraction(text)
            assert 0 <= every.pair_height((i, j))(told["units"]) - pairs[i, j] < Fraction(1, 10**6)
        assert matched(prior, pairs) == Fraction(told["upper"]) >= Fraction(told["value"])
