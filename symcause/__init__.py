"""symcause: exact answers about causal models.

The public names below load on first use, so that verifying a certificate never imports a solver and
``symcause --help`` is instant.
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

_HOMES = {
    "SymcauseError": "symcause.errors",
    "load": "symcause.formats.files",
    "check": "symcause.scoring.checking",
    "score": "symcause.scoring.pool",
    "score_text": "symcause.scoring.checking",
    "render_prompt": "symcause.scoring.prompts",
    "BooleanProblem": "symcause.problems.boolean",
    "BooleanSCM": "symcause.models.scm",
    "Experiment": "symcause.models.experiments",
    "World": "symcause.models.worlds",
    "HypothesisClass": "symcause.problems.classes",
}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'symcause' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
