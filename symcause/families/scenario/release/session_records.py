"""Session records of released scenarios: their log as a run.

A record has log entries of type DEPLOYMENT (metadata: design, count, survived) and a ``final_result``
(design_tested, survived, fleet_size). It does not keep the equipment that was sent with a design.
"""

from __future__ import annotations

from collections.abc import Iterator

from symcause.families.scenario.files.run_files import LOGS, check_counted
from symcause.families.scenario.files.term_reader import read_value
from symcause.families.scenario.models.agent_runs import Deployment, Run, Submission
from symcause.families.scenario.models.model_components import Value
from symcause.formats.pools.foreign_values import Placed


def session_run(record: Placed) -> Run:
    """A released record."""
    final = record["final_result"]
    submission = None
    if final and final["design_tested"]:
        fleet, survived = final["fleet_size"].integer(), final["survived"].integer()
        check_counted(survived, fleet, final.place)
        submission = Submission(_design(final["design_tested"]), fleet, survived)
    return Run(
        id=_text(record, ("session_id", "id", "run_id")) or "session",
        scenario=_text(record, ("scenario", "scenario_name", "experiment", "experiment_name"))
        or "",
        model=_text(record, ("model", "model_name", "agent")),
        deployments=tuple(_logged(record)),
        submission=submission,
        equipment_known=False,
    )


def _text(record: Placed, keys: tuple[str, ...]) -> str | None:
    for key in keys:
        value = record[key].value
        if isinstance(value, dict):
            value = value.get("name")
        if isinstance(value, str):
            return value
    return None


def _logged(record: Placed) -> Iterator[Deployment]:
    for key in LOGS:
        if not isinstance(record[key].value, list):
            continue
        for entry in record[key].parts():
            if isinstance(entry.value, dict) and entry["type"].value == "DEPLOYMENT":
                facts = entry["metadata"]
                survived = facts["survived"].integer() if facts["survived"] else None
                count = facts["count"].integer()
                check_counted(survived, count, facts.place)
                yield Deployment(_design(facts["design"]), count, survived)


def _design(read: Placed) -> dict[str, Value]:
    """A design of a released record: ``engine`` and ``engine_def`` are the same."""
    design: dict[str, Value] = {}
    for name, part in read.entries().items():
        if isinstance(part.value, dict):
            continue
        design[name] = read_value(part.value, part.place)
    return design
