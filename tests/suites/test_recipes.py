"""Recipes that will not do: every error names the key, its place, and what to do."""

from __future__ import annotations

import re

import pytest

from symcause.errors import ProblemError, SymcauseError
from symcause.suites.recipe.recipe_file import parse_recipe, recipe_named
from tests.suites.conftest import HERE

SMALL = (HERE / "small.toml").read_text("utf-8")
EVERY = (HERE / "every.toml").read_text("utf-8")

WRONG = [
    ('name = "test-small"', 'name = "Test"', "name: not a name"),
    ('version = "1.0.0"', 'version = "1"', "version: not a version .*1.0.0"),
    ("seed = 3", "sead = 3", "sead: unknown key; did you mean 'seed'"),
    ("seed = 3", 'seed = "3"', "seed: "),
    ("dev = 0.25", "dev = 0.5", "splits: the shares .* do not sum up to 1"),
    ("dev = 0.25", '"the dev" = 0.25', "splits: not the name of a split"),
    ("dev = 0.25", "dev = -0.25", "splits.dev: not a share"),
    ("seed = 3", 'seed = 3\ncanary = " "', "canary: an empty canary"),
    ("seed = 3", "seed = 3\nbounds = { balance = -1 }", "bounds.balance: below 0"),
    ("seed = 3", 'seed = 3\nabout = { name = "x" }', "about.name: said twice"),
    ("seed = 3", 'seed = 3\nabout = { licence = "x" }', "about: .*license"),
    ('family = "cpt"', 'family = "ctp"', r"part\[1\].family: .*did you mean 'cpt'"),
    ('family = "cpt"', 'family = "dag"', r"part\[1\].family: nothing generates"),
    ('family = "cpt"', "", r"part\[1\]: what it is made from .* renderings_of"),
    ('name = "queries"', 'name = "shapes"', r"part\[1\].name: two parts of one name"),
    ('name = "queries"', 'name = "../x"', r"part\[1\].name: not a name"),
    ('capability = "causal queries"', 'capability = " "', r"part\[1\].capability: nothing"),
    ("shapes = 3", "shape = 99", r"part\[0\].shape: unknown key; did you mean 'shapes'"),
    ("shapes = 3", "shapes = 99", r"part\[0\].shapes: .*at most 16"),
    ("shapes = 3", "shapes = []", r"part\[0\].shapes: no value"),
    ("shapes = 3", "seed = 3", r"part\[0\].seed: unknown key"),
    ("shapes = 3", 'shapes = "three"', r"part\[0\].shapes: "),
    ('level = "certified"', 'level = "certain"', r"part\[0\].level: .*original, certified"),
    ("pad = 1", 'pad = 1\nlatents = "shared"', r"part\[0\].latents: .* tell each other's"),
    ("pad = 1", 'pad = 1\nlatents = "separat"', r"part\[0\].latents: .*did you mean 'separate'"),
    ("statements = 2 }", 'statements = 2 }\nlatents = "shared"', r"part\[2\].latents: the two of"),
    ("problems = 4", "problems = 0", r"part\[0\].problems: not so many"),
    ("problems = 4", "", r"part\[0\].problems: missing"),
    ("shapes = 3", "shapes = [2, 3, 4, 5, 6]", r"part\[0\].problems: too few .*5 at least"),
    ("pad = 1", "pad = 1\ncap = true", r"part\[0\].cap: what is balanced"),
    ("statements = 2", "statement = 2", r"part\[2\].siblings.statement: .*did you mean"),
    ("statements = 2", "statements = 0", r"part\[2\].siblings.statements: not so many"),
    ("abstain = true", "abstain = true\nproblems = 4", r"part\[2\].problems: not for siblings"),
    ("abstain = true", "abstain = 1", r"part\[2\].abstain: "),
    ("abstain = true", "abstian = true", r"part\[2\].abstian: unknown key; did you mean"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_a_wrong_recipe_names_its_place(old: str, new: str, said: str) -> None:
    assert old in SMALL
    with pytest.raises(SymcauseError) as error:
        parse_recipe(SMALL.replace(old, new).encode(), "mine.toml")
    assert re.match(f"mine.toml: {said}", str(error.value)), str(error.value)


TEXTS = [
    ('"linear"]', '"crystals"]', r"part\[6\].renderings_of\[1\]: there is none"),
    (
        '"linear"]',
        '"statements"]',
        r"part\[6\].renderings_of: problems of statements have no texts",
    ),
    ('"farm"]', '"farmm"]', r"part\[6\].themes\[1\]: .*did you mean 'farm'"),
    ('"farm"]', '"neutral"]', r"part\[6\].themes\[1\]: named twice"),
    ('styles = ["story"]', 'styles = ["story"]\nlatents = "shared"', r"part\[6\].latents: texts"),
    ('styles = ["story"]', "styles = []", r"part\[6\].styles: none"),
    ('styles = ["story"]', 'styles = ["story"]\nstile = 1', r"part\[6\]\.?.*stile: unknown key"),
]


@pytest.mark.parametrize(("old", "new", "said"), TEXTS)
def test_texts_are_of_parts_and_in_themes_that_are_there(old: str, new: str, said: str) -> None:
    with pytest.raises(SymcauseError) as error:
        parse_recipe(EVERY.replace(old, new).encode(), "mine.toml")
    assert re.match(f"mine.toml: {said}", str(error.value)), str(error.value)


def test_what_is_no_recipe_is_said() -> None:
    for source, said in ((b"x = ", "not TOML"), (b"\xff", "not UTF-8"), (b"x = 1", "format|x: ")):
        with pytest.raises(ProblemError, match=said):
            parse_recipe(source)
    with pytest.raises(SymcauseError, match=r"no such recipe.*mini, full"):
        recipe_named("maxi")
