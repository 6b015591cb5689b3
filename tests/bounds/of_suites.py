"""Bounds of suites: recipes and what they may ask, and how much a check complains."""

from __future__ import annotations

from symcause.errors import Complaint
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.recipe.recipe_file import parse_recipe
from tests.bounds.stops import refused, stops

_RECIPE = """format = "symcause.suite/1"
name = "bounds"
version = "1.0.0"
seed = 1
[[part]]
name = "one"
capability = "one"
primary = "right"
family = "cpt"
"""


@stops("suites.RECIPE_BYTES", 400)
def _(size: int) -> object:
    source = (_RECIPE + "problems = 1\n").encode()
    return refused(lambda: parse_recipe(source.ljust(size, b"#")), "more than 400 bytes")


@stops("suites.PART_PROBLEMS", 5)
def _(size: int) -> object:
    source = f"{_RECIPE}problems = {size}\n".encode()
    return refused(lambda: parse_recipe(source), "not so many")


@stops("suites.PART_STRATA", 2)
def _(size: int) -> object:
    queries = ["ate", "ett", "nie"][:size]
    source = f"{_RECIPE}problems = 9\nquery = {queries}\n".encode()
    return refused(lambda: parse_recipe(source), "more than 2 combinations")


@stops("suites.COMPLAINTS", 3)
def _(size: int) -> object:
    check = CheckResult(1, [Complaint(f"wrong {at}") for at in range(size)])
    return len(list(check.lines())) > 1 + 3 and check.to_dict()["complaints_in_all"] == size
