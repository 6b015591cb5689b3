"""Yes-no answers: which texts state a yes or a no, and which deny one."""

from __future__ import annotations

import pytest

from symcause.families.cpt.audits.heard_answer import heard
from symcause.families.statements.scoring.answer_text import read_answer
from symcause.scoring.yes_no.yes_no_answers import read_yes_no

YES = (
    "yes",
    "Yes.",
    "**Yes**",
    "Yes, because there is no confounder.",
    "Yes, because N causes Z",
    "Yes because there is no confounder",
    "<think>no no no</think> Yes",
    '<think>{"answer": "no"}</think>\nYes',
    "There is no path.\n\nThe answer is yes",
    "No confounder is left; the answer is yes.",
    "The answer is yes, not no.",
    "It is not no: it is yes.",
    "Yes - since X causes Y",
    '{"answer": "yes"}',
    'No doubt: {"answer": "Yes."}',
    "- Yes",
    "Yes.\n\nIt would be wrong to say no.",
    "Can we deduce it? Yes!",
)
NO = (
    "no",
    "No, X does not cause Y.",
    "No it does not.",
    "No X does not cause Y.",
    "X does not cause Y, so the answer is no.",
    "X does not cause Y and the answer is **No**.",
    "The answer is no because X does not cause Y",
    "The answer is no, not yes.",
    "Yes?\n\nNo.",
    "We don’t see a path — the answer is no.",
    '{"answer": "no"}',
)
NEITHER = (
    "",
    "The answer is not yes",
    "not yes",
    "Not yes.",
    '{"answer": "not yes"}',
    'Yes. {"answer": "not yes"}',
    "I can't say yes",
    "I can’t say yes",
    "It would be wrong to say yes",
    "I would not answer yes",
    "I do not think that the answer is yes",
    "neither yes nor no",
    "yes or no",
    "yes/no",
    '"Yes" or "no"?',
    "Yes is not the answer.",
    "No idea.",
    "There is no way to say.",
    "There is no effect.",
    "perhaps",
    "maybe",
    "<think>yes</think>",
    "yesterday",
)


@pytest.mark.parametrize("text", [*YES, *NO, *NEITHER])
def test_what_a_text_states(text: str) -> None:
    said = True if text in YES else False if text in NO else None
    assert read_yes_no(text) is said
    assert read_answer(text) is said  # both families read alike
    assert heard(text) == (None if said is None else "yes" if said else "no")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1", True),
        ("0.", False),
        ("True", True),
        ("false.", False),
        ("0.3", None),
        ('{"answer": 1}', True),
    ],
)
def test_other_words_of_statements(text: str, said: bool | None) -> None:
    assert read_answer(text) is said
    assert heard(text) is None or text.startswith("{")


def test_long_texts_take_no_time() -> None:
    for part in ("yes ", "not yes ", "yes, ", "\n", " ", "<think>", "no no ", "- ", "'"):
        read_yes_no(part * 200_000)
