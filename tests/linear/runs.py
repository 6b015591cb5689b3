"""Runs in the form in which the released environment writes them, by hand: messages, logs, folders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

LINE, DOUBLE = "─" * 19, "═" * 35

CONFIG = {
    "graph_id": "two",
    "nodes": {
        "resonanceFreq": {
            "is_controllable": False,
            "observable": True,
            "property_name": "resonanceFreq",
            "display_name": "Resonance Frequency (Hz)",
            "base_value": {"type": "uniform", "min": 15.0, "max": 45.0},
            "computation": "base_freq + coeff_temperatureC_freq * temperatureC",
        },
        "temperatureC": {
            "is_controllable": True,
            "observable": True,
            "property_name": "temperatureC",
            "display_name": "Temperature (°C)",
            "base_value": {"type": "uniform", "min": 15.0, "max": 45.0},
        },
        "ph": {
            "is_controllable": True,
            "observable": True,
            "property_name": "ph",
            "display_name": "pH",
            "base_value": {"type": "uniform", "min": 15.0, "max": 45.0},
            "computation": "base_ph + coeff_temperatureC_ph * temperatureC",
        },
    },
    "edges": [
        {"from": "temperatureC", "to": "resonanceFreq"},
        {"from": "temperatureC", "to": "ph"},
    ],
    "params": {
        "base_freq": 20.0,
        "coeff_temperatureC_freq": 2,
        "base_ph": 1.0,
        "coeff_temperatureC_ph": 1,
        "base_temperatureC": 5.0,
    },
    "budget": 12,
}
"""resonanceFreq = 20 + 2·temperatureC, ph = 1 + temperatureC."""

TASK = """EXISTING OBSERVATIONS (possibly zero, from previous experiments):

- Observation 1: {'temperatureC': 10, 'ph': 12, 'resonanceFreq': 40.0}
- Observation 2: {'temperatureC': 30, 'ph': 35.5, 'resonanceFreq': 80.0}
"""


def block(temperature: object, ph: object, freq: object, uses: int, budget: int = 12) -> str:
    shown = {"Temperature (°C)": temperature, "Resonance Frequency (Hz)": freq, "pH": ph}
    lines = "".join(f"  {name}: {value}\n" for name, value in shown.items())
    left = budget - uses
    return f"Crystal Analysis:\n{lines}  {LINE}\n  Uses: {uses}/{budget} (Remaining: {left})\n\n"


def said(what: str, reply: str, who: str = "property manipulator") -> str:
    return f"We are talking.  You said: {what}\n\n{who} said: {reply}"


def front(reading: str) -> str:
    head = f"{DOUBLE}\n  PROPERTY MANIPULATOR\n  Causal Discovery Machine\n{DOUBLE}"
    return f"{head}\n\n{reading}Select an option:"


def hello(reading: str) -> str:
    return said("Hello!", front(reading))


def menu(name: str, reading: str) -> str:
    asked = f"{name} Value Setting\n{DOUBLE}\nEnter new value for {name}:\n\n{reading}"
    return said(f"Adjust {name}", f'{asked}Example: {{..., "value": 50}}')


def sent(value: object, reading: str) -> str:
    return said(f"{{'value': {value}}}", front(reading))


def locked(what: str, reading: str) -> str:
    return said(what, f"{DOUBLE}\n  PROPERTY MANIPULATOR\n  ⚠️  LOCKED  ⚠️\n{DOUBLE}\n\n{reading}")


def reactor(what: str = "Hello!", *, after: str = "") -> str:
    shown = "- temperatureC: 7\n- density: 1.0\n- ph: 8\n"
    text = f"CRYSTAL REACTOR #1\n\nCrystal properties (directly shown):\n{shown}\n{after}"
    return said(what, text, "crystal reactor (uncalibrated)")


def record(**given: object) -> dict[str, object]:
    """A step's record: nothing noted, nothing thought."""
    empty = {"edges": [], "freq_equation": "", "coefficients": {}}
    plan = {"target_prop": "none", "target_value": None, "purpose": ""}
    start = {"memory": "", "thought": "", "past_data": [], "hypothesis": empty, "experiment": plan}
    return {**start, **given}


def step(message: str, /, **given: object) -> dict[str, object]:
    return {
        "dialog_box": {"is_in_dialog": True},
        "lastActionMessage": message,
        "action": record(**given),
    }


def planned(prop: str, number: object, /, **given: object) -> dict[str, object]:
    return {"experiment": {"target_prop": prop, "target_value": number, "purpose": ""}, **given}


def last(message: str) -> dict[str, object]:
    return {"dialog_box": {}, "lastActionMessage": message, "action": None}


def folder(
    where: Path,
    *steps: Mapping[str, object],
    task: str | None = TASK,
    success: bool | None = None,
    model: str = "somebody",
    config: object = CONFIG,
    name: str = "Reactor Lab Causal_Causal_1_tracking_simple.jsonl",
) -> Path:
    """A run's folder as released; the path of its log."""
    where.mkdir(parents=True, exist_ok=True)
    if config is not None:
        (where / "graph_config.json").write_text(json.dumps(config))
    source = {"models": {"action": {"generator_params": {"model": model}}}}
    (where / "source_config.json").write_text(json.dumps(source))
    if task is not None or success is not None:
        card = [{"taskName": "t", "completed": True, "completedSuccessfully": success}]
        data = {"task_description": task, "metadata": {"final_scorecard": card}}
        (where / "Reactor Lab Causal_Causal_1_data.json").write_text(json.dumps(data))
    log = where / name
    log.write_text("\n".join(json.dumps(step, indent=4) for step in steps) + "\n")
    return log


GOLD = {
    "edges": [
        {"from": "temperatureC", "to": "resonanceFreq"},
        {"from": "temperatureC", "to": "ph"},
    ],
    "freq_equation": "resonanceFreq = base + c_temperatureC*temperatureC",
    "coefficients": {"base": 20, "c_temperatureC": 2},
}


def whole_run() -> list[dict[str, object]]:
    """A complete run: two interventions, the reactor set to 34 (right)."""
    first, second = block(5, 6, 30.0, 0), block(9.0, 10.0, 38.0, 1)
    third = block(9.0, 50.0, 38.0, 2)
    return [
        step("I teleported to the object with UUID 1 (property manipulator) at (17, 16)."),
        step(hello(first), action="TALK", arg1=1),
        step(menu("Temperature (°C)", first), chosen_dialog_option_int=1),
        step(sent(9.0, second), **planned("temperatureC", 9, value=9)),
        step(menu("pH", second), chosen_dialog_option_int=2),
        step(sent(50.0, third), **planned("ph", 50, value=50)),
        step(reactor(), action="TALK", arg1=2, hypothesis=GOLD),
        step(
            reactor("{'value': 34.0}", after="Frequency set to 34.0 Hz.\n"),
            **planned("set_reactor_frequency", 34.0, value=34.0),
        ),
        last(reactor("{'value': 34.0}", after="Frequency set to 34.0 Hz.\n")),
    ]
