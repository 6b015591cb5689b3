"""Values by name: finite problems in nouns for variables and words for values, and answers read back."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from typing import Any

import pytest

import symcause
from symcause.errors import ProblemError, SymcauseError
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.scoring.answer_check import judged_model
from symcause.registry import family_of, load
from symcause.renderings.answer_names import answer_back
from symcause.renderings.prompt_answers import in_own_names
from symcause.renderings.rendered_problem import original, own_text, rendered_document
from symcause.renderings.rendered_text import Rendering, Source, digest_back, rendered
from symcause.renderings.rendering_files import read_rendering
from symcause.renderings.themes.library import STYLES, THEMES, style_named, theme_named
from symcause.renderings.themes.theme_file import parse_theme
from tests.finite.cases import answers, random_problem
from tests.finite.comparison import said
from tests.finite.test_against_listing import DEMO
from tests.finite.test_boolean_as_finite import as_finite, drawn
from tests.finite.wide_cases import SHAPES, wide_problem

Document = dict[str, Any]

JUDGED = (
    *(
        "valid",
        "stage",
        "train_exact",
        "train_world_exact",
        "heldout_exact",
        "in_class",
        "unique",
    ),
    *(
        "right",
        "parent_f1",
        "exact_parent_map",
        "accuracy",
        "gold_accuracy",
        "open",
        "abstained",
    ),
)
AUDITED = ("verdict", "count", "separable", "model_verdict", "settled")


@cache
def _problem(text: str) -> FiniteProblem:
    found = symcause.problem(json.loads(text))
    assert isinstance(found, FiniteProblem)
    return found


def _made(document: Document, seed: int) -> tuple[Source, Rendering, FiniteProblem]:
    """A problem in some theme and style, and the problem in the words of the theme."""
    rng = random.Random(seed)
    source = Source(_problem(json.dumps(document)))
    theme, style = theme_named(rng.choice(THEMES)), style_named(rng.choice(STYLES))
    made = rendered(source, theme, style, source.names(theme, "free", seed), seed)
    there = symcause.problem(rendered_document(source, made, f"{document['id']}__r"))
    assert isinstance(there, FiniteProblem)
    return source, made, there


def trip(document: Document, seed: int, texts: list[str]) -> None:
    """A problem to a text and back, its base, and answers both ways."""
    source, made, there = _made(document, seed)
    base = source.problem
    assert isinstance(base, FiniteProblem)
    assert own_text(there) == made.text
    read = read_rendering(made.text, [made.theme], [made.style])
    assert digest_back(read.told, source.wording, made.names.back) == source.digest
    known_by = family_of(base).digest
    assert known_by is not None
    digest = load(known_by)
    assert digest(original(there)) == digest(base) != digest(there)
    words = {v for one in there.domains for v in one.values if isinstance(v, str)}
    assert words <= set(made.theme.values)
    for ours, theirs in zip(base.domains, there.domains, strict=True):
        assert [v for v in ours.values if isinstance(v, int)] == [
            v for v in theirs.values if isinstance(v, int)
        ]
    for text in texts:
        named = answer_back(text, source.wording, made.names.given)
        back = answer_back(named, source.wording, made.names.back)
        assert back in (text, answer_back(text, source.wording, {}))
        assert answer_back(
            in_own_names(base, named, {base.id: made.to_dict()}), source.wording, {}
        ) == (answer_back(back, source.wording, {}))
        _same(said("check", document, text), symcause.check(there, named).to_dict(), JUDGED)
        try:
            value = json.loads(text)
        except ValueError:
            continue
        if isinstance(value, dict) and "mechanisms" in value:
            first = judged_model(base, value).model
            assert judged_model(base, json.loads(back)).model == first


def _same(ours: Document, theirs: Document, keys: tuple[str, ...]) -> None:
    assert {key: ours.get(key) for key in keys} == {key: theirs.get(key) for key in keys}


def members(document: Document) -> list[str]:
    found = said("solve", document, limit=3, everything=True).get("members", [])
    return [json.dumps({k: m[k] for k in ("roots", "mechanisms") if k in m}) for m in found]


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(500))
def test_boolean_problems_said_as_finite_ones(seed: int) -> None:
    document = as_finite(drawn(seed))
    try:
        symcause.problem(document)
    except SymcauseError:
        return
    trip(document, seed, [*members(document), '{"mechanisms": {}}', "nothing"])


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(9000, 9500))
def test_random_problems(seed: int) -> None:
    second = random_problem(seed)
    trip(dict(second.document), seed, answers(second, seed))
    _, _, there = _made(dict(second.document), seed)
    _same(said("audit", second.document), symcause.audit(there).to_dict(), AUDITED)


@pytest.mark.few(12)
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("shape", SHAPES)
def test_wide_problems(shape: str, seed: int) -> None:
    second = wide_problem(shape, seed)
    trip(dict(second.document), seed, answers(second, seed))


@pytest.mark.few(7)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("style", STYLES)
def test_every_theme_and_style(theme: str, style: str) -> None:
    for document in (DEMO, {**DEMO, "task": "model"}, _MIXED):
        source = Source(symcause.problem(document))
        chosen = theme_named(theme)
        names = source.names(chosen, "free", 4)
        for fillers in ((), (2, 0)):
            made = rendered(source, chosen, style_named(style), names, 4, fillers=fillers)
            assert not set(re.findall(r"\w+", made.text)) & {"low", "high", "off", "on"} - {"on"}


_MIXED: Document = {
    "format": "symcause.finite/1",
    "id": "mixed",
    "variables": [
        {"name": "A", "values": [-2, "a", 0]},
        {"name": "B", "values": ["none", "b"]},
        {"name": "C", "values": ["none", "b", 7]},
    ],
    "setting": "block-order",
    "roots": ["A"],
    "blocks": [["A"], ["B", "C"]],
    "class": {
        "min_parents": 1,
        "grammar": {
            "max_size": 7,
            "max_depth": 3,
            "constants": ["none", "b"],
            "operators": {
                "if": True,
                "eq": True,
                "first": {"arity": 2, "means": "(if (eq a none) strange a)"},
                "most": {"arity": "many", "means": "(at_least 2 ...)"},
                "never": {"arity": 3, "table": []},
            },
        },
        "variables": {"B": {"functions": ["threshold", "disjunctive"], "candidates": []}},
    },
    "worlds": [
        {"id": "w", "do": {"B": "b"}, "assigned": ["A"], "rows": [["a", "b", 7], [0, "b", None]]},
        {"id": "v", "do": {"B": "b"}, "rows": [["a", "b", 7]]},
    ],
    "queries": [
        {"id": 'odd "id": which value has B if A?', "of": "B"},
        {"id": "q", "edge": "A->C"},
        {"id": "r", "of": "C", "do": {"B": "none"}, "given": {"A": -2}},
        {"id": "s", "of": "C", "given": {"A": "a", "B": "b"}},
    ],
}


def test_words_of_meanings_and_parameters_are_kept_apart() -> None:
    _, made, there = _made(_MIXED, 1)
    operators = there.model_class.of(
        "C" if "C" in there.variables else made.names.nouns["C"]
    ).operators
    named = made.names.words
    assert set(named) == {"a", "b", "none", "strange"}
    meaning = _problem(json.dumps(_MIXED)).model_class.of("C").operators["first"].meaning
    assert meaning != operators["first"].meaning
    assert f"(if (eq a {named['none']}) {named['strange']} a)" in made.text


@pytest.mark.parametrize("style", STYLES)
def test_another_character_is_refused_or_other_evidence(style: str) -> None:
    for document in (DEMO, _MIXED):
        source = Source(symcause.problem(document))
        theme = theme_named("city")
        names = source.names(theme, "free", 2)
        made = rendered(source, theme, style_named(style), names, 2)
        rng = random.Random(style)
        for at in rng.sample(range(len(made.text)), 60):
            other = rng.choice([c for c in "01?abz \n.-,#" if c != made.text[at]])
            for text in (
                made.text[:at] + other + made.text[at + 1 :],
                made.text[:at] + made.text[at + 1 :],
            ):
                try:
                    read = read_rendering(text, [theme], [made.style])
                    found = digest_back(read.told, source.wording, names.back)
                except SymcauseError:
                    continue
                assert found != source.digest, text[at - 9 : at + 9]


def test_a_certificate_of_the_base_covers_its_renderings() -> None:
    document = {**DEMO, "id": "base"}
    base = symcause.problem(document)
    certificate = symcause.audit(base, certificate=True).certificate
    _, _, there = _made(document, 3)
    assert symcause.verify(original(there), certificate).accepted
    other = symcause.problem({**document, "worlds": document["worlds"][:1]})
    assert not symcause.verify(other, certificate).accepted


def test_words_that_a_reader_could_confuse_are_refused() -> None:
    from symcause.renderings.texts.frame import BUNDLED

    source = (BUNDLED / "themes" / "farm.toml").read_text(encoding="utf-8")
    for words, complaint in (
        ('["red", "reddish"]', "begins"),
        ('["mud"]', "not a word"),
        ('["two words"]', "not a word"),
        ('["yes"]', "not a word"),
    ):
        with pytest.raises(ProblemError, match=complaint):
            parse_theme(source.replace("[words]", f"values = {words}\n[words]", 1).encode())
    own = parse_theme(source.replace("[words]", 'values = ["up", "down"]\n[words]', 1).encode())
    assert own.values == ("up", "down")


def test_a_theme_with_too_few_words_says_so() -> None:
    many = {"name": "M", "values": [f"w{i}" for i in range(64)]}
    more = {"name": "N", "values": [f"x{i}" for i in range(64)]}
    document = {
        "format": "symcause.finite/1",
        "id": "many",
        "variables": [many, more],
        "setting": "hidden-order",
        "roots": ["M"],
        "class": {"functions": "any"},
        "worlds": [{"id": "w", "rows": [["w0", "x0"]]}],
    }
    with pytest.raises(SymcauseError, match="80 words for values, the problem 128"):
        Source(symcause.problem(document)).names(theme_named("farm"), "free", 0)
