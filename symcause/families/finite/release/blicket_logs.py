"""Logs of blicket episodes: which objects lay on a machine, and whether its light was on.

A log has a line for each action, with the state before it, and lines of questions at its end. A state is a
row if what the agent was told then says whether the light is on; where nothing is told, every state is.
The class is that of the environment: some objects, at least one, of which any or all turn the light on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symcause.errors import ProblemError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.pools.json_documents import Document

STATES, TRIAL = "game_state", "trial_idx"
MACHINE = "machine"

_SHOWN = "The light on the machine is"


def trials_of(documents: Iterator[Document]) -> Iterator[Document]:
    """The trials of a log, each with its states.

    >>> lines = [{TRIAL: 0, STATES: {}}, {TRIAL: 0, STATES: {}}, {TRIAL: 0, "question": "?"}, {TRIAL: 2}]
    >>> [one.value for one in trials_of(Document(line, "log.jsonl:1") for line in lines)]
    [{'trial_idx': 0, 'game_state': [{}, {}]}, {'trial_idx': 2, 'game_state': []}]
    """
    trial, states, last = None, list[object](), None
    for document in documents:
        if document.error is not None:
            yield document
            continue
        line = Placed(document.value)
        if last is not None and line[TRIAL].value != trial:
            yield Document({TRIAL: trial, STATES: states}, last)
            states = []
        trial, last = line[TRIAL].value, document.file.rpartition(":")[0] or document.file
        if line[STATES]:
            states.append(line[STATES].value)
    if last is not None:
        yield Document({TRIAL: trial, STATES: states}, last)


def read_trial(document: Mapping[str, object], file: str | None = None) -> FiniteProblem:
    """The problem of a trial: its states, or the only one."""
    stored = Placed(document)
    states = stored[STATES].parts() if isinstance(stored[STATES].value, list) else [stored[STATES]]
    if not states:
        raise ProblemError("no state was logged", place=STATES)
    names = tuple(name.replace(" ", "_") for name in states[0]["object_names"].texts())
    silent = not any(state["feedback"] for state in states)
    seen = [one for one in states if silent or _SHOWN in one["feedback"].text()]
    number = stored[TRIAL]
    return read_finite(
        {
            "format": "symcause.finite/1",
            "id": f"blicket-{number.integer()}" if number else "blicket",
            "variables": [{"name": name, "values": [0, 1]} for name in (*names, MACHINE)],
            "setting": "ordered",
            "roots": list(names),
            "order": [*names, MACHINE],
            "class": {"functions": ["disjunctive", "conjunctive"], "min_parents": 1},
            "worlds": [
                {"id": "tests", "assigned": list(names), "rows": [_row(s, names) for s in seen]}
            ],
            "queries": [{"id": f"is_{name}", "edge": f"{name}->{MACHINE}"} for name in names],
            "metadata": {"source": "blicket"},
        },
        file,
    )


def _row(state: Placed, names: tuple[str, ...]) -> list[int]:
    row = [int(cell.bit()) for cell in state["true_state"].parts()]
    if len(row) != len(names) + 1:
        raise ProblemError(
            f"{len(row)} cells for {len(names)} objects and the machine",
            place=state["true_state"].place,
        )
    return row
