"""What users write; type checkers find nothing to say about it (strict), and it runs.

Run in a folder with the examples: ``python programs.py FOLDER``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import symcause
from symcause import BooleanProblem, LinearProblem, Unknown


def certify(folder: Path) -> str:
    """A benchmark builder: is the instance unique, and can others check it?"""
    problem = symcause.load(folder / "unique.json", kind=BooleanProblem)
    found = symcause.audit(problem, max_parents=3, certificate=True)
    assert found.certificate is not None
    accepted = symcause.verify(problem, found.certificate)
    return f"{found.verdict} in the class {found.scope.max_parents}: {accepted.accepted}"


def justified(folder: Path) -> list[str]:
    """A researcher: was the answer of an agent the only one?"""
    problem = symcause.load(folder / "ambiguous.json", kind=BooleanProblem)
    solved = symcause.solve(problem)
    checked = symcause.check(problem, {"mechanisms": solved.mechanisms})
    others = symcause.alternatives(problem, {"mechanisms": solved.mechanisms}, limit=2)
    told = [f"exact: {checked.train_exact}, unique: {checked.unique}, of {checked.count}"]
    for other in others.alternatives:
        assert other.experiment is not None
        told.append(f"{', '.join(other.changed)}: {other.experiment.assignments}")
    return told


def searched(folder: Path) -> int:
    """A programmer: the version space itself."""
    problem = symcause.load(folder / "ambiguous.json", kind=BooleanProblem)
    space = symcause.space(problem, max_parents=2)
    found = 0
    for member in space:
        if isinstance(member, Unknown):
            break
        found += len(member.edges)
    count = space.count()
    return found if isinstance(count, Unknown) else count


def crystals(folder: Path) -> str:
    problem = symcause.load(folder / "crystal.json", kind=LinearProblem)
    counted = symcause.count(problem, coefficients="rational")
    best = symcause.next_experiments(problem).experiments
    return f"{counted.graphs} graphs, {len(best)} experiments"


def anything(path: Path) -> str | None:
    """Of a problem of any family the document of all families is known."""
    return symcause.audit(symcause.load(path)).verdict


if __name__ == "__main__":
    examples = Path(sys.argv[1])
    print(certify(examples), justified(examples), searched(examples), crystals(examples))
    print(anything(examples / "ambiguous.json"))
