"""Integer models of a linear space under a hidden disturbance, one by one."""

from __future__ import annotations

from fractions import Fraction

from symcause.answers import Unknown, Unsat
from symcause.budgets import Meter
from symcause.families.linear.bounds import HIDDEN_MODELS
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.space.hidden.disturbance_formula import DisturbedFormula
from symcause.families.linear.space.hidden.disturbance_replay import run_mismatches
from symcause.families.linear.space.hidden.hidden_member import read_member
from symcause.families.linear.space.linear_space import KernelDisagreement
from symcause.solvers.sat.linear_arithmetic import Assignment, Atom

TOO_MANY = f"more than {HIDDEN_MODELS} integer models under a hidden disturbance"


def list_models(
    formula: DisturbedFormula, graph: list[int], budget: Meter
) -> list[CrystalModel] | Unknown:
    """Every coefficient vector of a graph; the kernel executes each with its disturbances."""
    solver = formula.solver(budget)
    listed: list[CrystalModel] = []
    while len(listed) <= HIDDEN_MODELS:
        if budget.over:
            return budget.shortage
        answer = solver.check(graph)
        if isinstance(answer, Unsat):
            return listed
        if isinstance(answer, Unknown):
            return answer
        assert isinstance(answer.model, Assignment)
        member = read_member(formula, answer.model)
        if run_mismatches(formula.problem, member.model, member.disturbances, member.nodes):
            raise KernelDisagreement("the kernel rejects a member under a hidden disturbance")
        listed.append(member.model)
        weights = [
            (i, answer.model.reals[i])
            for key, i in formula.layout.reals.items()
            if isinstance(key, tuple) and key[0] == "w"
        ]
        solver.add([Atom(((i, Fraction(1)),), "!=", value) for i, value in weights])
    return Unknown(TOO_MANY)
