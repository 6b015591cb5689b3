"""What the CausaLab environment says: readings of the manipulator's and of the reactor's crystal.

::

    Crystal Analysis:                          Crystal properties (directly shown):
      Density: 80.0                            - moisture: 34
      Resonance Frequency (Hz): 155.0          - density: 97

Names are those that the environment displays; lines about anything else are passed over.
"""

from __future__ import annotations

import re
from fractions import Fraction

from symcause.errors import SymcauseError
from symcause.families.linear.problem.problem import LinearProblem
from symcause.models.equations import State
from symcause.models.hypotheses import is_target
from symcause.models.numbers import read_number

_MANIPULATOR = "Crystal Analysis:"
_REACTOR = "Crystal properties (directly shown):"
_LINE = re.compile(r"[\s-]*(?P<name>[^:]+?)\s*(\([^)]*\))?:\s*(?P<value>-?[0-9.]+)\s*")


def crystal_reading(message: str, problem: LinearProblem) -> State | None:
    """The complete reading of the manipulator's crystal that a message shows, if it does."""
    return _shown(message, _MANIPULATOR, problem, problem.variables)


def reactor_reading(message: str, problem: LinearProblem) -> State | None:
    """The reading of the reactor's crystal that a message shows, without its target."""
    wanted = tuple(v for v in problem.variables if v != problem.target)
    return _shown(message, _REACTOR, problem, wanted)


def _shown(
    message: str, heading: str, problem: LinearProblem, wanted: tuple[str, ...]
) -> State | None:
    _, found, rest = message.partition(heading)
    if not found:
        return None
    values: dict[str, Fraction] = {}
    for line in rest.strip("\n").splitlines():
        matched = _LINE.fullmatch(line)
        if matched is None:
            break
        name = _variable(matched["name"], problem)
        if name is not None:
            try:
                values[name] = read_number(matched["value"])
            except SymcauseError:
                return None
    read = set(wanted) - set(problem.unobserved)
    return {name: values[name] for name in wanted if name in read} if read <= set(values) else None


def _variable(shown: str, problem: LinearProblem) -> str | None:
    """The variable that a displayed name means."""
    if is_target(shown, problem.target):
        return problem.target
    squeezed = _squeezed(shown)
    return next((name for name in problem.variables if _squeezed(name) == squeezed), None)


def _squeezed(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
