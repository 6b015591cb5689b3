"""Histories of released scenarios: which designs the records at the start come from.

A history is 50 units of one design, but for the variants called ``simpsons_paradox`` (two designs in
turn, in the zone family with a forced zone, whose readings stay those of the zone first drawn) and
``no_history``.
"""

from __future__ import annotations

PARTS = ("engine", "cockpit", "wing", "body", "antenna", "camera", "gun", "shield")

DESIGNS: dict[tuple[str, str], tuple[int, ...]] = {
    ("antenna", ""): (20, 20, 15, 15, 10, 5, 5),
    ("antenna", "high_def"): (35, 35, 30, 30, 25, 20, 20),
    ("antenna", "local_optima"): (20, 20, 15, 15, 5, 10, 10),
    ("zone", ""): (15, 15, 10, 10, 10, 5, 5, 0),
    ("zone", "high_def"): (30, 30, 25, 25, 20, 15, 15, 0),
    ("zone", "local_optima"): (35, 30, 30, 25, 15, 10, 10, 5),
    ("base", ""): (15, 15, 10, 10, 10, 5, 5, 0),
    ("shift", ""): (20, 20, 15, 15, 10, 5, 5, 0),
    ("weather", ""): (20, 20, 15, 15, 10, 5, 5),
}
"""The design of a history by model and variant."""

MODULES = {("zone", "high_def"): "radar_boost", ("zone", "local_optima"): "signal_filter"}

VARIANTS = ("high_def", "local_optima", "no_history", "no_selection_bias", "simpsons_paradox")

PUBLISHED = (
    "antenna_trap",
    *(f"antenna_trap_{variant}" for variant in VARIANTS),
    "deployment_zone_trap_categorical",
    *(f"deployment_zone_trap_categorical_{variant}" for variant in VARIANTS),
    "deployment_zone_trap_env_shift",
    "weather_noise",
)
"""The names of the 14 published scenarios."""


def variant_of(name: str) -> str:
    """The variant that a name ends in, empty for the plain scenario.

    >>> variant_of("antenna_trap_high_def"), variant_of("weather_noise")
    ('high_def', '')
    """
    return next((variant for variant in VARIANTS if name.endswith(f"_{variant}")), "")


def history_of(name: str, model: str, records: int) -> dict[str, object] | None:
    """The history of a scenario as its file says it; None if there is none."""
    variant = variant_of(name)
    if variant == "no_history" or not records:
        return None
    return {"records": records, "policy": _policy(model, variant)}


def _policy(model: str, variant: str) -> object:
    if variant != "simpsons_paradox":
        key = (model, variant if (model, variant) in DESIGNS else "")
        design: dict[str, object] = _spelled(DESIGNS[key])
        if key in MODULES:
            design |= {"equipment": True, "enhancement_module": MODULES[key]}
        return [{"weight": 1, "design": design}]
    plain = _spelled(DESIGNS[model, ""])
    if model == "antenna":
        some, most = ({**plain, "antenna_def": x} for x in (25, 20))
        return {"cycle": [{"design": some}, {"design": most}, {"design": most}]}
    # The module varies with the engine; interference varies half as much in delta as the model draws it.
    sent = {**plain, "equipment": True}
    some_zone: dict[str, object] = {
        "design": {**sent, "engine_def": 25, "enhancement_module": "radar_boost"},
        "force": {"zone": "epsilon"},
    }
    most_zone: dict[str, object] = {
        "design": {**sent, "engine_def": 15, "enhancement_module": "thermal_shield"},
        "force": {"zone": "delta", "emi_spread": "1/20"},
    }
    return {"cycle": [some_zone, most_zone, most_zone]}


def _spelled(numbers: tuple[int, ...]) -> dict[str, object]:
    return {f"{part}_def": x for part, x in zip(PARTS, numbers, strict=False)}
