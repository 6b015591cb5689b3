"""The twin claim in the scenario verifier: the same history and no common winner."""

from __future__ import annotations

from fractions import Fraction

from symcause.families.scenario.problem.fingerprint import fingerprint
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.verifier.finite_claims import read_exact, read_full_design
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.twin_pair import ERROR, Pair, alike
from symcause.kernel.envelope import read_digest
from symcause.kernel.nodes import Node, Rejected

ROUNDED = Fraction(1, 10**6)
"""How much a claimed *passive* may be rounded up."""

UNITS = 200
"""Units of an experiment where the scenario has no bound of its own."""

MOST = 1_000  # units
"""Most units of an experiment that are looked at."""


def check_twin(first: Finite, other: ScenarioProblem, said: dict[str, Node]) -> str:
    """What the evidence establishes about two scenarios. Raises Rejected."""
    about = said["other"].fields("id", "sha256")
    if read_digest(about["sha256"]) != fingerprint(other):
        raise Rejected("the certificate is about another twin", place="claim.other.sha256")
    if not alike(first.problem, other):
        raise Rejected("the scenarios differ in more than their tables")
    pair = Pair(first, Finite(other, first.work))
    if not pair.history_equal():
        raise Rejected("the histories differ")
    winner = pair.common_winner()
    if winner is not None:
        raise Rejected(f"a design wins in both: {winner}")
    if not pair.sound():
        raise Rejected("the threshold of one of them is not sound")
    share = read_exact(said["lambda"])
    if not 0 <= share <= 1:
        raise said["lambda"].fail("a share is between 0 and 1")
    passive, proven = read_exact(said["passive"]), pair.passive(share)
    if not proven <= passive <= proven + ROUNDED:
        raise said["passive"].fail(f"a reader wins with {float(proven):.7f}")
    text = f"twins: no reader of the history wins more than {passive} in the worse one"
    if said["active"].value is None:
        if pair.active(most_units(first.problem)) is not None:
            raise said["active"].fail("there is an experiment that tells them apart")
        return f"{text}; no experiment within the units tells them apart"
    return f"{text}; {_experiment(pair, said['active'])}"


def most_units(problem: ScenarioProblem) -> int:
    """How many units may be tried."""
    units = None if problem.budget is None else problem.budget.units
    return UNITS if units is None else min(units, MOST)


def _experiment(pair: Pair, node: Node) -> str:
    said = node.fields("design", "n", "cut")
    design = read_full_design(pair.first, said["design"])
    n = said["n"].integer(1, most_units(pair.first.problem))
    found = pair.experiment(design, n, said["cut"].integer(0, n))
    if max(found.errors) > ERROR:
        raise node.fail(f"the errors are {', '.join(f'{float(e):.5f}' for e in found.errors)}")
    least = pair.active(n)
    assert least is not None
    if (least.n, least.design, least.cut) != (n, design, found.cut):
        raise node.fail(f"{least.n} units of an earlier design, or cut {least.cut}, do as well")
    return f"{n} units of one design tell them apart"
