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
    from symcause.audits.audit import audit
    from symcause.audits.count import count
    from symcause.baselines.exact import solve
    from symcause.certificates.kernel import verify
    from symcause.errors import SymcauseError
    from symcause.formats.files import load
    from symcause.models.dags import DAG
    from symcause.models.experiments import Experiment, best_experiment
    from symcause.models.scm import BooleanSCM
    from symcause.models.worlds import World
    from symcause.problems.boolean import BooleanProblem
    from symcause.problems.classes import HypothesisClass
    from symcause.problems.linear import LinearProblem
    from symcause.scoring.checking import check, score_text
    from symcause.scoring.pool import score
    from symcause.scoring.prompts import render_prompt
    from symcause.spaces.boolean.space import VersionSpace
    from symcause.spaces.equivalence import class_size

_HOMES = {
    "BooleanProblem": "symcause.problems.boolean",
    "BooleanSCM": "symcause.models.scm",
    "DAG": "symcause.models.dags",
    "Experiment": "symcause.models.experiments",
    "HypothesisClass": "symcause.problems.classes",
    "LinearProblem": "symcause.problems.linear",
    "SymcauseError": "symcause.errors",
    "VersionSpace": "symcause.spaces.boolean.space",
    "World": "symcause.models.worlds",
    "audit": "symcause.audits.audit",
    "best_experiment": "symcause.models.experiments",
    "check": "symcause.scoring.checking",
    "class_size": "symcause.spaces.equivalence",
    "count": "symcause.audits.count",
    "load": "symcause.formats.files",
    "render_prompt": "symcause.scoring.prompts",
    "score": "symcause.scoring.pool",
    "score_text": "symcause.scoring.checking",
    "solve": "symcause.baselines.exact",
    "verify": "symcause.certificates.kernel",
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
