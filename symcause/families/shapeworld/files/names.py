"""What the name of a log tells: ``MODEL_STRUCTURE….txt`` names the model and the structure of its cases.

>>> origin("logs/openai_gpt-4o_confounder.txt")
{'source': 'causallink', 'model': 'openai_gpt-4o', 'structure': 'confounder'}
"""

from __future__ import annotations

import re
from pathlib import PurePath

STRUCTURES = ("direct", "mediation", "confounder", "random")
"""The structures that the release's files are named after."""

_NAME = re.compile(rf"(.+)_({'|'.join(STRUCTURES)})(?![a-z])")


def origin(file: str) -> dict[str, object]:
    """The model and structure that a file's name tells, where it does."""
    found = _NAME.match(PurePath(file).stem)
    known: dict[str, object] = {"source": "causallink"}
    return known if found is None else {**known, "model": found[1], "structure": found[2]}
