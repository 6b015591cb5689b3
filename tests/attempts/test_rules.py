"""Baselines that are rules: constant answers, and association taken for causation."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from click.testing import CliRunner

import symcause
from symcause.cli.main import cli
from symcause.errors import UsageError
from symcause.families.cpt.generator.cpt_generator import CptGenerator
from symcause.families.statements.generator.statements_generator import StatementsGenerator
from symcause.formats.problems import read_document
from symcause.registry import family, load

POOLS = {"statements": StatementsGenerator(seed=3), "cpt": CptGenerator(seed=3)}


def documents(name: str, number: int) -> list[dict[str, Any]]:
    made = (document for index in range(number) for document in POOLS[name].items(index))
    return list(islice(made, number))


def pool(name: str, number: int = 24) -> list[Any]:
    return [read_document(document) for document in documents(name, number)]


@pytest.mark.parametrize("name", POOLS)
def test_a_constant_answer_is_always_no(name: str) -> None:
    problems = pool(name)
    rows = symcause.baselines.solve(problems, "constant")
    assert {row["response"] for row in rows} == {"no"} and len(rows) == len(problems)
    assert all(not row["attempt"]["solved"] for row in rows), "it explains nothing"
    assert list(symcause.baselines.names(problems[0])) == ["constant", "association"]


def test_statements_are_answered_by_what_is_said_of_the_two() -> None:
    for problem in pool("statements"):
        (row,) = symcause.baselines.solve([problem], "association")
        asked = set(problem.hypothesis.of)
        said = [s for s in problem.independent if {s.first, s.second} == asked]
        if problem.hypothesis.relation == "collider":
            expected = any(not s.given for s in said)
        else:
            expected = not said
        assert row["response"] == ("yes" if expected else "no")


def test_effects_are_answered_by_the_association() -> None:
    """As whoever sees the whole distribution would, where the numbers given tell it."""
    for problem in pool("cpt", 40):
        (row,) = symcause.baselines.solve([problem], "association")
        network, query = problem.tables, problem.query
        if query.type not in ("ate", "ett", "nde", "nie", "correlation"):
            assert row["response"] == "no"
            continue
        high, low = (
            network.probability({query.outcome: 1}, {query.treatment: value}) for value in (1, 0)
        )
        told = {(term.event, term.given) for term, _ in problem.terms()}
        if all((((query.outcome, 1),), ((query.treatment, v),)) in told for v in (0, 1)):
            expected = high != low and (high > low) == problem.positive
            assert row["response"] == ("yes" if expected else "no"), problem.id


@pytest.mark.parametrize("name", POOLS)
def test_they_see_neither_gold_nor_tables_beyond_the_numbers(name: str) -> None:
    own = load(family(name).baselines)()  # type: ignore[arg-type]
    for problem in pool(name, 6):
        public = own.public(problem)
        assert public.gold is None and not public.metadata and public.id == "problem"


@pytest.mark.parametrize("name", POOLS)
def test_they_are_asked_by_name(name: str, tmp_path: Any) -> None:
    path = tmp_path / "pool.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in documents(name, 4)))
    done = CliRunner().invoke(cli, ["score", str(path), "--baseline", "constant", "--json"])
    *lines, _ = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 0, done.stderr
    assert [line["attempt"]["status"] for line in lines] == ["answered"] * 4
    with pytest.raises(UsageError, match="simplest does not apply to"):
        symcause.baselines.solve(pool(name, 1), "simplest")
