"""Registry of the Boolean baselines by name, each loaded when it is chosen."""

from __future__ import annotations

from importlib import import_module

from symcause.errors import UsageError, did_you_mean
from symcause.families.boolean.baselines.attempt_protocol import Baseline

BASELINES: dict[str, str] = {
    "simplest": "symcause.families.boolean.baselines.exact_search:simplest_answer",
    "symbolic-search": "symcause.families.boolean.baselines.symbolic_search:symbolic_search",
    "structure-learning": "symcause.families.boolean.baselines.structure_learner:structure_learning",
}
"""Name → where it lives. One more baseline is one more line, and one of :data:`ABOUT`."""

ABOUT: dict[str, str] = {
    "simplest": "the simplest model that explains the evidence, by exact search",
    "symbolic-search": "the published search over short expressions, variable by variable",
    "structure-learning": "structure learning, then an exact fit of the mechanisms",
}
"""Name → what it does."""


def baseline(name: str) -> Baseline:
    """The baseline of this name."""
    if name not in BASELINES:
        raise UsageError("unknown baseline", value=name, remedy=did_you_mean(name, BASELINES))
    module, _, attribute = BASELINES[name].partition(":")
    found: Baseline = getattr(import_module(module), attribute)
    return found
