"""Scenarios for tests: published files, small random ones, brute force, simulations of released models.

The simulations are a second implementation, unit by unit, from the description of the models; they share no
code with the package.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, floor, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.release import game_reader as released
from symcause.families.scenario.release.game_reader import read_game
from symcause.formats.json_text import read_json

SLOW = pytest.mark.exhaustive

PARTS = ("engine", "cockpit", "wing", "body", "antenna", "camera", "gun", "shield")
WEIGHTS = dict(zip(PARTS, (1.5, 1.5, 1.2, 1.0, 0.8, 0.5, 0.5, 1.0), strict=True))
CRITICAL = PARTS[:4]


def data(name: str) -> Path:
    """A file of the shared data; skips where they are absent."""
    folder = os.environ.get("SYMCAUSE_DATA")
    path = Path(folder or "") / "causalgame" / name
    if not folder or not path.is_file():
        pytest.skip("published data are absent: set SYMCAUSE_DATA to their folder")
    return path


def toy(name: str) -> ScenarioProblem:
    """A toy scenario with exact answers."""
    path = data(f"toys/{name}.scenario.json")
    return read_scenario(read_json(path.read_text()), str(path))


def game(name: str) -> ScenarioProblem:
    """A released game."""
    path = data(f"{name}.game.json")
    return read_game(read_json(path.read_text()), str(path))


published = cache(released.published)
"""A published scenario from its name alone, read once."""


def numbers(*levels: int, **more: Any) -> dict[str, Any]:
    """A design by the defences of its parts."""
    found: dict[str, Any] = {f"{p}_def": Fraction(x) for p, x in zip(PARTS, levels, strict=False)}
    return {**found, **more}


def close(interval: Interval, value: float, printed: float) -> bool:
    """Does an interval hold a value that is printed with so much precision?"""
    return float(interval.low) - printed <= value <= float(interval.high) + printed


def standard_errors(interval: Interval, survived: int, units: int) -> float:
    """How many standard errors a simulated rate is outside an interval."""
    rate = survived / units
    nearest = min(max(rate, float(interval.low)), float(interval.high))
    return abs(rate - nearest) / sqrt(max(nearest * (1 - nearest), 1 / units) / units)


# --- simulations of the released models -------------------------------------------------------------------


def act(raw: int, defence: int) -> int:
    return max(1, raw - min(floor(0.9 * defence), floor(0.65 * raw))) if raw > 0 else 0


def agility(total: int) -> float:
    return min(max(1 - 0.002 * total * exp(-total / 200) - 0.001 * total, 0.1), 1.0)


def combat(
    rng: Random, d: dict[str, int], hp: dict[str, int], rounds: int, chance: float, force: float
) -> bool:
    """One fight; do all critical parts survive?"""
    targets = [part for part, left in hp.items() if left > 0]
    sums = dict.fromkeys(targets, 0)
    for _ in range(rounds):
        if rng.random() < chance:
            hit = rng.choices(targets, [WEIGHTS[t] for t in targets])[0]
            critical = 2 if rng.random() < 0.2 else 1
            sums[hit] += floor(critical * rng.randint(49, 90) * force + 1e-9)
    return all(hp[part] - act(sums.get(part, 0), d[part]) > 0 for part in CRITICAL)


def antenna_unit(rng: Random, design: dict[str, Any]) -> bool:
    sent = design.get("equipment", False)
    coating = design.get("coating", "standard") if sent else "none"
    factor = {"stealth": 0.9, "reflective": 1.1}.get(coating, 1.0)
    more = {"stealth": -0.15, "reflective": 0.1}.get(coating, 0.0)
    more += 0.05 if sent else 0.0  # the beacon comes with any equipment
    d = {p: floor(factor * int(design[f"{p}_def"]) + 1e-9) for p in PARTS[:7]}
    hp = {
        "engine": 100,
        "cockpit": 100,
        "wing": 80,
        "body": 80,
        "antenna": 50,
        "camera": 20,
        "gun": 30,
    }
    storm = rng.random() < 0.8
    w = rng.uniform(0.2, 1) if storm else rng.uniform(0, 0.1)
    wind = rng.uniform(40, 80) if storm else rng.uniform(5, 30)
    state = dict(hp)
    damage = {
        "antenna": ((55, 75), (35, 55)),
        "camera": ((25, 40), (10, 25)),
        "gun": ((35, 50), (20, 35)),
    }
    for part, ratio in (("antenna", 3.5), ("camera", 2.5), ("gun", 3.0)):
        if wind <= 15:
            continue
        raw = floor(rng.uniform(*damage[part][0 if wind > 35 else 1]))
        lost = max(1, raw - min(floor(ratio * d[part]), floor(0.8 * raw + 1e-9)))
        state[part] = max(0, hp[part] - lost)
        hp[part] = state[part] if part == "antenna" else max(0, hp[part] - act(lost, d[part]))
    for part, hit, low, high in (
        ("wing", wind > 50, 40, 70),
        ("engine", wind > 50, 40, 70),
        ("body", w > 0.7, 30, 55),
        ("cockpit", w > 0.7, 30, 55),
    ):
        if hit:
            k = 2 - d[part] / 15 if d[part] < 15 else 1
            hp[part] = max(0, hp[part] - act(floor(k * rng.uniform(low, high)), d[part]))
    if any(hp[part] <= 0 for part in CRITICAL):
        return False
    base, intensity = 0.2 - 0.1 * w, 0.3 + 3.7 * w
    seen = 1 - 0.3 * state["camera"] / 20 if state["camera"] > 0 else 6.0
    force = 1 - 0.35 * state["gun"] / 30 if state["gun"] > 0 else 4.0
    if state["antenna"] > 0:
        p, r = base + 0.75 * state["antenna"] / 50, 1.8 * intensity
    else:
        p, r = 0.3 * base * seen, 0.3 * intensity
    if rng.random() >= min(max(p + more, 0.01), 0.95):
        return True
    chance = min(max(0.8 * seen * exp(0.1 * (1 - agility(sum(d.values())))), 0.05), 0.95)
    return combat(rng, d, hp, max(1, floor(10 * r)), chance, force)


ZONES = {
    "alpha": ("high", 0.1, 0.15),
    "beta": ("medium", 0.4, 0.25),
    "gamma": ("low", 0.9, 0.35),
    "delta": ("low", 0.1, 0.10),
    "epsilon": ("high", 0.8, 0.15),
}
SHIFTED = {"delta": ("low", 0.8, 0.5), "epsilon": ("high", 0.8, 0.5)}


def _zone(rng: Random, design: dict[str, Any], shift: bool) -> bool:
    zones = SHIFTED if shift else ZONES
    name = rng.choices(list(zones), [z[2] for z in zones.values()])[0]
    altitude, centre, _ = zones[name]
    sent = design.get("equipment", False)
    if sent and shift:
        altitude = design.get("flight_profile", "medium")
    d = {p: int(design[f"{p}_def"]) for p in PARTS}
    emi = centre + rng.uniform(-0.1, 0.1)
    module = 0.55 if sent and design.get("enhancement_module") == "signal_filter" else 0.0
    eff = emi if shift else emi * (1 - min(0.95, min(0.015 * d["shield"], 0.85) + module))
    slope = {"low": -0.05, "medium": 0.0, "high": 0.05}[altitude]
    fail = min(max((2.0 if shift else 1.5) * max(0, eff - 0.1) + slope, 0), 0.95)
    raw: dict[str, int] = {}  # a part that is named here loses one at least
    if altitude == "high":
        raw["engine"] = floor(rng.uniform(5, 15))
        raw["wing"] = floor(rng.uniform(8, 20))
    elif altitude == "medium":
        raw["wing"] = floor(rng.uniform(3, 10))
    if rng.random() < fail:
        s = fail * rng.uniform(0.6, 1)
        for part, k in (("engine", 60), ("wing", 50), ("body", 40), ("cockpit", 35)):
            raw[part] = raw.get(part, 0) + floor(k * s)
    hp = {"engine": 100, "cockpit": 100, "wing": 80, "body": 80}
    hp |= {"antenna": 50, "camera": 30, "gun": 40, "shield": 30}
    for part, named in raw.items():
        hp[part] -= max(1, act(named, d[part]))
    lost = floor(80 * (eff - 0.1)) if eff > 0.1 else 0
    hp["antenna"] -= lost
    if eff > 0.4:
        hp["camera"] -= act(floor(0.6 * lost), d["camera"])
    if any(hp[part] <= 0 for part in CRITICAL):
        return False
    if rng.random() >= 0.2 + 0.5 * fail:
        return True
    chance = min(max(0.8 * exp(0.1 * (1 - agility(sum(d.values())))), 0.05), 0.95)
    rounds = floor(10 * (1.8 if fail > 0.5 else 1))
    return combat(rng, d, hp, rounds, chance, 1 + 0.5 * max(0, eff - 0.5))


def zone_unit(rng: Random, design: dict[str, Any]) -> bool:
    return _zone(rng, design, shift=False)


def shift_unit(rng: Random, design: dict[str, Any]) -> bool:
    return _zone(rng, design, shift=True)


def base_unit(rng: Random, design: dict[str, Any]) -> bool:
    d = {p: int(design[f"{p}_def"]) for p in PARTS}
    if rng.random() >= 0.3:
        return True
    hp = {"engine": 100, "cockpit": 100, "wing": 80, "body": 80}
    hp |= {"antenna": 50, "camera": 30, "gun": 40, "shield": 30}
    chance = min(max(0.8 * exp(0.1 * (1 - agility(sum(d.values())))), 0.05), 0.95)
    return combat(rng, d, hp, 10, chance, 1.0)


def weather_unit(rng: Random, design: dict[str, Any]) -> bool:
    d = {p: int(design[f"{p}_def"]) for p in PARTS[:7]}
    sign = 1 if rng.random() < 0.3 else -1
    lift = 1 / (1 + exp(-(sign * d["antenna"] / 12 - 4)))
    if rng.random() >= min(1, lift + 0.3 * min(max((d["engine"] - 10) / 20, 0), 1)):
        return False
    if rng.random() >= 0.5:
        return True
    hp = {
        "engine": 100,
        "cockpit": 100,
        "wing": 80,
        "body": 80,
        "antenna": 50,
        "camera": 20,
        "gun": 30,
    }
    return combat(rng, d, hp, 1, 0.8, 1.0)


UNITS: dict[str, Callable[[Random, dict[str, Any]], bool]] = {
    "antenna_trap": antenna_unit,
    "deployment_zone_trap_categorical": zone_unit,
    "deployment_zone_trap_env_shift": shift_unit,
    "deployment_zone_trap_categorical_no_selection_bias": base_unit,
    "weather_noise": weather_unit,
}
"""One unit of each released model in the stage of its evaluation."""


def random_design(problem: ScenarioProblem, rng: Random) -> dict[str, Any]:
    """A design with equipment or without; totals are not kept to, so that all regimes occur."""
    parts = [name for name in problem.design if name.endswith("_def")]
    most = rng.choice((5, 15, 30, 50))
    found: dict[str, Any] = {name: Fraction(rng.randint(0, most)) for name in parts}
    found["equipment"] = rng.random() < 0.5
    for name in ("coating", "enhancement_module", "flight_profile"):
        domain = problem.design.get(name)
        if domain is not None:
            found[name] = rng.choice(domain.options)  # type: ignore[union-attr]
    return problem.completed(found)


# --- small random scenarios and brute force ---------------------------------------------------------------


def random_scenario(rng: Random, loop: bool) -> dict[str, Any]:
    """A small scenario with finite draws, thresholds of uniform draws, and perhaps a loop."""
    tenth = rng.randint(1, 9)
    variables: list[dict[str, Any]] = [
        {"name": "z", "draw": {"categorical": {"a": "0.3", "b": "0.5", "c": "1/5"}}},
        {"name": "storm", "draw": {"bernoulli": f"case(z, a: 0.{tenth}, b: 1/3, else: k/4)"}},
        {"name": "n", "draw": {"integer": [str(rng.randint(0, 1)), str(rng.randint(2, 3))]}},
        {"name": "risk", "is": f"clip((n + {rng.randint(0, 2)})/6 + if(storm, 0.2, -0.1)*k, 0, 1)"},
        {"name": "safe", "is": rng.choice(("k > n", 'z == "a" or n < 2', "not storm and k <= 2"))},
    ]
    if loop:
        variables += [
            {
                "name": "fight",
                "repeat": {
                    "times": "n",
                    "chance": "risk",
                    "targets": {"hull": "1.5", "gun": "if(storm, 0, 0.5)", "tail": "k"},
                    "draws": {"c": {"integer": ["1", "2"]}, "twice": {"bernoulli": "0.2"}},
                    "amount": "c * if(twice, 2, 1) + if(storm, 1, 0)",
                },
            },
            {"name": "armour", "draw": {"integer": ["0", "2"]}},
            {"name": "alive", "is": "fight.hull <= armour + k and fight.tail < 3"},
        ]
    else:
        variables.append({"name": "alive", "draw": {"bernoulli": "1 - risk"}})
    variables.append({"name": "survived", "is": "alive or safe" if not loop else "safe or alive"})
    return {
        "format": "symcause.scenario/1",
        "id": "small",
        "design": {"k": {"type": "integer", "min": 0, "max": 3, "default": 1}},
        "variables": variables,
        "outcome": "survived",
    }


def brute(document: dict[str, Any], k: int) -> Fraction:
    """P(survived) of a small random scenario by listing everything that can happen, rounds included."""
    texts = {v["name"]: v for v in document["variables"]}
    total = Fraction(0)
    first = texts["storm"]["draw"]["bernoulli"]
    tenth = Fraction(first.split("a: ")[1].split(",")[0])
    low, high = (int(x) for x in texts["n"]["draw"]["integer"])
    shift = int(texts["risk"]["is"].split("(n + ")[1].split(")")[0])
    rule = texts["safe"]["is"]
    for (zone, share), storm, n in product(
        (("a", Fraction(3, 10)), ("b", Fraction(1, 2)), ("c", Fraction(1, 5))),
        (True, False),
        range(low, high + 1),
    ):
        chance = {"a": tenth, "b": Fraction(1, 3), "c": Fraction(k, 4)}[zone]
        weight = share * (chance if storm else 1 - chance) / (high - low + 1)
        wild = Fraction(1, 5) if storm else Fraction(-1, 10)
        risk = min(max(Fraction(n + shift, 6) + wild * k, Fraction(0)), Fraction(1))
        safe = {
            "k > n": k > n,
            'z == "a" or n < 2': zone == "a" or n < 2,
            "not storm and k <= 2": not storm and k <= 2,
        }[rule]
        alive = Fraction(1) if safe else _alive(texts, k, storm, n, risk)
        total += weight * alive
    return total


def _alive(texts: dict[str, Any], k: int, storm: bool, n: int, risk: Fraction) -> Fraction:
    if "fight" not in texts:
        return 1 - risk
    weights = {"hull": Fraction(3, 2), "gun": Fraction(0 if storm else 1, 2), "tail": Fraction(k)}
    whole = sum(weights.values())
    rounds: list[tuple[str, int, Fraction]] = [("", 0, 1 - risk)]
    for target, weight in weights.items():
        for c, (twice, p) in product((1, 2), ((2, Fraction(1, 5)), (1, Fraction(4, 5)))):
            amount = c * twice + (1 if storm else 0)
            rounds.append((target, amount, risk * weight / whole * p / 2))
    total = Fraction(0)
    for armour in range(3):
        for taken in product(rounds, repeat=n):
            chance = Fraction(1, 3)
            sums = {"hull": 0, "tail": 0, "gun": 0, "": 0}
            for target, amount, p in taken:
                chance *= p
                sums[target] += amount
            if sums["hull"] <= armour + k and sums["tail"] < 3:
                total += chance
    return total
