"""A simulation of CausalGame's drones, written from the release and sharing nothing with the engine.

``python -m benchmarks.causalgame_simulation`` prints the values that the page of findings states about
CausalGame beside what the simulation (:mod:`._causalgame_drones`) gives for the same designs, and tries
completions of the strategies that the release calls optimal.
"""

from __future__ import annotations

import math
import sys
from dataclasses import replace

import numpy as np

from benchmarks._causalgame_drones import (
    REPAIRED,
    SHIFT,
    ZONE,
    Environment,
    Sent,
    antenna,
    base,
    value,
    weather,
)

BEACON = 0.05
SHIELD = (20, 20, 10, 10, 0, 0, 0, 30)
CLAIMS: tuple[tuple[str, Environment, Sent, float], ...] = (
    ("weather_noise: best declared", weather, Sent((30, 4, 13, 13, 30, 0, 0)), 0.3372),
    ("weather_noise: without caps", weather, Sent((200, 200, 200, 200, 59, 0, 0)), 0.5101),
    ("env_shift: default", SHIFT, Sent((20, 20, 15, 15, 10, 5, 5, 0)), 0.3250),
    ("env_shift: 20 20 10 10 0 0 0 30", SHIFT, Sent(SHIELD), 0.3250),
    ("  the same with the shield read", REPAIRED, Sent(SHIELD), 0.7136),
    ("  and options of 0.45 read", REPAIRED, Sent(SHIELD, resistance=0.45), 0.7975),
    ("antenna_trap: default", antenna, Sent((20, 20, 15, 15, 10, 5, 5)), 0.5428),
    ("antenna_trap: 20 20 15 15 0 5 5", antenna, Sent((20, 20, 15, 15, 0, 5, 5)), 0.8287),
    (
        "antenna_trap: 20 8 23 15 0 9 13, stealth",
        antenna,
        Sent((20, 8, 23, 15, 0, 9, 13), detection=BEACON - 0.15, multiplier=0.9),
        0.9490,
    ),
    ("local_optima: its history", antenna, Sent((20, 20, 15, 15, 5, 10, 10)), 0.8041),
    (
        "zone: 12 0 16 16 0 0 0 25, signal_filter",
        ZONE,
        Sent((12, 0, 16, 16, 0, 0, 0, 25), resistance=0.55),
        0.8019,
    ),
    ("zone control: best declared", base, Sent((50, 0, 10, 10, 0, 0, 0, 0)), 0.7184),
)
"""What the page of findings states, by name, model, design and value."""

PHRASES: tuple[tuple[str, Environment, dict[int, tuple[int, int]], int, Sent], ...] = (
    ("env_shift: shield 25-35", SHIFT, {7: (25, 35)}, 90, Sent(())),
    ("  the same with the shield read", REPAIRED, {7: (25, 35)}, 90, Sent(())),
    ("zone: shield 25+, signal_filter", ZONE, {7: (25, 50)}, 70, Sent((), resistance=0.55)),
    ("antenna_trap: 0, 5, 5", antenna, {4: (0, 0), 5: (5, 5), 6: (5, 5)}, 90, Sent(())),
    (
        "  the same, stealth",
        antenna,
        {4: (0, 0), 5: (5, 5), 6: (5, 5)},
        90,
        Sent((), detection=BEACON - 0.15, multiplier=0.9),
    ),
)
"""What the release calls optimal: the DEF that it names, by place, the total, and what is sent besides."""


def completion(
    named: dict[int, tuple[int, int]], parts: int, total: int, rng: np.random.Generator
) -> tuple[int, ...]:
    """A random declared design that keeps to a phrase."""
    while True:
        fixed = {at: int(rng.integers(low, high + 1)) for at, (low, high) in named.items()}
        left = total - sum(fixed.values())
        shares = rng.dirichlet(np.full(parts - len(fixed), rng.choice([0.3, 1.0, 5.0])))
        spent = left * (1.0 if rng.random() < 0.7 else rng.random())
        rest = iter(math.trunc(share * spent) for share in shares)
        found = tuple(fixed[at] if at in fixed else next(rest) for at in range(parts))
        if max(found) <= 50 and left >= 0:
            return found


def main(units: int = 1_000_000) -> None:
    """Print every stated value beside the simulated one, then what random completions of phrases give."""
    for name, environment, sent, stated in CLAIMS:
        share, error = value(environment, sent, units)
        print(f"{name}: stated {stated:.4f}, simulated {share:.4f} +- {error:.4f}", flush=True)
    rng, tried, each = np.random.default_rng(7), 100, max(units // 20, 1000)
    for name, environment, named, total, sent in PHRASES:
        parts = 7 if environment is antenna else 8
        designs = [completion(named, parts, total, rng) for _ in range(tried)]
        shares = [
            value(environment, replace(sent, defs=one), each, seed)[0]
            for seed, one in enumerate(designs)
        ]
        print(
            f"{name}: {tried} completions of {each:,} units each, {min(shares):.3f} to {max(shares):.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
