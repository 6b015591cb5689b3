"""symcause: exact answers about causal models.

The public names below load on first use, so that verifying a certificate never imports a solver and
``symcause --help`` is instant.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from symcause.models.notebook_hook import Shown

if TYPE_CHECKING:
    from symcause import boolean, dag, finite, linear, shapeworld
    from symcause.answers import Unknown
    from symcause.api import (
        align,
        alternatives,
        audit,
        baselines,
        canonical,
        check,
        convert,
        count,
        disambiguate,
        example,
        examples,
        generate,
        generate_suite,
        imec,
        load,
        load_pool,
        load_predictions,
        next_experiments,
        play,
        problem,
        publish,
        read_rendering,
        render,
        render_prompt,
        save,
        schema,
        score,
        score_text,
        separate,
        solve,
        space,
        theme,
        told,
        verify,
        verify_suite,
    )
    from symcause.attempts.attempt_record import Budget
    from symcause.audits.space import VersionSpace
    from symcause.episodes.episode import Episode
    from symcause.equivalence import class_size
    from symcause.errors import SymcauseError
    from symcause.families.boolean.models.experiments import Experiment, best_experiment
    from symcause.families.boolean.models.scm import BooleanSCM
    from symcause.families.boolean.models.worlds import World
    from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.formats.problems import Problem
    from symcause.harnesses.mcp_server import mcp
    from symcause.harnesses.static_tasks import tasks
    from symcause.models.dags import DAG
    from symcause.version import __version__
    from symcause.workbench.local_service import serve

_HOMES = {
    "BooleanProblem": "symcause.families.boolean.problem.problem",
    "BooleanSCM": "symcause.families.boolean.models.scm",
    "Budget": "symcause.attempts.attempt_record",
    "CrystalModel": "symcause.families.linear.models.crystals",
    "DAG": "symcause.models.dags",
    "Episode": "symcause.episodes.episode",
    "Experiment": "symcause.families.boolean.models.experiments",
    "HypothesisClass": "symcause.families.boolean.problem.hypothesis_class",
    "LinearProblem": "symcause.families.linear.problem.problem",
    "Problem": "symcause.formats.problems",
    "SymcauseError": "symcause.errors",
    "Unknown": "symcause.answers",
    "VersionSpace": "symcause.audits.space",
    "World": "symcause.families.boolean.models.worlds",
    "__version__": "symcause.version",
    "best_experiment": "symcause.families.boolean.models.experiments",
    "class_size": "symcause.equivalence",
    "mcp": "symcause.harnesses.mcp_server",
    "serve": "symcause.workbench.local_service",
    "tasks": "symcause.harnesses.static_tasks",
}

# fmt: off
__all__ = [  # by use: what people call first
    "load", "audit", "space", "count", "check", "solve", "alternatives", "separate", "next_experiments",
    "disambiguate", "verify", "generate", "convert", "problem", "boolean", "linear", "finite", "dag",
    "shapeworld", "example", "examples", "save", "load_pool", "publish", "canonical", "generate_suite",
    "verify_suite", "score", "score_text", "load_predictions", "baselines", "Budget", "render_prompt",
    "render", "read_rendering", "told", "theme", "align", "imec", "schema", "play", "Episode", "serve",
    "mcp", "tasks", "Unknown", "SymcauseError", "VersionSpace", "Problem", "BooleanProblem",
    "BooleanSCM", "World", "HypothesisClass", "Experiment", "best_experiment", "LinearProblem",
    "CrystalModel", "DAG", "class_size", "__version__",
]
# fmt: on

_MODULES = ("boolean", "dag", "finite", "linear", "shapeworld")


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"symcause.{name}")
    if name not in __all__:
        return import_module("symcause.deprecations").former_name(name)
    return getattr(import_module(_HOMES.get(name, "symcause.api")), name)


def __dir__() -> list[str]:
    return __all__


def _paint(thing: object, form: str) -> Any:
    return import_module("symcause.reports.notebook").paint(thing, form)


Shown.painter = _paint
