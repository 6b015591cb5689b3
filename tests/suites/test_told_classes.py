"""What is asked is what is certified: prompts of suites state the class that the certificates are about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.publication.published_problem import prompt_part
from symcause.audits.question import ask
from symcause.formats.problems import read_document
from tests.cli.cases import EXAMPLES
from tests.suites.damage import lines_of

Document = dict[str, Any]
STATEMENTS: Document = {
    "format": "symcause.statements/1",
    "id": "s",
    "variables": ["A", "B", "C"],
    "independent": [["A", "C", ["B"]]],
    "hypothesis": {"relation": "parent", "of": ["A", "B"]},
}


def example(name: str, **changed: object) -> Document:
    found: Document = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    return {**found, **changed}


def message(document: Document, **options: object) -> str:
    found: Any = ask("prompt", read_document(document), **options)
    return str(found.message)


CLASSES: dict[str, list[Document]] = {
    "boolean": [example("replay", max_parents=bound) for bound in (1, 2, 3, None)],
    "linear": [
        example("crystal"),
        example("crystal", max_parents=2),
        example("crystal", bases={"min": 0}),
        example("crystal", bases={"min": 0, "max": 900}),
        example("crystal", coefficients={"domain": "rational", "min_effect": "1/2"}),
        example("crystal", coefficients={"domain": "integer", "min": -2, "max": 2}),
    ],
    "shapeworld": [
        example("shapes", **{"class": name}) for name in ("all", "rooted", "listed", "hidden")
    ],
    "statements": [{**STATEMENTS, "complete": complete} for complete in (True, False)],
}
"""Problems that differ in their class alone: verdicts about them differ, so what is asked has to."""


@pytest.mark.parametrize("family", CLASSES)
@pytest.mark.parametrize("more", [{}, {"allow_abstain": True}])
def test_problems_of_different_classes_are_not_asked_alike(family: str, more: Document) -> None:
    told = [message(one, tell_class=True, **more) for one in CLASSES[family]]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("family", CLASSES)
def test_the_class_is_told_once(family: str) -> None:
    """Where a system may abstain, a part of the class was told before; never both."""
    for document in CLASSES[family]:
        lines = message(document, tell_class=True, allow_abstain=True).splitlines()
        told = [line for line in lines if line.startswith(("Each mechanism", "Every base", "Any"))]
        assert len(told) == len(set(told))
        assert set(message(document, allow_abstain=True).splitlines()) <= set(lines) | {
            "# If you cannot tell"
        }


def test_the_bound_of_parents_is_told_to_the_letter() -> None:
    told = [message(one, tell_class=True) for one in CLASSES["boolean"]]
    assert "Each mechanism depends on at most 1 variable.\n" in told[0]
    assert "Each mechanism depends on at most 3 variables.\n" in told[2]
    assert "A mechanism may depend on any number of variables." in told[3]
    released = message(CLASSES["boolean"][1], template="released", tell_class=True)
    assert "Each mechanism depends on at most 2 variables." in released


def test_a_minimum_effect_that_was_read_off_gold_is_told_where_it_is_asked_for() -> None:
    bound = {"domain": "rational", "min_effect": "1/2"}
    document = example("crystal", coefficients=bound, metadata={"class_source": "gold"})
    assert "at least 0.5" not in message(document)
    assert "Its size is at least 0.5." in message(document, tell_class=True)


def test_either_multiple_of_a_square_may_be_absent_where_0_is_no_multiple() -> None:
    document = example(
        "crystal", family="quadratic", coefficients={"domain": "integer", "min": 1, "max": 3}
    )
    told = message(document, tell_class=True)
    assert "at least one of its two multiples is not zero" in told
    assert "or 0 where one of the two is absent" in told
    assert "the multiple of p^2 is not zero" not in told


@pytest.mark.parametrize("name", ["small", "every"])
def test_prompts_of_suites_tell_the_class(name: str, request: pytest.FixtureRequest) -> None:
    folder: Path = request.getfixturevalue(name)
    records = {
        record["id"]: record["prompt"]
        for path in sorted(folder.glob("public/*/*.jsonl"))
        for record in lines_of(path)
    }
    seen = set()
    for path in sorted(folder.glob("evaluator/*/problems.jsonl")):
        for document in lines_of(path):
            asked = records[document["metadata"]["published"]["id"]]
            for sentence in sentences(document):
                assert sentence in asked, (document["id"], sentence)
                seen.add(document["format"].split("/")[0].split(".")[1])
    assert {"small": {"shapeworld", "statements"}}.get(
        name, {"boolean", "linear", "finite"}
    ) <= seen


def sentences(document: Document) -> list[str]:
    """What has to be read of the class of a problem, in its own words or in those of a theme."""
    kind, rendered = document["format"], "rendering" in document["metadata"]
    found = []
    if "boolean" in kind and "max_parents" in document:
        found.append(f"at most {document['max_parents']} ")
    if "linear" in kind and "max_parents" in document:
        most = document["max_parents"]
        found.append(f"at most {most} of" if rendered else f"more than {most} direct causes")
    if "linear" in kind and "bases" in document:
        low, high = document["bases"]["min"], document["bases"]["max"]
        said = f"between {low} and {high}." if rendered else f"at least {low} and at most {high}."
        found.append(said)
    elif "linear" in kind and not rendered:
        found += ["A base may be any number.", "causes nothing."]
    if "shapeworld" in kind and not rendered:
        found.append("No two shapes cause each other")
    if "statements" in kind:
        found.append("Any directed acyclic graph over exactly these variables is possible")
    if "finite" in kind:
        found.append("# Possible mechanisms")
    return found


def test_datasets_ask_as_before_unless_they_are_told_to() -> None:
    problem = read_document(CLASSES["boolean"][1])
    plain, told = prompt_part(problem), prompt_part(problem, tell_class=True)
    assert plain is not None and told is not None
    assert "at most 2 variables" not in json.dumps(plain)
    assert "at most 2 variables" in json.dumps(told)
