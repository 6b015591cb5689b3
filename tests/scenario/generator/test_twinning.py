"""Twins that are looked for: the programme against others, worked files to the digit, and who wins them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy

from symcause.families.scenario.documents.question_documents import TwinPart
from symcause.families.scenario.episode.initial_evidence import opening
from symcause.families.scenario.episode.rules import ScenarioRules
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.generator.draft_templates import TEMPLATES
from symcause.families.scenario.generator.scenario_drafts import Kept, kept_draft
from symcause.families.scenario.generator.template_match import tables_of
from symcause.families.scenario.generator.twin_scenarios import Twin, twin_of
from symcause.families.scenario.generator.twin_search import Search
from symcause.families.scenario.problem.fingerprint import document_digest
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.questions.play import Play
from symcause.families.scenario.verifier.kernel import verify
from symcause.formats.json_text import read_json
from symcause.solvers.linear.bland_simplex import maximised
from tests.amounts import amount
from tests.cli.cases import Shell
from tests.scenario.cases import SLOW, data

MARGIN = Fraction(1, 50)
SURVIVORS_TWIN = "6ad904944d5830cfd23c72521bd961cc79458d44195405c098f1fbb76adb0c85"


def demo(name: str) -> dict[str, Any]:
    found: Any = read_json(data(f"generated/{name}.scenario.json").read_text())
    return dict(found)


# --- the programme ----------------------------------------------------------------------------------------


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(30))
def test_the_largest_value_is_that_of_another_solver(seed: int) -> None:
    rng = random.Random(seed)
    width, height = rng.randint(1, 4), rng.randint(2, 9)
    rows = [[Fraction(rng.randint(-5, 5)) for _ in range(width)] for _ in range(height)]
    bounds = [Fraction(rng.randint(0, 6), rng.randint(1, 3)) for _ in range(height)]
    goal = [Fraction(rng.randint(-3, 3)) for _ in range(width)]
    found = maximised(goal, rows, bounds)
    other = scipy.optimize.linprog(
        [-float(x) for x in goal],
        A_ub=np.array(rows, dtype=float),
        b_ub=[float(b) for b in bounds],
        bounds=(None, None),
    )
    assert (found is None) == (other.status == 3)
    if found is not None:
        value, point = found
        assert float(value) == pytest.approx(-other.fun, abs=1e-9)
        assert sum(a * b for a, b in zip(goal, point, strict=True)) == value
        for row, bound in zip(rows, bounds, strict=True):
            assert sum(a * b for a, b in zip(row, point, strict=True)) <= bound


def test_an_origin_outside_is_refused() -> None:
    with pytest.raises(ValueError, match="origin"):
        maximised([Fraction(1)], [[Fraction(1)]], [Fraction(-1)])


# --- worked files -----------------------------------------------------------------------------------------


def test_the_twin_of_the_worked_file_to_the_digit() -> None:
    found = twin_of(read_scenario(demo("demo-survivors")), MARGIN)
    assert isinstance(found, Twin)
    assert document_digest(found.document) == SURVIVORS_TWIN
    assert found.document == demo("demo-survivors-twin")
    assert found.part.active is not None
    assert (found.part.active.design, found.part.active.n) == ({"armour": 3}, 109)


def test_the_margin_of_the_worked_file() -> None:
    problem = read_scenario(demo("demo-assigned"))
    tables = tables_of(problem)
    assert tables is not None and problem.evaluate is not None
    assert next(Search(tables, problem.evaluate.threshold, MARGIN).twins()).margin == Fraction(
        3, 100
    )


def test_forms_are_known_by_what_they_say() -> None:
    """Spacing, decimals, names of zones and the number of records are free; nothing else is."""
    file = demo("demo-altitude")
    assert tables_of(read_scenario(file)) is not None
    other = json.loads(json.dumps(file).replace("3/5", " 0.6 ").replace("+case", " + case"))
    other["history"]["records"] = 70
    other["variables"][0]["draw"]["categorical"] = {"north": "1/2", "south": "1/2"}
    for place in (1, 3):
        text = other["variables"][place]["is"]
        other["variables"][place]["is"] = text.replace("a:", "north:").replace("b:", "south:")
    again = tables_of(read_scenario(other))
    assert again is not None and again.zones == ("north", "south")
    assert isinstance(twin_of(read_scenario(other), MARGIN), Twin)
    for change in ('"filter",2/5', '"filter",1/5'), ("shield/5", "shield/6"):
        changed = json.loads(json.dumps(file).replace(*(json.dumps(c)[1:-1] for c in change)))
        found = twin_of(read_scenario(changed), MARGIN)
        assert isinstance(found, TwinPart) and found.status == "unknown"


@pytest.mark.parametrize(("margin", "status"), [("0.1", "none"), ("0.14", "unknown")])
def test_no_twin_within_a_wide_margin(margin: str, status: str) -> None:
    """None with this margin; a scenario that has not the margin itself is beyond the search."""
    found = twin_of(read_scenario(demo("demo-altitude")), Fraction(margin))
    assert isinstance(found, TwinPart) and found.status == status


# --- commands ---------------------------------------------------------------------------------------------


def test_an_audit_looks_for_a_twin(capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell(capsys)
    path = str(data("generated/demo-survivors.scenario.json"))
    code, out, _ = shell("audit", path, "--json", "--twin")
    twin = json.loads(out)["identifiable"]["twin"]
    assert code == 0 and twin["status"] == "proven" and twin["file"] is None
    assert document_digest(twin["scenario"]) == SURVIVORS_TWIN
    other = read_scenario(twin["scenario"])
    checked = verify(read_scenario(demo("demo-survivors")), twin["certificate"], None, other)
    assert checked.accepted is True
    code, out, _ = shell("audit", str(data("toys/toy-altitude.scenario.json")), "--json", "--twin")
    assert json.loads(out)["identifiable"]["twin"]["status"] == "unknown"


def test_generated_twins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell(capsys)
    folder = tmp_path / "made"
    order = ("generate", "scenario", "--template", "assigned", "--twin", "--seed", "3")
    code, out, _ = shell(*order, "--count", "2", "--out", str(folder), "--json")
    assert code == 0 and len(list(folder.iterdir())) == 8
    for line in map(json.loads, out.splitlines()):
        twin = line["twin"]
        assert twin["status"] == "proven" and Fraction(twin["passive"]) < Fraction(55, 100)
        own, other = folder / line["file"], folder / twin["file"]
        code, out, _ = shell(
            "verify", str(own), str(folder / twin["certificate"]), "--twin", str(other)
        )
        assert code == 0 and out.startswith("accepted (twin)")
        code, out, _ = shell("separate", str(own), str(other), "--json")
        assert code == 0 and json.loads(out)["experiment"] == twin["active"]


def test_the_seed_draws_which_twin_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = Shell(capsys)
    names = ("demo-altitude", "demo-altitude-twin")
    one, two = (str(data(f"generated/{name}.scenario.json")) for name in names)
    first, second = (read_scenario(demo(name)) for name in names)
    drawn = Counter[bool]()
    for seed in range(40):
        truth = Play(twin=two, seed=seed).drawn(first)
        assert truth.id == first.id
        assert replace(truth, id="") in (replace(first, id=""), replace(second, id=""))
        drawn[truth.variables == first.variables] += 1
    assert min(drawn[True], drawn[False]) >= 10
    code, out, _ = shell("play", one, "--twin", two, "--agent", "passive", "--json")
    assert code == 1 and json.loads(out)["problem"] == "demo-altitude"
    other = str(data("generated/demo-assigned.scenario.json"))
    code, _, err = shell("play", one, "--twin", other, "--agent", "passive")
    assert code == 2 and "tables" in err


# --- who wins them ----------------------------------------------------------------------------------------


def pairs(count: int) -> Iterator[tuple[Kept, tuple[ScenarioProblem, ScenarioProblem]]]:
    """Generated twins, template by template."""
    for index in range(count):
        template = TEMPLATES[index % 3]
        found = kept_draft(template, 2 + index % 5, MARGIN, f"twins {index}", "x", twin=True)
        assert found.twin is not None
        yield found, (read_scenario(found.document), read_scenario(found.twin.document))


def passive_wins(truth: ScenarioProblem, seeds: range) -> int:
    won = 0
    for seed in seeds:
        play = Play(agent="passive", seed=seed)
        *_, document = play.answers(truth)
        won += bool(document.details["win"])
    return won


def active_wins(found: Kept, both: tuple[Any, Any], side: int, seeds: range) -> int:
    """An agent that knows both runs the experiment, then sends what is best in the one it names."""
    assert found.twin is not None
    tried = found.twin.part.active
    assert tried is not None
    design = {k: Fraction(v) if isinstance(v, int) else v for k, v in tried.design.items()}
    from symcause.families.scenario.verifier.finite_scenario import Finite
    from symcause.kernel.work import Work

    worth = [Finite(problem, Work()).value(design) for problem in both]
    more = worth.index(max(worth))
    won, rules = 0, ScenarioRules()
    for seed in seeds:
        episode = Play(seed=seed).episode(both[side])
        survived, left = 0, tried.n
        while left:
            seen = episode.act({"deploy": dict(tried.design), "count": min(left, 50)})
            assert seen.refused is None
            observed: Any = seen.to_dict()["observation"]
            survived += observed["survived"]
            left -= min(left, 50)
        named = more if survived >= tried.cut else 1 - more
        answer = {"design": dict(both[named].claims.optimum)}
        answer = {"design": {k: _plain(v) for k, v in answer["design"].items()}}
        details = rules.judged(both[side], episode.known, answer).details
        won += bool(details["win"])
    return won


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, Fraction) else value


def shown(truth: ScenarioProblem, seeds: range) -> Counter[Any]:
    """What histories show: designs and records, counted."""
    found: Counter[Any] = Counter()
    for seed in seeds:
        known = opening(truth, seed).trials
        assert known is not None
        for trial in known.history:
            design = tuple(sorted(trial.design.items()))
            for record in trial.records:
                found[design, tuple(sorted(record.values.items()))] += 1
            if truth.tells_number:
                found[design, "hidden"] += trial.count - len(trial.records)
    return found


def same_histories(both: tuple[ScenarioProblem, ScenarioProblem], seeds: int) -> float:
    """The p-value of a χ² test that both show the same."""
    first, second = shown(both[0], range(seeds)), shown(both[1], range(seeds, 2 * seeds))
    keys = [key for key in first | second if first[key] + second[key]]
    table = np.array([[side[key] for key in keys] for side in (first, second)])
    return 1.0 if len(keys) < 2 else float(scipy.stats.chi2_contingency(table).pvalue)


def enough(won: int, played: int, bound: float) -> bool:
    """Not above a bound by more than four standard errors."""
    return won / played <= bound + 4 * sqrt(bound * (1 - bound) / played)


def contest(count: int, seeds: int) -> dict[str, float]:
    """Twins, both sides: what a reader wins on the worse side, and what an experiment does."""
    readers, knowing, p_values = 0, [0, 0], []
    for found, both in pairs(count):
        assert found.twin is not None and found.twin.part.passive is not None
        won = [passive_wins(side, range(seeds)) for side in both]
        assert enough(min(won), seeds, float(Fraction(found.twin.part.passive)))
        readers += min(won)
        for side in (0, 1):
            knowing[side] += active_wins(found, both, side, range(seeds))
        p_values.append(same_histories(both, 2 * seeds))
    played = count * seeds
    assert min(knowing) / played >= 0.90
    assert min(p_values) >= 0.001
    return {
        "passive": readers / played,
        "first": knowing[0] / played,
        "second": knowing[1] / played,
    }


def test_experiments_win_what_readers_lose() -> None:
    contest(amount(1, 2), 5)


@SLOW
def test_a_hundred_twins() -> None:
    print(contest(100, 10))


@SLOW
def test_many_instances() -> None:
    for index in range(300):
        found = kept_draft(TEMPLATES[index % 3], 2 + index % 5, MARGIN, f"many {index}", "x")
        assert verify(read_scenario(found.document), found.certificate).accepted is True
    for found, both in pairs(100):
        assert found.twin is not None
        assert verify(both[0], found.twin.part.certificate, None, both[1]).accepted is True


# --- forgeries --------------------------------------------------------------------------------------------


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [leaf for key in value for leaf in _leaves(value[key], (*path, key))]
    return [path]


def forged(certificate: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A certificate of twins with one number changed."""
    found = deepcopy(certificate)
    paths = [p for p in _leaves(found["claim"]) if p not in (("name",), ("other", "id"))]
    path = rng.choice([p for p in paths if p != ("other", "sha256")])
    place = found["claim"]
    for step in path[:-1]:
        place = place[step]
    value = place[path[-1]]
    if isinstance(value, int):
        place[path[-1]] = value + rng.choice((-2, -1, 1, 2))
    else:
        try:
            place[path[-1]] = str(Fraction(value) + rng.choice((-1, 1)) * Fraction(1, 10**5))
        except ValueError:
            place[path[-1]] = rng.choice(("plain", "filter", "zone", "low", "high", "medium"))
    return found


def tampered(twins: int, each: int) -> int:
    """Changed certificates of twins; every one that says something else is refused."""
    rng, done = random.Random(11), 0
    for found, both in pairs(twins):
        assert found.twin is not None and found.twin.part.certificate is not None
        for _ in range(each):
            changed = forged(found.twin.part.certificate, rng)
            if changed != found.twin.part.certificate:
                done += 1
                told = verify(both[0], changed, None, both[1]).accepted
                lone = {
                    **changed["claim"],
                    "lambda": found.twin.part.certificate["claim"]["lambda"],
                }
                if told:  # a reader may be bounded with another share of the first twin
                    assert lone == found.twin.part.certificate["claim"]
    return done


def test_changed_certificates_of_twins_are_refused() -> None:
    twins = amount(1, 2)
    assert tampered(twins, 6) > 3 * twins


@SLOW
def test_many_changed_certificates_of_twins_are_refused() -> None:
    assert tampered(30, 20) >= 500
