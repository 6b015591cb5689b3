"""The Python API: load or make problems, ask questions, score answers.

Options are those of the command of the same name (``--max-parents 3`` is ``max_parents=3``). The results
are typed documents with attributes, the same that ``--json`` prints; ``to_dict()`` gives plain values. A
question that a family does not answer raises ``UsageError``, which names those that do.
"""

from symcause.api import baselines
from symcause.api.answer_scores import score_text
from symcause.api.canonical_forms import canonical
from symcause.api.certified_suites import generate_suite, verify_suite
from symcause.api.dispatch import answer_text, verify
from symcause.api.example_problems import example, examples
from symcause.api.loader import load, load_pool, problem, save
from symcause.api.publication import load_predictions, publish
from symcause.api.questions import (
    align,
    alternatives,
    audit,
    check,
    convert,
    count,
    disambiguate,
    generate,
    imec,
    next_experiments,
    play,
    render_prompt,
    score,
    separate,
    solve,
    space,
)
from symcause.api.renderings import read_rendering, render, theme, told
from symcause.api.schema_lookup import schema
from symcause.api.scores_object import Scores

__all__ = [
    "Scores",
    "align",
    "alternatives",
    "answer_text",
    "audit",
    "baselines",
    "canonical",
    "check",
    "convert",
    "count",
    "disambiguate",
    "example",
    "examples",
    "generate",
    "generate_suite",
    "imec",
    "load",
    "load_pool",
    "load_predictions",
    "next_experiments",
    "play",
    "problem",
    "publish",
    "read_rendering",
    "render",
    "render_prompt",
    "save",
    "schema",
    "score",
    "score_text",
    "separate",
    "solve",
    "space",
    "theme",
    "told",
    "verify",
    "verify_suite",
]
