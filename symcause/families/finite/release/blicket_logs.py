"""Logs of blicket episodes: which objects lay on a machine, and whether its light was on.

A log has a line for each action, with the state before it, and lines of questions at its end. A state is a
row if what the agent was told then says whether the light is on; where nothing is told, every state is.
What the last action led to is in no line: of a test it is the light of the state before. The class is that
of the environment: some objects, at least one, of which any or all turn the light on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from symcause.errors import ProblemError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.pools.json_documents import Document

STATES, TRIAL, ACTIONS, ANSWERS = "game_state", "trial_idx", "action", "answers"
MACHINE = "machine"

_SHOWN = "The light on the machine is"
_TEST = re.compile(r"test(\s+(the\s+)?machine)?", re.IGNORECASE)
_MOVE = re.compile(r"(put|take)\s.*", re.IGNORECASE)


def trials_of(documents: Iterator[Document]) -> Iterator[Document]:
    """The trials of a log, each with its states, its actions and its answers, as far as there are any.

    >>> lines = [{TRIAL: 0, STATES: {}}, {TRIAL: 0, STATES: {}}, {TRIAL: 0, "question": "?"}, {TRIAL: 2}]
    >>> found = [one.value for one in trials_of(Document(line, "log.jsonl:1") for line in lines)]
    >>> found[0]
    {'trial_idx': 0, 'game_state': [{}, {}], 'answers': [{'trial_idx': 0, 'question': '?'}]}
    >>> found[1]
    {'trial_idx': 2, 'game_state': []}
    """
    trial, kept, last = None, _empty(), None
    for document in documents:
        if document.error is not None:
            yield document
            continue
        line = Placed(document.value)
        if last is not None and line[TRIAL].value != trial:
            yield Document(_told(trial, kept), last)
            kept = _empty()
        trial, last = line[TRIAL].value, document.file.rpartition(":")[0] or document.file
        if line[STATES]:
            kept[STATES].append(line[STATES].value)
            kept[ACTIONS].append(line[ACTIONS].value)
        elif line["question"]:
            kept[ANSWERS].append(line.value)
    if last is not None:
        yield Document(_told(trial, kept), last)


def _empty() -> dict[str, list[object]]:
    return {STATES: [], ACTIONS: [], ANSWERS: []}


def _told(trial: object, kept: Mapping[str, list[object]]) -> dict[str, object]:
    stated = {key: kept[key] for key in (ACTIONS, ANSWERS) if any(kept[key])}
    return {TRIAL: trial, STATES: kept[STATES], **stated}


@dataclass(frozen=True)
class Trial:
    """What a log tells of one trial."""

    document: Placed
    states: list[Placed] = field(default_factory=list)

    @staticmethod
    def of(document: Mapping[str, object]) -> Trial:
        stored = Placed(document)
        one = not isinstance(stored[STATES].value, list)
        states = [stored[STATES]] if one else stored[STATES].parts()
        if not states:
            raise ProblemError("no state was logged", place=STATES)
        return Trial(stored, states)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(map(called, self.states[0]["object_names"].texts()))

    @cached_property
    def _actions(self) -> list[str]:
        """What was done in each state; of a line that stands alone nobody knows what came of it."""
        stored = self.document[ACTIONS]
        actions = stored.parts() if isinstance(stored.value, list) else []
        texts = [action.text().strip() if action else "" for action in actions]
        return texts + [""] * (len(self.states) - len(texts))

    @property
    def _silent(self) -> bool:
        return not any(state["feedback"] for state in self.states)

    def _shows(self, at: int) -> bool:
        return self._silent or _SHOWN in self.states[at]["feedback"].text()

    @property
    def seen(self) -> list[Placed]:
        """The states whose light the agent has seen, as far as the log tells."""
        seen = [state for at, state in enumerate(self.states) if self._shows(at)]
        return [*seen, self.states[-1]] if self._tested_last and not self._silent else seen

    @property
    def _tested_last(self) -> bool:
        """Was the light tested in the last state, where tests always show the light of their state?"""
        tested = [at for at, action in enumerate(self._actions) if _TEST.fullmatch(action)]
        return len(self.states) - 1 in tested and not any(
            self.states[at]["true_state"].value != self.states[at + 1]["true_state"].value
            for at in tested[:-1]
        )

    @property
    def unlogged(self) -> bool:
        """Did the last action show a light, perhaps, that no line has?"""
        last = self._actions[-1]
        if _TEST.fullmatch(last):
            return not self._tested_last
        if not _MOVE.fullmatch(last):
            return False
        moved = [at for at, action in enumerate(self._actions[:-1]) if _MOVE.fullmatch(action)]
        return self._silent or not moved or any(self._shows(at + 1) for at in moved)


def called(name: str) -> str:
    """An object as a variable."""
    return name.replace(" ", "_")


def read_trial(document: Mapping[str, object], file: str | None = None) -> FiniteProblem:
    """The problem of a trial: its states, or the only one."""
    trial = Trial.of(document)
    names, number = trial.names, trial.document[TRIAL]
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
                {
                    "id": "tests",
                    "assigned": list(names),
                    "rows": [_row(state, names) for state in trial.seen],
                }
            ],
            "queries": [{"id": query_of(name), "edge": f"{name}->{MACHINE}"} for name in names],
            "metadata": {"source": "blicket"},
        },
        file,
    )


def query_of(name: str) -> str:
    """The query whether an object turns the light on."""
    return f"is_{name}"


def _row(state: Placed, names: tuple[str, ...]) -> list[int]:
    row = [int(cell.bit()) for cell in state["true_state"].parts()]
    if len(row) != len(names) + 1:
        raise ProblemError(
            f"{len(row)} cells for {len(names)} objects and the machine",
            place=state["true_state"].place,
        )
    return row
