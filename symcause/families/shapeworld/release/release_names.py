"""Names of ShapeWorld release files: the system, structure and template that they tell.

Logs are called ``MODEL_STRUCTURE_TEMPLATE`` or, in older versions and cleaned transcripts,
``MODEL_STRUCTURE``; tables of results ``MODEL_TEMPLATE``, or ``MODEL`` in a folder whose name ends in the
template. Models and templates may hold ``_``: a log's name is cut at the last structure that ends the
name or is followed by a template, a table's before the longest template that it ends in.

>>> origin("logs/openai_gpt-4o_confounder.txt")
{'source': 'causallink', 'model': 'openai_gpt-4o', 'structure': 'confounder'}
>>> table_origin("results/some_model_cot_basic_limit_step.csv")
('some_model', 'cot_basic_limit_step')
"""

from __future__ import annotations

import re
from pathlib import PurePath

from symcause.families.shapeworld.problem.prompts import RELEASED

STRUCTURES = ("direct", "mediation", "confounder", "collider", "random")
"""The structures that the release's files are named after."""

_TEMPLATES = sorted((str(template) for template in RELEASED), key=len, reverse=True)
_LOG = re.compile(rf"(.+)_({'|'.join(STRUCTURES)})(?:_({'|'.join(_TEMPLATES)}))?")
_LOOSE = re.compile(rf"(.+)_({'|'.join(STRUCTURES)})(?![a-z])")  # a part of such a log, say


def origin(file: str) -> dict[str, object]:
    """The model, structure and template that the name of a log tells, where it does."""
    stem = PurePath(file).stem
    match = _LOG.fullmatch(stem) or _LOOSE.match(stem)
    known: dict[str, object] = {"source": "causallink"}
    if match is None:
        return known
    known |= {"model": match[1], "structure": match[2]}
    template = match[3] if match.re is _LOG else None
    return known if template is None else {**known, "template": template}


def table_origin(file: str) -> tuple[str, str | None]:
    """The model and the template of a table of results; the template may not be known."""
    path = PurePath(file)
    for template in _TEMPLATES:
        model = path.stem.removesuffix(f"_{template}")
        if model and model != path.stem:
            return model, template
    folder = path.parent.name
    log = _LOG.fullmatch(path.stem)
    return (
        path.stem if log is None else log[1],
        next((template for template in _TEMPLATES if folder.endswith(template)), None),
    )
