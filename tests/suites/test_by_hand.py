"""What went wrong with benchmarks that were put together by hand cannot happen to a suite."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.publication.canonical_problem import canonical_gold, canonical_problem
from symcause.formats.problems import read_document
from symcause.suites.draws.suite_key import SuiteKey
from symcause.suites.recipe.bundled_recipes import BUNDLED
from symcause.suites.recipe.recipe_file import recipe_named
from symcause.suites.suite_builder import make_suite
from tests.suites.conftest import recipe
from tests.suites.damage import lines_of

Document = dict[str, Any]


def problems(folder: Path) -> Iterator[tuple[str, str, Document]]:
    """Part, split and document of every problem."""
    names = {one["id"]: one for one in lines_of(folder / "evaluator" / "ids.jsonl")}
    for path in sorted(folder.glob("evaluator/*/problems.jsonl")):
        for document in lines_of(path):
            name = names[document["metadata"]["published"]["id"]]
            yield name["part"], name["split"], document


def shared(folder: Path) -> dict[str, set[str]]:
    """By part, canonical forms that two splits have: texts of one problem are in one split, too."""
    splits: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for part, split, document in problems(folder):
        splits[part, canonical_problem(read_document(document)).digest].add(split)
    found: dict[str, set[str]] = {part: set() for part, _ in splits}
    for (part, digest), where in splits.items():
        if len(where) > 1:
            found[part].add(digest)
    return found


@pytest.mark.parametrize("name", ["small", "every"])
def test_nothing_of_one_split_is_in_another(name: str, request: pytest.FixtureRequest) -> None:
    found = shared(request.getfixturevalue(name))
    assert found and not any(found.values()), found


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", BUNDLED)
def test_nothing_of_one_split_of_a_bundled_suite_is_in_another(name: str, tmp_path: Path) -> None:
    make_suite(recipe_named(name), tmp_path / name, jobs=2)
    found = shared(tmp_path / name)
    assert len(found) == 8 and not any(found.values()), found


def test_settings_have_latents_of_their_own(every: Path) -> None:
    """A public problem with its order would tell the order of one without."""
    rows: list[set[str]] = []
    for part, _, document in problems(every):
        if part == "induction":
            rows.append({row for world in document["worlds"] for row in world["rows"]})
    latents = [d["metadata"]["latent"] for part, _, d in problems(every) if part == "induction"]
    assert len(rows) > 1 and len(set(latents)) == len(latents)
    assert all(one != other for i, one in enumerate(rows) for other in rows[:i])


def test_the_public_part_has_no_number_that_gold_is_made_from(every: Path) -> None:
    """Ids once held generator, seed and index, and with them gold was made again."""
    public = "\n".join(
        path.read_text() for path in (every / "public").rglob("*.jsonl") if path.is_file()
    )
    made = recipe("every")
    key = SuiteKey.of(made)
    for part in made.parts:
        for at, stratum in enumerate(part.strata):
            assert str(key.seed(part.name, stratum.name, str(at))) not in public
    for _, _, document in problems(every):
        assert document["id"] not in public


def test_a_secret_key_gives_other_gold(small: Path, tmp_path: Path) -> None:
    """With everything that is public, but for the key, gold is another one."""
    make_suite(recipe("small"), tmp_path / "private", secret=b"nobody knows this one")
    mine, theirs = (
        {
            (part, gold.digest if (gold := canonical_gold(read_document(d))) else d["id"])
            for part, _, d in problems(folder)
        }
        for folder in (small, tmp_path / "private")
    )
    ids = [{d["id"] for _, _, d in problems(f)} for f in (small, tmp_path / "private")]
    assert mine and theirs and not ids[0] & ids[1]
    seeds = [
        json.dumps([d["metadata"] for _, _, d in problems(f)])
        for f in (small, tmp_path / "private")
    ]
    assert seeds[0] != seeds[1]


def test_certificates_are_for_evaluators_alone(every: Path) -> None:
    public = "\n".join(
        path.read_text("utf-8")
        for path in (every / "public").rglob("*")
        if path.is_file() and path.suffix != ".html"
    )
    assert "symcause.certificate" not in public and '"gold"' not in public
    for path in every.glob("evaluator/*/certificates.jsonl"):
        for certificate in lines_of(path):
            for digest in re.findall(r"\b[0-9a-f]{64}\b", json.dumps(certificate)):
                assert digest not in public


def test_every_problem_names_its_latent_one(every: Path) -> None:
    for part, _, document in problems(every):
        known = document["metadata"]
        assert known.get("latent") or "sibling" in known or part == "scenarios", document["id"]
