"""Draft templates of the scenario generator: three forms, filled with tables of numbers.

    loss = risk[zone] · g(design) + mod[x] + e[level],   survived ~ bernoulli(1 - loss)

*altitude*: the zone fixes a shown altitude that a profile can set; all units are shown. *assigned*: two
engine levels, each with its own zone, so that the history confounds them. *survivors*: only survivors are
shown, and their number tells nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

ALTITUDE, ASSIGNED, SURVIVORS = "altitude", "assigned", "survivors"
TEMPLATES = (ALTITUDE, ASSIGNED, SURVIVORS)
ZONES = "abcdef"
LEVEL = {ALTITUDE: ("shield", 3), ASSIGNED: ("engine", 6), SURVIVORS: ("armour", 7)}
"""The design variable with levels, and its largest."""

SHOWN = {ALTITUDE: "altitude", ASSIGNED: "signal", SURVIVORS: "sight"}
TRAPPED = {ALTITUDE: "altitude", ASSIGNED: "engine", SURVIVORS: "sight"}
FLEET = 1000

Design = tuple[int, str, str]
"""A level, a module and a profile; the last two are empty where a template has none."""


def values_of(template: str, zones: int) -> tuple[str, ...]:
    """The values of what is shown."""
    if template == ALTITUDE:
        return ("low", "medium", "high") if zones > 2 else ("low", "high")
    return ("calm", "rough") if template == ASSIGNED else ("clear", "hazy")


@dataclass(frozen=True)
class Tables:
    """The numbers of a draft, by zone, by value of x and by level; *history* of the template assigned."""

    template: str
    shares: tuple[Fraction, ...]
    x: tuple[str, ...]  # of each zone
    risk: tuple[Fraction, ...]
    mod: Mapping[str, Fraction]
    e: tuple[Fraction, ...]
    history: tuple[tuple[int, int], ...] = ()  # level and zone of each entry, weights 2 and 1
    zones: tuple[str, ...] = ()  # their names, if they have other ones than a, b, …

    def designs(self) -> list[Design]:
        """The designs in order: the first variable slowest."""
        levels = range(LEVEL[self.template][1] + 1)
        if self.template != ALTITUDE:
            return [(level, "", "") for level in levels]
        every = product(levels, ("plain", "filter"), ("zone", *self.mod))
        return [(s, m, p) for s, m, p in every if s + 2 * (m == "filter") <= 4]

    @property
    def default(self) -> Design:
        if self.template == ALTITUDE:
            return (0, "plain", "zone")
        return (self.history[0][0] if self.history else 0, "", "")

    def easy(self) -> list[Design]:
        """Default, the designs of the history, all-maximum."""
        own = [(level, "", "") for level, _ in self.history]
        most = (LEVEL[self.template][1], *self.default[1:])
        return [self.default, *own, most]

    def scale(self, design: Design) -> Fraction:
        """g: how much of the risk is left."""
        level, module, _ = design
        if self.template != ALTITUDE:
            return 1 - Fraction(level, 10)
        return (1 - Fraction(level, 5)) * (Fraction(2, 5) if module == "filter" else 1)

    def loss(self, design: Design, zone: int, x: str) -> Fraction:
        """The loss of a unit, whether or not its zone has that x."""
        return self.risk[zone] * self.scale(design) + self.mod[x] + self.e[design[0]]

    def value(self, design: Design) -> Fraction:
        """S(design), with the zone drawn."""
        lost = Fraction(0)
        for zone, share in enumerate(self.shares):
            x = design[2] if design[2] not in ("", "zone") else self.x[zone]
            lost += share * self.loss(design, zone, x)
        return 1 - lost


def first_best(tables: Tables) -> tuple[Design, Fraction]:
    """The first optimum in design order."""
    best: tuple[Design, Fraction] | None = None
    for design in tables.designs():
        value = tables.value(design)
        if best is None or value > best[1]:
            best = (design, value)
    assert best is not None
    return best


def spelled(template: str, design: Design) -> dict[str, object]:
    """A design as files have it."""
    found: dict[str, object] = {LEVEL[template][0]: design[0]}
    return found | ({"module": design[1], "profile": design[2]} if template == ALTITUDE else {})


def document(
    tables: Tables, id: str, threshold: Fraction, claims: Mapping[str, object]
) -> dict[str, object]:
    """The scenario of some tables."""
    template = tables.template
    level, most = LEVEL[template]
    names = tables.zones or tuple(ZONES[: len(tables.shares)])
    shown = SHOWN[template]
    by_zone = _case("zone", {n: f'"{x}"' for n, x in zip(names, tables.x, strict=True)})
    variables: list[dict[str, object]] = [
        {
            "name": "zone",
            "draw": {"categorical": {n: str(p) for n, p in zip(names, tables.shares, strict=True)}},
        }
    ]
    if template == ALTITUDE:
        variables += [
            {"name": "band", "is": by_zone},
            {"name": "altitude", "is": 'if(profile=="zone",band,profile)'},
        ]
    else:
        variables.append({"name": shown, "is": by_zone})
    scale = f"1-{level}/{5 if template == ALTITUDE else 10}"
    left = f"risk*({scale})" + ('*if(module=="filter",2/5,1)' if template == ALTITUDE else "")
    risks = {n: str(r) for n, r in zip(names, tables.risk, strict=True)}
    mods = _case(shown, {x: str(m) for x, m in tables.mod.items()})
    variables += [
        {"name": "risk", "is": _case("zone", risks)},
        {"name": "loss", "is": f"{left}+{mods}+{_chain(level, tables.e)}"},
        {"name": "survived", "draw": {"bernoulli": "1-loss"}},
    ]
    found: dict[str, object] = {
        "format": "symcause.scenario/1",
        "id": id,
        "design": {level: {"type": "integer", "min": 0, "max": most, "default": tables.default[0]}},
    }
    if template == ALTITUDE:
        modules = {"type": "choice", "options": ["plain", "filter"], "default": "plain"}
        profiles = {"type": "choice", "options": ["zone", *tables.mod], "default": "zone"}
        found["design"] = {**_mapping(found["design"]), "module": modules, "profile": profiles}
        found["constraints"] = ['shield+if(module=="filter",2,0)<=4']
    found |= {"variables": variables, "outcome": "survived", **_shown(tables, names)}
    found |= {
        "budget": {"deployments": 10, "units": 200, "per_deployment": 50},
        "evaluate": {"fleet": FLEET, "threshold": str(threshold)},
        "claims": dict(claims),
    }
    return found


def _shown(tables: Tables, names: tuple[str, ...]) -> dict[str, object]:
    """What is shown of units, and the history."""
    template = tables.template
    observe: dict[str, object] = {"records": [SHOWN[template]], "select": "survived"}
    policy: list[dict[str, object]] = [{"weight": 1, "design": {}}]
    if template == ALTITUDE:
        observe = {"records": ["altitude", "survived"]}
    if template == ASSIGNED:
        policy = [
            {"weight": weight, "design": {"engine": level}, "force": {"zone": names[zone]}}
            for weight, (level, zone) in zip((2, 1), tables.history, strict=True)
        ]
    history: dict[str, object] = {"records": 50, "policy": policy}
    if template == SURVIVORS:
        history["counts"] = False
    return {"observe": {**observe, "counts": True}, "history": history}


def _mapping(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


def _case(name: str, arms: Mapping[str, str]) -> str:
    return f"case({name},{','.join(f'{option}:{arm}' for option, arm in arms.items())})"


def _chain(level: str, e: tuple[Fraction, ...]) -> str:
    """``if(level==0,0,if(level==1,…,…))``."""
    text = str(e[-1])
    for at in range(len(e) - 2, -1, -1):
        text = f"if({level}=={at},{e[at]},{text})"
    return text
