"""A small slice of the attack, always the same; ``make attack`` goes on for as long as one likes."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from attack.cases import Case, saved
from attack.corpus import problems_in
from attack.differential import COMPARISONS
from attack.faults import Outcome, Tally, judge
from attack.fuzz import Fuzzer
from attack.injection import PART, SCENARIOS, Disturber
from attack.mutations import MUTATIONS, damaged
from attack.rounds import PARTS, attack
from tests.amounts import amount
from tests.cli.cases import EXAMPLES


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory: pytest.TempPathFactory) -> Fuzzer:
    return Fuzzer(0, tmp_path_factory.mktemp("faults"), every=amount(9, 1))


@pytest.mark.parametrize("cases", [4, pytest.param(24, marks=pytest.mark.exhaustive)])
def test_damaged_files_find_no_fault(fuzzer: Fuzzer, cases: int) -> None:
    tally = Tally()
    for _ in range(cases):
        fuzzer.trial(tally)
    assert tally.faults == []
    assert sum(tally.tried.values()) == cases
    assert sum(tally.read.values()) >= cases / 2


def test_a_case_is_always_the_same(fuzzer: Fuzzer, tmp_path: Path) -> None:
    for number in range(60):
        assert fuzzer.case(number) == fuzzer.case(number)
    case = fuzzer.case(7)
    assert saved(case.save(tmp_path, "told", Outcome(2))) == case


def test_every_mutation_changes_something() -> None:
    text = json.dumps({"a": [1, 2, {"b": "X1"}], "c": {"d": None, "e": "(not X2)"}}).encode()
    for name, mutation in MUTATIONS.items():
        made = {mutation(random.Random(f"{name} {seed}"), text) for seed in range(20)}
        assert len(made - {text}) > 1, name
    assert {damaged(random.Random(seed), b"")[0] for seed in range(50)}


def test_half_of_the_damaged_problems_can_be_read(tmp_path: Path) -> None:
    """Otherwise what comes after the reader would see little of the attack."""
    seeds = [path for path in sorted(EXAMPLES.glob("*.json")) if problems_in(path)]
    assert len(seeds) > 10
    read = total = 0
    for number in range(amount(200, 400)):
        source = seeds[number % len(seeds)]
        path = tmp_path / source.name
        path.write_bytes(damaged(random.Random(number), source.read_bytes())[0])
        total += 1
        read += problems_in(path) > 0
    assert read >= 0.6 * total, f"{read} of {total}"


def test_cases_of_every_kind_are_made(fuzzer: Fuzzer) -> None:
    cases = [fuzzer.case(number) for number in range(400)]
    assert any("/dev/full" in case.arguments for case in cases)
    assert any("/dev/zero" in case.arguments for case in cases)
    swollen = [case for case in cases if "swollen" in case.origin]
    assert max(len(case.files[case.arguments[2]]) for case in swollen) > 1_000_000
    under = [case for case in cases if case.arguments[0] == "verify"]
    for option in ("--timeout", "--memory", "--as-stated"):
        assert any(option in case.arguments for case in under)


def test_the_table_says_how_many_were_read() -> None:
    tally = Tally()
    for _ in range(4):
        tally.note("damaged files", "`count`")
    tally.past("damaged files", "`count`")
    tally.note("disturbed runs", "a closed pipe")
    assert "| damaged files | `count` | 4 | 25% | 0 |" in tally.table()
    assert "| damaged files | all | 4 | 25% | |" in tally.table()
    assert "| disturbed runs | a closed pipe | 1 | – | 0 |" in tally.table()


@pytest.mark.parametrize(
    ("code", "out", "err", "told"),
    [
        (0, "{}\n", "", None),
        (2, "", "symcause: what is wrong\n", None),
        (2, "", "", "without a word"),
        (7, "", "", "exit code 7"),
        (None, "", "", "in time"),
        (1, "", "Traceback (most recent call last):\n", "traceback"),
        (2, "", "symcause: a fault of the program: KeyError\n", "fault of the program"),
        (0, "{}\nNaN\n", "", "no JSON"),
        (0, "{}\n{", "", "middle of a line"),
        (0, "\x1b[31m\n", "", "U+001B"),
    ],
)
def test_what_a_fault_is(code: int | None, out: str, err: str, told: str | None) -> None:
    found = judge(("count", "--json"), Outcome(code, out.encode(), err.encode()))
    assert found is None if told is None else found is not None and told in found


def test_commands_are_bounded(tmp_path: Path) -> None:
    outcome, told = Case(("count", "missing.json", "--json"), {}).tried()
    assert (outcome.code, told) == (2, None)
    assert judge((), Outcome(0, megabytes=5_000)) == "5000 MB of memory"


def test_a_disturbed_run_ends_like_any_other(tmp_path: Path) -> None:
    """One scenario of each kind is too slow here; the other tests of trust have the rest."""
    disturber = Disturber(0, tmp_path, tmp_path / "faults")
    tally = Tally()
    disturber.trial(tally)
    assert SCENARIOS[0][0].startswith("killed")
    assert tally.faults == [] and tally.tried[PART, SCENARIOS[0][0]] == 1


@pytest.mark.parametrize("name", COMPARISONS)
def test_engines_agree_with_listing(name: str) -> None:
    compared = 0
    for seed in range(6):
        times, told = COMPARISONS[name](random.Random(f"slice {seed} {name}"))
        assert told is None
        compared += times
    assert compared >= 6


def test_the_figures_are_a_table(tmp_path: Path) -> None:
    tally = attack(1, 0.5, tmp_path, ("compare",))
    lines = tally.table().splitlines()
    assert lines[0] == "| part | what | times | past the reader | faults |"
    assert lines[-1].startswith("| all | |") and lines[-1].endswith("| 0 |")
    assert set(PARTS) == {"fuzz", "read", "disturb", "compare", "write"}


def test_a_child_that_crashed_is_a_fault() -> None:
    """Code 3 and a whole document, but a stack overflowed in C code."""
    told = b'{"stopped": "the process died of SIGSEGV", "lost": true}\n'
    assert judge(("check",), Outcome(3, told)) is not None
    assert judge(("check",), Outcome(3, told), starved=True) is None
    assert judge(("check",), Outcome(3, told.replace(b"SEGV", b"KILL"))) is None
