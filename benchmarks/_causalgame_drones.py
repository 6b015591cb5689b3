"""CausalGame's drones: units drawn as the released program draws them, environment by environment.

A sheet of hit points and DEF, the environment, detection, a fight, the judgement; nothing is shared with
the engine. Designs are DEF of engine, cockpit, wing, body, antenna, camera, gun and, in the zone family,
shield.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

PARTS = ("engine", "cockpit", "wing", "body", "antenna", "camera", "gun", "shield")
CRITICAL = PARTS[:4]
WEIGHTS = {
    "engine": 1.5,
    "cockpit": 1.5,
    "wing": 1.2,
    "body": 1.0,
    "antenna": 0.8,
    "camera": 0.5,
    "gun": 0.5,
    "shield": 1.0,
}
SMALL = {
    "engine": 100,
    "cockpit": 100,
    "wing": 80,
    "body": 80,
    "antenna": 50,
    "camera": 20,
    "gun": 30,
}
LARGE = {**SMALL, "camera": 30, "gun": 40, "shield": 30}
CHUNK = 200_000


@dataclass(frozen=True)
class Sent:
    """What a request says: DEF, and what the chosen options do together."""

    defs: tuple[int, ...]
    detection: float = 0.0
    multiplier: float = 1.0
    resistance: float = 0.0
    profile: str | None = None


@dataclass
class Units:
    """The state of many units after the environment."""

    alive: dict[str, Floats]
    detection: Floats
    rounds: Floats
    damage: Floats
    accuracy: Floats
    extra: Mapping[str, Floats] = field(default_factory=dict)


def act(raw: Floats, armour: int) -> Floats:
    """Damage after the armour."""
    cut = np.minimum(math.trunc(armour * 0.9), np.trunc(raw * 0.65))
    return np.maximum(1, raw - cut)


def worn(defs: tuple[int, ...], multiplier: float) -> dict[str, int]:
    """DEF by part, after the multiplier of the options."""
    return {p: math.trunc(d * multiplier) for p, d in zip(PARTS, defs, strict=False)}


def antenna(sent: Sent, units: int, rng: np.random.Generator) -> Units:
    """Storms, antennas, cameras and guns."""
    armour = worn(sent.defs, sent.multiplier)
    w = rng.random(units)
    storm = w > 0.2
    w = np.where(storm, w, w * 0.5)
    wind = np.where(storm, rng.uniform(40, 80, units), rng.uniform(5, 30, units))
    raws = {}
    for part, high, low in (
        ("antenna", (55, 75), (35, 55)),
        ("camera", (25, 40), (10, 25)),
        ("gun", (35, 50), (20, 35)),
    ):
        strong, weak = (np.trunc(rng.uniform(*ends, units)) for ends in (high, low))
        raws[part] = np.where(wind > 35, strong, np.where(wind > 15, weak, 0))
    factors = {"antenna": 3.5, "camera": 2.5, "gun": 3.0}
    left, dealt = {}, {}
    for part, raw in raws.items():
        cut = np.minimum(math.trunc(armour[part] * factors[part]), np.trunc(raw * 0.8))
        dealt[part] = np.where(raw > 0, np.maximum(1, raw - cut), 0)
        left[part] = np.maximum(0, SMALL[part] - dealt[part])
    alive = {part: np.full(units, float(SMALL[part])) for part in SMALL}
    for part, (low, high), hit in (
        ("wing", (40, 70), wind > 50),
        ("engine", (40, 70), wind > 50),
        ("body", (30, 55), w > 0.7),
        ("cockpit", (30, 55), w > 0.7),
    ):
        frail = 2 - armour[part] / 15 if armour[part] < 15 else 1.0
        raw = np.trunc(rng.uniform(low, high, units) * frail)
        alive[part] -= np.where(hit, act(raw, armour[part]), 0)
    alive["antenna"] = left["antenna"].astype(float)
    for part in ("camera", "gun"):
        alive[part] -= np.where(dealt[part] > 0, act(dealt[part], armour[part]), 0)
    base, intensity = 0.2 - 0.1 * w, 0.3 + 3.7 * w
    sees = 1 - 0.3 * np.minimum(1, left["camera"] / 20)
    q = np.where(left["camera"] > 0, sees, 6.0)
    emits = left["antenna"] > 0
    loud = base + 0.75 * np.minimum(1, left["antenna"] / 50)
    shots = 1 - 0.35 * np.minimum(1, left["gun"] / 30)
    return Units(
        alive=alive,
        detection=np.where(emits, loud, base * (0.3 * q)),
        rounds=intensity * np.where(emits, 1.8, 0.3),
        damage=np.where(left["gun"] > 0, shots, 4.0),
        accuracy=q,
    )


@dataclass(frozen=True)
class Zones:
    """Where missions lead: zone -> (altitude, interference, probability), and the rate of failures."""

    zones: Mapping[str, tuple[str, float, float]]
    rate: float
    effectiveness: float
    cap: float
    reads_shield: bool = True

    def __call__(self, sent: Sent, units: int, rng: np.random.Generator) -> Units:
        armour = worn(sent.defs, sent.multiplier)
        rows = list(self.zones.values())
        at = rng.choice(len(rows), units, p=[row[2] for row in rows])
        height = np.array([row[0] for row in rows])[at]
        if sent.profile is not None:
            height = np.full(units, sent.profile)
        emi = np.array([row[1] for row in rows])[at] + rng.uniform(-0.1, 0.1, units)
        shield = min(armour["shield"] * self.effectiveness, self.cap) if self.reads_shield else 0.0
        effective = np.clip(emi, 0, 1) * (1 - min(0.95, shield + sent.resistance))
        failing = np.where(effective < 0.1, 0.0, (effective - 0.1) * self.rate)
        shift = np.where(height == "low", -0.05, np.where(height == "high", 0.05, 0.0))
        failing = np.clip(failing + shift, 0, 0.95)
        crash = rng.random(units) < failing
        severity = rng.uniform(0.6, 1.0, units) * failing
        high, medium = height == "high", height == "medium"
        engine = np.where(high, np.trunc(rng.uniform(5, 15, units)), 0)
        wing = np.where(high, np.trunc(rng.uniform(8, 20, units)), 0)
        wing = wing + np.where(medium, np.trunc(rng.uniform(3, 10, units)), 0)
        alive = {part: np.full(units, float(LARGE[part])) for part in LARGE}
        for part, raw, named, share in (
            ("engine", engine, high, 60),
            ("wing", wing, high | medium, 50),
            ("body", np.zeros(units), np.zeros(units, bool), 40),
            ("cockpit", np.zeros(units), np.zeros(units, bool), 35),
        ):
            raw = raw + np.where(crash, np.trunc(share * severity), 0)
            alive[part] -= np.where(named | crash, act(raw, armour[part]), 0)
        burnt = np.where(effective > 0.1, np.trunc((effective - 0.1) * 80), 0)
        alive["antenna"] = np.maximum(0, alive["antenna"] - burnt)
        blind = act(np.trunc(burnt * 0.6), armour["camera"])
        alive["camera"] -= np.where(effective > 0.4, blind, 0)
        return Units(
            alive=alive,
            detection=0.2 + failing * 0.5,
            rounds=np.where(failing > 0.5, 1.8, 1.0),
            damage=1 + 0.5 * np.maximum(0, effective - 0.5),
            accuracy=np.ones(units),
        )


ZONE = Zones(
    {
        "alpha": ("high", 0.1, 0.15),
        "beta": ("medium", 0.4, 0.25),
        "gamma": ("low", 0.9, 0.35),
        "delta": ("low", 0.1, 0.10),
        "epsilon": ("high", 0.8, 0.15),
    },
    rate=1.5,
    effectiveness=0.015,
    cap=0.85,
)
LATER = {"delta": ("low", 0.8, 0.5), "epsilon": ("high", 0.8, 0.5)}
SHIFT = Zones(LATER, rate=2.0, effectiveness=0.025, cap=0.8, reads_shield=False)
REPAIRED = Zones(LATER, rate=2.0, effectiveness=0.025, cap=0.8)


def weather(sent: Sent, units: int, rng: np.random.Generator) -> Units:
    """A roll by antenna and engine, then at most one round; stage 2."""
    armour = worn(sent.defs, sent.multiplier)
    sign = np.where(rng.random(units) > 0.7, 1.0, -1.0)
    chance = 1 / (1 + np.exp(-(sign * armour["antenna"] / 30 * 2.5 - 4)))
    chance = chance + 0.3 * min(1.0, max(0.0, (armour["engine"] - 10) / 20))
    alive = {part: np.full(units, float(SMALL[part])) for part in SMALL}
    lost = rng.random(units) >= np.clip(chance, 0, 1)
    alive["engine"] = np.where(lost, 0.0, alive["engine"])
    ones = np.ones(units)
    return Units(alive=alive, detection=0.5 * ones, rounds=0 * ones, damage=ones, accuracy=ones)


Environment = Callable[[Sent, int, np.random.Generator], Units]


def agility(total: int) -> float:
    """How well a drone of this weight evades."""
    return min(1.0, max(0.1, 1 - 0.002 * total * math.exp(-total / 200) - 0.001 * total))


def survived(environment: Environment, sent: Sent, units: int, rng: np.random.Generator) -> int:
    """How many of so many units come back."""
    state = environment(sent, units, rng)
    armour = worn(sent.defs, sent.multiplier)
    light = 1.0 if environment is weather else agility(sum(armour.values()))
    seen = rng.random(units) < np.clip(state.detection + sent.detection, 0.01, 0.95)
    hit = np.clip(0.8 * state.accuracy * math.exp(0.1 * (1 - light)), 0.05, 0.95)
    rounds = np.maximum(1, np.trunc(10 * state.rounds + 1e-9))
    parts = list(state.alive)
    weights = np.stack([np.where(state.alive[p] > 0, WEIGHTS[p], 0.0) for p in parts])
    marks = np.cumsum(weights, axis=0)
    sums = np.zeros((len(parts), units))
    for turn in range(int(rounds.max())):
        hits = np.flatnonzero(seen & (turn < rounds) & (rng.random(units) < hit))
        if not hits.size:
            continue
        aim = rng.random(hits.size) * marks[-1, hits]
        target = np.minimum((aim >= marks[:, hits]).sum(axis=0), len(parts) - 1)
        amount = rng.integers(49, 91, hits.size) * np.where(rng.random(hits.size) < 0.2, 2, 1)
        sums[target, hits] += np.trunc(amount * state.damage[hits] + 1e-9)
    back: Flags = np.ones(units, bool)
    for at, part in enumerate(parts):
        if part in CRITICAL:
            lost = np.where(sums[at] > 0, act(sums[at], armour[part]), 0)
            back &= state.alive[part] - lost > 0
    return int(back.sum())


def value(environment: Environment, sent: Sent, units: int, seed: int = 1) -> tuple[float, float]:
    """The share of units that come back, and its standard error."""
    rng = np.random.default_rng(seed)
    done = back = 0
    while done < units:
        now = min(CHUNK, units - done)
        back += survived(environment, sent, now, rng)
        done += now
    share = back / units
    return share, math.sqrt(max(share * (1 - share), 1 / units) / units)


def base(sent: Sent, units: int, rng: np.random.Generator) -> Units:
    """No environment at all: the control of the zone family without selection."""
    ones = np.ones(units)
    alive = {part: np.full(units, float(LARGE[part])) for part in LARGE}
    return Units(alive=alive, detection=0.3 * ones, rounds=ones, damage=ones, accuracy=ones)
