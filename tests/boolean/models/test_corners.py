"""Where two models differ, mechanism by mechanism: against running both on every pattern."""

from __future__ import annotations

import random
from itertools import product

from symcause.families.boolean.audits.alternatives.alternative_models import corners
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.models.variable_names import natural
from tests.boolean.brute import random_scm

Corners = tuple[tuple[str, ...], list[tuple[str, int, int]]]


def plain(one: BooleanSCM, other: BooleanSCM) -> dict[str, Corners]:
    """Of every variable with two mechanisms that differ: its causes, and the patterns with both values."""
    found: dict[str, Corners] = {}
    for name in one.functions.keys() & other.functions.keys():
        first, second = one.functions[name], other.functions[name]
        joint = tuple(natural({*first.parents, *second.parents}))
        values = list[tuple[str, int, int]]()
        for bits in product((0, 1), repeat=len(joint)):
            state = dict(zip(joint, map(bool, bits), strict=True))
            pair = int(first(state)), int(second(state))
            if pair[0] != pair[1]:
                values.append(("".join(map(str, bits)), *pair))
        if values:
            found[name] = joint, values
    return found


def test_corners_are_the_patterns_on_which_two_models_differ() -> None:
    """Also where they do not have the same roots."""
    rng, apart = random.Random(2), 0
    for _ in range(80):
        names = [f"X{i}" for i in rng.sample(range(1, 12), 4)]
        one, other = (random_scm(rng, rng.sample(names, 4), rng.randint(1, 2), 2) for _ in range(2))
        found, wanted = corners(one, other), plain(one, other)
        assert found.keys() == wanted.keys()
        apart += one.roots != other.roots and len(found) > 0
        for name, (joint, values) in wanted.items():
            part = found[name]
            assert tuple(part.inputs) == joint and part.number == len(values)
            shown = [(p.pattern, p.reference, p.alternative) for p in part.patterns]
            assert set(shown) <= set(values) and len(shown) == len(set(shown))
    assert apart > 5
