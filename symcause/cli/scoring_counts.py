"""How many models explain each problem of a pool: once a problem, in children that can be killed."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.answers import Unknown
from symcause.cli.main import complain
from symcause.cli.store import Store
from symcause.families.boolean.audits.decision import decide
from symcause.families.boolean.scoring.explanations import Explanations
from symcause.families.boolean.space.evidence import Evidence
from symcause.processes.isolation import Stopped
from symcause.processes.pools import pool


def count_explanations(
    store: Store, ids: Sequence[str], jobs: int = 1, seconds: float | None = None
) -> dict[str, Explanations]:
    """The explanations of the problems with these ids; what takes longer than *seconds* is unknown."""
    found = {}
    for index, outcome in pool(_Count(store), ids, jobs=jobs, seconds=seconds):
        if not isinstance(outcome, Explanations):
            reason = outcome.reason if isinstance(outcome, Stopped) else str(outcome)
            outcome = Explanations(None, None, reason)
        found[ids[index]] = outcome
    unknown = [id for id, known in found.items() if known.count is None]
    if unknown:
        complain(
            f"the number of explanations is not known for {len(unknown)} problems; "
            f"{unknown[0]}: {found[unknown[0]].reason}"
        )
    return found


class _Count:
    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, id: str) -> Explanations:
        problem = self._store.get(id).problem
        found = decide(problem, problem.default_class(), Evidence(problem), None)
        if isinstance(found.count, Unknown):
            return Explanations(None, found.several, found.count.reason)
        return Explanations(found.count, found.several)
