"""Prompts that admit abstentions tell how, and in which class of models the question is meant."""

from __future__ import annotations

import pytest

from symcause.audits.prompt import PromptDocument
from symcause.audits.question import answered, bound
from symcause.errors import UsageError
from symcause.families.boolean.generator.boolean_generator import BooleanGenerator
from symcause.formats.problems import read_document
from symcause.harnesses.static_tasks import items
from symcause.registry import family_of
from symcause.scoring.abstention_rule import SENTENCE
from tests.scoring.abstention_cases import OPEN, THREE, boolean, linear, shapeworld


def prompted(document: dict[str, object], **options: object) -> PromptDocument:
    problem = read_document(document)
    found = answered(bound("prompt", family_of(problem), options), problem)
    assert isinstance(found, PromptDocument)
    return found


@pytest.mark.parametrize("family", OPEN)
def test_the_sentence_is_there_if_it_is_asked_for(family: str) -> None:
    assert SENTENCE not in prompted(OPEN[family]).text
    assert prompted(OPEN[family], allow_abstain=True).text.count(SENTENCE) == 1


def test_the_class_is_told() -> None:
    bounded = prompted(boolean(*THREE), allow_abstain=True).text
    assert "Each mechanism depends on at most 2 variables." in bounded
    released = prompted(boolean(*THREE), allow_abstain=True, template="released").text
    assert "Each mechanism depends on at most 2 variables." in released
    free = boolean(*THREE)
    del free["max_parents"]
    assert "Each mechanism depends" not in prompted(free, allow_abstain=True).text
    ranged = linear() | {"bases": {"min": "0", "max": "100"}}
    assert "Every base is at least 0 and at most 100." in prompted(ranged, allow_abstain=True).text
    promised = shapeworld() | {"class": "rooted"}
    told = prompted(promised, allow_abstain=True)
    assert "No two shapes cause each other, and some shape causes all others." in told.text
    assert "1. hold square" in told.text  # the transcript, and the question
    assert told.to_dict()["template"] == "recorded"
    assert "1. hold square" in prompted(shapeworld()).text  # what there is to know is told
    assert "1. hold square" not in prompted(shapeworld(), template="basic").text
    basic = prompted(shapeworld(), allow_abstain=True, template="basic")
    assert "1. hold square" not in basic.text and SENTENCE in basic.text


def test_tasks_without_an_open_question_refuse_it() -> None:
    problem = boolean(*THREE) | {"reference": {"mechanisms": {"X3": "(or X1 X2)"}}}
    with pytest.raises(UsageError, match="does not apply"):
        prompted(problem, allow_abstain=True)


def test_harness_items_may_abstain() -> None:
    (item,) = items("replay", limit=1, allow_abstain=True)
    assert SENTENCE in item.prompt
    assert BooleanGenerator.name == "boolean"
    with pytest.raises(UsageError, match="cannot abstain"):
        items("alternative", limit=1, allow_abstain=True)
