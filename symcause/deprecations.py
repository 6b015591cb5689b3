"""Deprecations: names, parameters, options and keys that go with a later version, and what to use instead.

One line in one of the tables is all that it takes to give something up; ``docs/stability.md`` says how long
it goes on working. Names and parameters of Python warn (:class:`DeprecationWarning`), options say one line
on standard error, keys are marked in their JSON Schema.

>>> Deprecation("symcause.save", "1.2", "2.0").sentence("symcause.store")
'symcause.store is deprecated since 1.2 and goes with 2.0: use symcause.save'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from typing import Any, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Deprecation(NamedTuple):
    """What to use instead, since which version, and with which one it goes."""

    instead: str
    since: str
    goes: str

    def sentence(self, name: str) -> str:
        """The one sentence that its users see."""
        return (
            f"{name} is deprecated since {self.since} and goes with {self.goes}: use {self.instead}"
        )


PYTHON: dict[str, Deprecation] = {}
"""Former names of ``import symcause``; what replaces them is a dotted name that can be loaded."""

PARAMETERS: dict[tuple[str, str], Deprecation] = {}
"""Former parameters by function: ``("audit", "old")``, each replaced by another of the same one."""

OPTIONS: dict[tuple[str, str], Deprecation] = {}
"""Options by command: ``("count", "--old")``."""

KEYS: dict[tuple[str, str], Deprecation] = {}
"""Keys by the schema of their document: ``("boolean.count", "old")``."""


def former_name(name: str) -> object:
    """What a former name of the package stands for, with a warning. Raises AttributeError for any other."""
    if name not in PYTHON:
        raise AttributeError(f"module 'symcause' has no attribute {name!r}")
    from warnings import warn

    known = PYTHON[name]
    warn(known.sentence(f"symcause.{name}"), DeprecationWarning, stacklevel=3)
    home, _, new = known.instead.rpartition(".")
    return getattr(import_module(home), new)


def present_parameters(
    function: str, given: Mapping[str, object], stacklevel: int = 3
) -> dict[str, Any]:
    """What was given by name, with former parameters under their present names and a warning for each.

    Raises TypeError where both are given. *stacklevel* is where the user's own line is, as for ``warn``.
    """
    parameters = dict(given)
    for (home, old), known in PARAMETERS.items():
        if home != function or old not in parameters:
            continue
        from warnings import warn

        text = known.sentence(f"the parameter {old} of symcause.{function}")
        if known.instead in parameters:
            raise TypeError(f"{text}; both are given")
        warn(text, DeprecationWarning, stacklevel=stacklevel)
        parameters[known.instead] = parameters.pop(old)
    return parameters


def with_former_parameters(function: Callable[P, R]) -> Callable[P, R]:
    """The function, which also takes what :data:`PARAMETERS` lists under its name."""

    @wraps(function)
    def taken(*arguments: P.args, **given: P.kwargs) -> R:
        present = present_parameters(function.__name__, given)
        return function(*arguments, **present)

    return taken


def option_notes(command: str) -> dict[str, str]:
    """What is said of the deprecated options of a command."""
    return {
        option: known.sentence("it").partition("deprecated ")[2]
        for (home, option), known in OPTIONS.items()
        if home == command
    }


def marked(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """A schema whose deprecated keys are marked as such, as JSON Schema has it."""
    properties = dict(schema.get("properties", {}))
    for (home, key), known in KEYS.items():
        if home == name:
            told = {"deprecated": True, "description": known.sentence(key)}
            properties[key] = {**properties[key], **told}
    return {**schema, "properties": properties} if "properties" in schema else schema
