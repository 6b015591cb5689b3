"""Odd answers, made by changing good ones: what the published scorer says of them, by a second scorer."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from symcause.families.boolean.release.files.record_reader import read_record
from symcause.families.boolean.scoring.check.checker import check
from tests.amounts import amount
from tests.formats.replayscm_cases import record
from tests.scoring.second_release import Task
from tests.scoring.test_released_words import said

GOLD = {"X3": "(and X1 X2)", "X4": "(not X3)"}
OTHER = {"X3": "X1", "X4": "(not X3)"}
LAYERS = [["X1", "X2"], ["X3", "X4"]]
VARIANTS = {"hidden": "ntopo", "ordered": "with_topological_order", "block": "partial_order"}

TEXTS: tuple[object, ...] = (
    *("(())", "(()", "()", "((X1))", "((and X1 X2))", ")", "X1)", "(not)", "(and)", "(foo X1)"),
    *("(and X1)", "(not X1 X2)", "(if X1 X2 X1)", "(", "(and X1 (", "(and", "X1 X2", "1", "(0)"),
    *("X1!", "(2)", "X3", "X4", "(not X4)", "(and Q9", "(and Q9 1)", "(and 1 Q9)", "Q9 X6", "(X1)"),
    *(" (and X1 X2) ", "(and X1\tX2)", "(and\nX1 X2)", "", "  ", "(xor X1 X2)", "(iff X1 X2 X1)"),
    *("(or X1 X2)", "X2", "(and X2 X1)", "(or (and X1 X2) X1)", "(AND X1 X2)", "x1", "(and X1 X2"),
    *(None, 7, 0.5, True, ["X1"], {"text": "X1"}),
)
EXPERIMENTS: tuple[object, ...] = (
    *(None, [], "do(X1=1)", {}, {"type": "soft"}, {"type": "hard_do"}),
    *({"type": " hard_do ", "assignments": {name: bit}} for name in ("X1", "X2") for bit in (0, 1)),
    *({"type": "hard_do", "assignments": {name: bit}} for name in ("X3", "Q") for bit in ("1", 2)),
    {"type": "hard_do", "assignments": {"X1": 1, "X2": 1}},
    {"assignments": {"X1": 1}},
)
SHOWN = {
    "rootAssignment": {"X1": 0, "X2": 0},
    "differences": [{"variable": "X3", "reference": 0, "alternative": 1}],
}
WITNESSES: tuple[object, ...] = (
    *(SHOWN, None, [], {}, {**SHOWN, "differences": []}, {**SHOWN, "rootAssignment": {"X1": 0}}),
    {**SHOWN, "rootAssignment": {"X1": 1, "X2": "0"}},
    {**SHOWN, "rootAssignment": {"X1": 0, "X2": 0, "foo": 1}},
    {**SHOWN, "rootAssignment": {"X1": 0, "X2": False, "foo": 2}},
    {**SHOWN, "differences": [{"variable": "X4"}, {"variable": "X3", "reference": "0", "alternative": 1}]},
)  # fmt: skip


def document(kind: str, variant: str) -> dict[str, Any]:
    task = {"roots": "CIND_A_SCM_ROOT_UNKNOWN", "alternative": "CIND_A_SCM_ALT_EXP"}
    found = record(
        task.get(kind, "CIND_A_SCM"),
        scmPromptVariant=VARIANTS[variant],
        topologicalLayers=LAYERS,
    )
    if kind == "alternative":
        pair = {"referenceMechanisms": GOLD, "referenceRole": "gold"}
        found["problem"]["goldAnswer"]["scmAltExp"] = pair
    return found


def second(kind: str, variant: str) -> Task:
    rows = tuple(dict(zip(("X1", "X2", "X3", "X4"), map(int, row))) for row in ("0001", "1110"))  # noqa: B905
    return Task(
        variables=("X1", "X2", "X3", "X4"),
        roots=("X2", "X1"),
        read=("X4", "X3"),
        order=("X2", "X1", "X3", "X4"),
        variant=variant,
        blocks=tuple(map(tuple, LAYERS)),
        operators=("not", "and", "or", "xor", "iff"),
        worlds=((frozenset(), rows),),
        hidden_roots=kind == "roots",
        reference=GOLD if kind == "alternative" else None,
    )


def answer(rng: Random, kind: str) -> dict[str, Any]:
    """A good answer, or one with a few faults."""
    mechanisms: dict[str, Any] = dict(rng.choice((GOLD, OTHER)))
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        name = rng.choice(("X3", "X3", "X4", "X1", "Q9"))
        if rng.random() < 0.2:
            mechanisms.pop(name, None)
        elif name in GOLD or rng.random() < 0.3:
            mechanisms[name] = rng.choice(TEXTS)
    found: dict[str, Any] = {"mechanisms": mechanisms}
    if rng.random() < 0.1:
        found["mechanisms"] = rng.choice(([], None, "see above", [mechanisms]))
    if kind == "roots":
        roots: tuple[object, ...] = (
            ["X1", "X2"],
            ["X1", "X3"],
            ["X1", "X1"],
            ["X1"],
            ["X1", "Q"],
            "X1",
        )
        found["roots"] = rng.choice((["X1", "X2"], rng.choice(roots)))
        if found["roots"] == ["X1", "X3"] and isinstance(found["mechanisms"], dict):
            found["mechanisms"] = {"X2": "(and X1 X3)", "X4": "(not X3)"}
    if kind == "alternative":
        found = {"alternative": found if rng.random() < 0.95 else found["mechanisms"]}
        found["experiment"] = rng.choice(EXPERIMENTS)
        found["witness"] = rng.choice(WITNESSES)
    if rng.random() < 0.2:
        found |= {"note": rng.choice(("so be it", 1, None)), "parents": ["X1"]}
    return found


def written(rng: Random, kind: str) -> str:
    """Answers in a text: alone, in prose, in each other, in a list, with what no JSON has."""
    text, other = (json.dumps(answer(rng, kind)) for _ in range(2))
    forms = (
        *(text, text, json.dumps(json.loads(text), indent=1), f" {text}\n"),
        *(f"So: {text}", f"{text} is it.", f"```json\n{text}\n```", f"{text} {other}"),
        *(f"First {other}, then {text}.", f"[{text}]", f"[{text}, {other}]", f"I say [{text}]"),
        *(f'{{"answer": {text}}}', f'Well: {{"answer": {text}, "mechanism": "X1"}}'),
        *(f'{{"draft": {text}, "mechanisms": {{}}}} or {other}', f"{{not json}} {text}"),
        *(text.replace("(", "(\n", 1), text.replace(" ", "\n", 3), text[:-1], text[1:], text * 2),
        *(
            text[:-1] + ', "note": "raw\nbreak"}',
            text.replace("}", ",}", 1),
            text.replace('"', "'"),
        ),
        *(text[:-1] + ', "x": NaN}', f"so {text[:-1]}, " + '"x": Infinity}'),
        *(text[:-1] + ', "mechanisms": {"X3": "X1"}}', f"\\text{{or}} {text}", f"{{{text}}}"),
        *("", "  ", "7", "null", '"text"', "[]", "{}", "no idea", "} {", "{", f"{other}}}"),
    )
    return text if rng.random() < 0.3 else rng.choice(forms)


KINDS = [
    *(("plain", variant) for variant in VARIANTS),
    *(("roots", variant) for variant in VARIANTS),
    *(("alternative", variant) for variant in VARIANTS),
]


@pytest.mark.parametrize(("kind", "variant"), KINDS)
def test_the_word_of_the_published_scorer(kind: str, variant: str) -> None:
    problem, task, rng = (
        read_record(document(kind, variant)),
        second(kind, variant),
        Random(f"{kind} {variant}"),
    )
    told: Counter[str | None] = Counter()
    for number in range(amount(40, 2_000)):
        text = written(rng, kind)
        part = check(problem, text).document().to_dict()["released"]
        found = part["correct"], part["message"], part["parse_error"]
        assert found == task.judge(text), (number, text)
        told[found[1]] += 1
    assert len(told) > 6 and told[None] >= (kind != "alternative"), told


def test_hidden_roots_and_an_order_that_nobody_was_shown() -> None:
    """The variant of the prompt decides what a mechanism may mention, there too; ours stays valid."""
    answer = json.dumps({"roots": ["X1", "X2"], "mechanisms": {"X3": "(not X4)", "X4": "(not X1)"}})
    task = "CIND_A_SCM_ROOT_UNKNOWN"
    cause = "Variable 'X4' is not allowed"
    told = (True, False, f"Mechanism parse failed for 'X3': {cause}", cause)
    for word in ("with_topological_order", "misspelt", ""):
        assert said(record(task, scmPromptVariant=word), answer) == told
    assert said(record(task), answer) == (True, True, None, None)
    blocks = {
        "scmPromptVariant": "partial_order",
        "topologicalLayers": [["X1", "X2"], ["X3", "X4"]],
    }
    assert said(record(task, **blocks), answer) == (True, True, None, None)
    later = [["X1", "X2"], ["X3"], ["X4"]]
    assert said(record(task, **{**blocks, "topologicalLayers": later}), answer) == told
    none = "Partial-order prompt variant requires valid topologicalLayers metadata"
    for layers in (None, [], [["X1", "X2"], ["X3"]], [["X1", "X2"], [], ["X3", "X4"]]):
        document = record(task, **{**blocks, "topologicalLayers": layers})
        assert said(document, answer) == (True, False, none, None)
