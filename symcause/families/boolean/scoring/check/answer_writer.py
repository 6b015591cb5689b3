"""Answer writer: Boolean models, typed answers and mappings as the text that a system would give.

Scoring judges texts. What a programmer has at hand is written in the published shape first, so that there
is one way through the funnel.

>>> import symcause
>>> problem = symcause.boolean.problem([{"X1": 0, "X2": 1, "X3": 1}], roots=["X1", "X2"])
>>> answer_text(problem, {"X3": "(xor X1 X2)"})
'{"mechanisms": {"X3": "(xor X1 X2)"}}'
"""

from __future__ import annotations

import json
from collections.abc import Container, Mapping

from symcause.errors import KindError
from symcause.families.boolean.files.answer_documents import write_answer
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.mechanism_answers import AlternativeAnswer, Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.scoring.abstention_rule import CANNOT_TELL

_CLAIMS = {"alternative", "certification", CANNOT_TELL}


def answer_text(problem: BooleanProblem, answer: object) -> str:
    """The text of an answer. Raises KindError for what is none.

    *answer* is a model, a typed answer, an object in the published shape, or a mapping from variables to
    mechanisms. To an Alternative-SCM task a model alone is an alternative without claims.
    """
    if isinstance(answer, str):
        return answer
    if isinstance(answer, BooleanSCM):
        from symcause.families.boolean.space.member_answers import written

        return answer_text(problem, written(problem, answer))
    if isinstance(answer, AlternativeAnswer):
        value = write_answer(answer)
    elif isinstance(answer, Answer):
        value = _rooted(problem, write_answer(answer), answer.mechanisms)
    elif isinstance(answer, Mapping):
        value = _shaped(problem, answer)
    else:
        raise KindError(
            f"an answer is text, a mapping of mechanisms or a Boolean model, not {type(answer).__name__}"
        )
    if problem.is_alternative_task and "alternative" not in value:
        value = {"alternative": value}
    return json.dumps(value, ensure_ascii=False)


def _shaped(problem: BooleanProblem, answer: Mapping[object, object]) -> dict[str, object]:
    """A mapping in the published shape: as it is, or the mechanisms that it consists of."""
    value = {str(key): entry for key, entry in answer.items()}
    if isinstance(answer.get("mechanisms"), Mapping) or _CLAIMS & answer.keys():
        return value
    for name, text in value.items():
        if not isinstance(text, str):
            raise KindError(f"the mechanism of {name} is text, not {type(text).__name__}")
    return _rooted(problem, {"mechanisms": value}, value)


def _rooted(
    problem: BooleanProblem, value: dict[str, object], explained: Container[str]
) -> dict[str, object]:
    """The answer with its roots, where they are hidden: all variables that it does not explain."""
    if problem.disclosure.roots is not None or "roots" in value:
        return value
    return {**value, "roots": [name for name in problem.variables if name not in explained]}
