"""Numbers that people read are computed a second time, plainly, from the document of the same command."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.cases import EXAMPLES, Shell
from tests.printed import near


def told(shell: Shell, *arguments: object) -> tuple[str, dict[str, Any]]:
    """What a person sees, and the document."""
    _, text, _ = shell(*arguments)
    _, document = shell.one(*arguments)
    return text, document


def cells(text: str, first: str, at: int = 0) -> list[str]:
    """The words of the first line, or another, that begins with this one."""
    return [line.split() for line in text.splitlines() if line.split()[:1] == [first]][at]


def profile(text: str, told: Iterable[dict[str, Any]]) -> None:
    """The table of how many models there are, class by class."""
    for row in told:
        ((kind, bound),) = ((key, row[key]) for key in ("max_parents", "max_ast") if key in row)
        word = "AST at most {0}" if kind == "max_ast" else "at most {0} parent"
        found = re.search(rf"^{word.format(bound)}s? +([\d,]+)( |$)", text, re.M)
        assert found is not None, row
        assert int(found[1].replace(",", "")) == row["count"]


@pytest.mark.parametrize("name", ["ambiguous", "unique", "corner", "hidden-roots"])
def test_the_audit_of_a_boolean_problem(shell: Shell, name: str) -> None:
    text, d = told(shell, "audit", EXAMPLES / f"{name}.json")
    number = re.search(r"(?:([\d,]+) models explain|Exactly (one) model explains)", text)
    assert number is not None
    assert (1 if number[2] else int(number[1].replace(",", ""))) == d["count"]
    wide = d["local_alternatives"][-1]["counts"]
    for variable, facts in d["variables"].items():
        if not facts["mechanisms"]:
            continue
        *_, support, scored, short, local, fits, status = cells(text, variable)
        seen = d["exposure"]["variables"][variable]["scored_cells"]
        numbers = [seen, d["shortcuts"][variable], wide[variable], facts["mechanisms"]]
        assert [int(one.replace(",", "")) for one in (scored, short, local, fits)] == numbers
        assert status == ("settled" if facts["mechanisms"] == 1 else "open")
        assert re.fullmatch(r"\d+\.\d%", support)
    profile(text, d["profile"])
    if "mean local coverage" in text:
        (share,) = re.findall(r"mean local coverage (\S+%)", text)
        assert near(share, d["support"]["mean_coverage"])
    if d["alternatives"]:
        changed, of = re.findall(r"(\d+) of (\d+) mechanisms? changed", text)[0]
        first = d["alternatives"][0]
        assert (int(changed), int(of)) == (len(first["changed"]), len(first["mechanisms"]))


@pytest.mark.parametrize("name", ["crystal", "episode"])
def test_the_audit_of_a_linear_problem(shell: Shell, name: str) -> None:
    text, d = told(shell, "audit", EXAMPLES / f"{name}.json")
    number = re.search(r"(?:([\d,]+) graphs explain|Exactly (one) graph explains)", text)
    assert number is not None and (1 if number[2] else int(number[1])) == d["count"] == d["graphs"]
    for words, status in (("in every graph", "always"), ("in some graphs", "open")):
        having = [edge for edge, known in d["edges"].items() if known == status]
        listed = re.search(rf"^ *{words}: (.*)$", text, re.M)
        assert (listed[1].split(", ") if listed else []) == having
    profile(text, d["profile"])
    (target,) = re.findall(r"its target is (\S+), entailed", text)
    assert target == d["target"]["low"] == d["target"]["high"]


def test_the_audit_of_a_world(shell: Shell) -> None:
    text, d = told(shell, "audit", EXAMPLES / "world.json")
    best = d["optimum"]
    (number,) = re.findall(r"some of the (\d+) relations", text)
    assert int(number) == d["count"]
    worst, mean, by_graphs, proof = re.findall(
        r"at worst: (\d+) interventions; on average: (\S+) \(by DAGs (\S+)\); shortest proof: (\d+)",
        text,
    )[0]
    assert (int(worst), int(proof)) == (best["worst_case"], best["shortest_proof"])
    assert near(mean, best["expected"]["relations"]) and "." in mean
    assert near(by_graphs, best["expected"]["graphs"]) and "." in by_graphs
    words = {"always": "yes", "never": "no", "open": "?"}
    *_, matrix = text.partition("What is known")
    for shape in d["shapes"]:
        shown = cells(matrix, shape, -1)[1:]
        known = [d["relations"].get(f"{shape}->{other}", "·") for other in d["shapes"]]
        assert shown == [words.get(one, one) for one in known]


def test_the_audit_of_statements(shell: Shell) -> None:
    text, d = told(shell, "audit", EXAMPLES / "statements.json")
    (number,) = re.findall(r"(\d+) DAGs fit", text)
    assert int(number) == d["count"] == d["holds_in"]
    for reading, verdict in d["readings"].items():
        assert cells(text, reading) == [reading, verdict]
    lines = [*(" -> ".join(e) for e in d["essential"]["directed"])]
    lines += [" -- ".join(e) for e in d["essential"]["undirected"]]
    assert [
        line.strip() for line in text.splitlines() if re.search(r"\w (->|--) \w", line)
    ] == lines


def test_the_audit_of_a_scenario(shell: Shell) -> None:
    text, d = told(shell, "audit", EXAMPLES / "boats.json")
    bound, best = re.findall(r"threshold of (\S+) can be reached \(best value (\S+)\)", text)[0]
    assert near(bound, d["threshold"]["value"]) and near(best, d["optimum"]["low"])
    (gap,) = re.findall(r"; gap (\S+) \(", text)
    assert near(gap, d["threshold"]["gap"]["low"])
    *_, without = text.partition("Without insight")
    for one in d["baselines"]:
        found = re.search(rf"^{re.escape(one['name'])} .*? (\d\.\d+) +(\d\.\d+) ", without, re.M)
        if one["win"] is not None and found is not None:
            assert near(found[1], one["low"]) and near(found[2], one["win"]["low"]), one["name"]
    *_, traps = text.partition("Traps")
    for name, trap in d["traps"].items():
        apart, effect = re.findall(r"-?\d\.\d{3}", " ".join(cells(traps, name)))
        assert near(apart, trap["association"]["low"]) and near(effect, trap["effect"]["low"])
    (pair,) = d["identifiable"]["pairs"]
    units, right, least = re.findall(r"optimum against default +(\d+) +(\S+) +(\d+)", text)[0]
    assert (int(units), int(least)) == (pair["n"], pair["least"]) and near(right, pair["p"])


def test_the_audit_of_given_numbers(shell: Shell) -> None:
    text, d = told(shell, "audit", EXAMPLES / "draft.json")
    low, high = re.findall(r"lies in \[(\S+), (\S+)\]", text)[0]
    assert (
        near(low, d["low"]) and near(high, d["high"]) and Fraction(d["low"]) < Fraction(d["high"])
    )


def test_the_counts_of_a_pool(shell: Shell) -> None:
    _, text, _ = shell("count", EXAMPLES / "pool.jsonl")
    _, documents = shell.json("count", EXAMPLES / "pool.jsonl")
    *lines, last = text.splitlines()
    shown = [re.match(r"(\S+): ([\d,]+) models? ", line) for line in lines]
    pairs = [(one[1], int(one[2].replace(",", ""))) for one in shown if one is not None]
    assert pairs == [(d["problem"], d["count"]) for d in documents]
    one = sum(d["count"] == 1 for d in documents)
    assert (
        last
        == f"{len(documents)} problems, {len(documents)} counted, {one} with exactly one explanation"
    )


def test_the_next_experiments(shell: Shell) -> None:
    text, d = told(shell, "next", EXAMPLES / "ambiguous.json")
    first = d["experiments"][0]
    (most, of) = re.findall(r"leaves at most (\d+) of (\d+) models", text)[0]
    assert (int(most), int(of)) == (first["worst"], d["count"])
    rows = re.findall(r"^do\((\w+)=(\d)\) +(\d+) +(\S+) +(\d+)$", text, re.M)
    assert len(rows) == len(d["experiments"])
    for (name, value, worst, expected, best), one in zip(rows, d["experiments"], strict=True):
        assert one["experiment"]["do"] == {name: int(value)}
        assert (int(worst), int(best)) == (one["worst"], one["best_case"])
        assert near(expected, one["expected"])
        assert one["best_case"] <= one["expected"] <= one["worst"] <= d["count"]


def test_the_next_actions_in_a_world(shell: Shell) -> None:
    text, d = told(shell, "next", EXAMPLES / "world.json")
    rows = re.findall(r"^(hold|move) (\w+) +(\d+) +(\S+) +(\d+)$", text, re.M)
    assert len(rows) == len(d["experiments"])
    for (action, shape, worst, expected, left), one in zip(rows, d["experiments"], strict=True):
        assert one["experiment"] == {"action": action, "shape": shape}
        assert (int(worst), int(left)) == (one["worst"], one["left"])
        assert near(expected, one["expected"])


def test_the_alternatives(shell: Shell) -> None:
    text, d = told(shell, "alternatives", EXAMPLES / "ambiguous.json")
    total, listed = re.findall(r"(\d+) other models explain .*; the nearest (\d+):", text)[0]
    assert (int(total), int(listed)) == (d["total"], len(d["alternatives"]))
    changed = re.findall(r"(\d+) of (\d+) mechanisms? changed", text)
    for (some, every), one in zip(changed, d["alternatives"], strict=True):
        assert (int(some), int(every)) == (len(one["changed"]), len(one["mechanisms"]))
        assert all(one["mechanisms"][v] != d["against"][v] for v in one["changed"])


def test_the_main_results_of_scores(shell: Shell) -> None:
    """Rates over all problems of a setting, those not answered among them as wrong."""
    pool, predictions = EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl"
    _, text, _ = shell("score", pool, predictions)
    _, documents = shell.json("score", pool, predictions)
    problems = [json.loads(line) for line in pool.read_text(encoding="utf-8").splitlines()]
    asked = [p for p in problems if "reference" not in p]  # which asks for another model
    setting_of = {p["id"]: p["setting"] for p in asked}
    cases = defaultdict(list)
    for one in documents:
        if "model" in one and one.get("problem") in setting_of:
            cases[setting_of[one["problem"]], one["model"]].append(one)
    number = Counter(setting_of.values())
    table = text.partition("\n\n")[0]
    seen = 0
    for (setting, model), given in cases.items():
        row = re.search(rf"^{setting} +{re.escape(model)} +(\d+) +(.*)$", table, re.M)
        assert row is not None and int(row[1]) == number[setting], (setting, model)
        coverage, valid, exact, world, *_ = row[2].split()
        n = number[setting]
        assert near(coverage, Fraction(len(given), n))
        assert near(valid, Fraction(sum(bool(one["valid"]) for one in given), n))
        assert near(exact, Fraction(sum(bool(one["train_exact"]) for one in given), n))
        assert near(world, sum(one["train_world_exact"] or 0 for one in given) / n)
        assert len({len(shown.partition(".")[2]) for shown in (coverage, valid, exact, world)}) == 1
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", ["pool", "labels", "percentages"])
def test_the_summary_of_a_pool(shell: Shell, name: str, tmp_path: Path) -> None:
    """Lines, shares and errata: how many problems have which verdict, and whose gold is wrong."""
    pool, errata = EXAMPLES / f"{name}.jsonl", tmp_path / "errata.jsonl"
    _, text, _ = shell("audit", pool, "--errata", errata)
    _, documents = shell.json("audit", pool)
    verdicts = Counter(d["verdict"] for d in documents)
    *_, summary = text.partition(f"\n{len(documents)} problems\n")
    assert summary, "the number of problems"
    rows = re.findall(r"^(\w+) +(\d+) +(\d+\.\d%)$", summary, re.M)
    assert {verdict: int(number) for verdict, number, _ in rows} == verdicts
    assert all(near(share, Fraction(int(number), len(documents))) for _, number, share in rows)
    for d in documents:
        (line,) = [
            one for one in text.splitlines() if re.match(rf"{re.escape(d['problem'])}( ·|:)", one)
        ]
        number = re.search(r"([\d,]+) models", line)
        assert number is None or int(number[1].replace(",", "")) == d["count"]
        assert d["verdict"] in line
    wrong = [d["problem"] for d in documents if d.get("gold_right") is False]
    lines = errata.read_text(encoding="utf-8").splitlines() if errata.exists() else []
    listed = [json.loads(line)["item"] for line in lines]
    assert set(wrong) <= set(listed) and len(listed) == len(set(listed))
    assert set(listed) <= {d["problem"] for d in documents}
    if name == "labels":  # of other families what is open is listed, too
        none = [d["problem"] for d in documents if d["verdict"] == "inconsistent"]
        assert set(listed) == {*wrong, *none}


def test_rounding_is_seen() -> None:
    assert near("33.3", 100 / 3) and near("33.3%", Fraction(1, 3)) and near("1,000", 1000)
    assert not near("33.4", 100 / 3) and not near("0.34", Fraction(1, 3))
