"""symcause: exact answers about causal models.

The public names below load on first use, so that verifying a certificate never imports a solver and
``symcause --help`` is instant.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symcause.models.showing import Shown

__version__ = "0.1.0"

if TYPE_CHECKING:
    from symcause.equivalence import class_size
    from symcause.errors import SymcauseError
    from symcause.families.boolean.audits.audit import audit
    from symcause.families.boolean.audits.count import count
    from symcause.families.boolean.baselines.exact import solve
    from symcause.families.boolean.models.experiments import Experiment, best_experiment
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.models.worlds import World
    from symcause.families.boolean.problem.classes import HypothesisClass
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.scoring.checking import check, score_text
    from symcause.families.boolean.scoring.pool import score
    from symcause.families.boolean.scoring.prompts import render_prompt
    from symcause.families.boolean.space.space import VersionSpace
    from symcause.families.boolean.verifier.kernel import verify
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.formats.files import load
    from symcause.models.dags import DAG

_HOMES = {
    "BooleanProblem": "symcause.families.boolean.problem.problem",
    "BooleanSCM": "symcause.families.boolean.models.scm",
    "DAG": "symcause.models.dags",
    "Experiment": "symcause.families.boolean.models.experiments",
    "HypothesisClass": "symcause.families.boolean.problem.classes",
    "LinearProblem": "symcause.families.linear.problem.problem",
    "SymcauseError": "symcause.errors",
    "VersionSpace": "symcause.families.boolean.space.space",
    "World": "symcause.families.boolean.models.worlds",
    "audit": "symcause.families.boolean.audits.audit",
    "best_experiment": "symcause.families.boolean.models.experiments",
    "check": "symcause.families.boolean.scoring.checking",
    "class_size": "symcause.equivalence",
    "count": "symcause.families.boolean.audits.count",
    "load": "symcause.formats.files",
    "render_prompt": "symcause.families.boolean.scoring.prompts",
    "score": "symcause.families.boolean.scoring.pool",
    "score_text": "symcause.families.boolean.scoring.checking",
    "solve": "symcause.families.boolean.baselines.exact",
    "verify": "symcause.families.boolean.verifier.kernel",
}

__all__ = [
    "DAG",
    "BooleanProblem",
    "BooleanSCM",
    "Experiment",
    "HypothesisClass",
    "LinearProblem",
    "SymcauseError",
    "VersionSpace",
    "World",
    "__version__",
    "audit",
    "best_experiment",
    "check",
    "class_size",
    "count",
    "load",
    "render_prompt",
    "score",
    "score_text",
    "solve",
    "verify",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'symcause' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__


def _paint(thing: object, form: str) -> str | None:
    """How values show themselves in a notebook."""
    from symcause.reports.notebook import paint

    return paint(thing, form)


Shown.painter = _paint
