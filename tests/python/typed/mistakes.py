"""Mistakes that a type checker must flag: every line that says so, and no other."""

from __future__ import annotations

import symcause
from symcause import BooleanProblem, LinearProblem

boolean = symcause.load("problem.json", kind=BooleanProblem)
linear = symcause.load("crystal.json", kind=LinearProblem)
unknown = symcause.load("problem.json")

symcause.audit(boolean, max_parent=3)  # wrong: a typo
symcause.audit(unknown, max_parent=3)  # wrong: a typo, whatever the family
symcause.audit(boolean, max_parents="three")  # wrong: no number
symcause.audit(boolean, max_parents="none")
symcause.count(boolean, setting="hidden")  # wrong: no such setting
symcause.count(boolean, setting="hidden-order")
symcause.check(boolean)  # wrong: no answer
symcause.space(boolean, max_asts=3)  # wrong: a typo
symcause.play(linear, agents="greedy")  # wrong: a typo
symcause.score([boolean], [], pair_bye="x")  # wrong: a typo
print(symcause.audit(boolean).verdct)  # wrong: no such attribute
print(symcause.solve(linear).mechanisms)  # wrong: crystals have equations
print(symcause.solve(linear).equations)
print(symcause.count(boolean).graphs)  # wrong: Boolean counts have none
print(symcause.load("problem.json").gold)  # wrong: nobody knows of which family it is
