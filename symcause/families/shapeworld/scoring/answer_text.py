"""Answer text: a ShapeWorld answer or world from Python as the text that a system would give.

>>> answer_text(None, True), answer_text(None, {"answer": "no"})
('{"answer": "yes"}', '{"answer": "no"}')
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from symcause.errors import KindError
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.problem import NO, YES
from symcause.models.dags import DAG

if TYPE_CHECKING:
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


def answer_text(problem: ShapeWorldProblem | None, answer: object) -> str:
    """The text of an answer, or of a world to compare with. Raises KindError for what is neither."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, bool):
        return json.dumps({"answer": YES if answer else NO})
    if isinstance(answer, Relation):
        return json.dumps({"edges": answer.covers}, ensure_ascii=False)
    if isinstance(answer, DAG):
        return json.dumps({"edges": answer.edges}, ensure_ascii=False)
    if isinstance(answer, Mapping):
        return json.dumps(dict(answer), ensure_ascii=False)
    raise KindError(f"an answer is yes or no, a mapping or a world, not {type(answer).__name__}")
