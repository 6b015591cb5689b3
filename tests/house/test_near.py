"""The nearest tests of a change: its own first, the same for the same files, few of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.near.nearest_tests import HOUSE, IN_ALL, OF_FOLDER, OF_ONE, NearestTests

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def nearest() -> NearestTests:
    return NearestTests(PROJECT)


def modules(nearest: NearestTests, *changed: str) -> list[str]:
    return [test.module for test in nearest.of(changed)]


def test_a_changed_test_is_run_and_what_holds_for_every_module(nearest: NearestTests) -> None:
    own = "tests/solvers/test_acyclic.py"
    assert modules(nearest, own) == [own, *HOUSE]
    assert all((PROJECT / module).exists() for module in HOUSE)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("symcause/solvers/acyclic/choice_weight.py", "tests/solvers/test_acyclic.py"),
        ("symcause/families/cpt/verifier/separation_proof.py", "tests/cpt/test_forgeries.py"),
        ("symcause/mechanisms/value_lanes.py", "tests/mechanisms/test_value_lanes.py"),
        ("symcause/processes/child_setup.py", "tests/solvers/test_held_interrupts.py"),
        ("tests/cpt/forgery_table.py", "tests/cpt/test_forgeries.py"),
    ],
)
def test_the_test_that_is_about_a_module_is_near(
    nearest: NearestTests, changed: str, expected: str
) -> None:
    near = modules(nearest, changed)
    assert expected in near and len(near) <= OF_ONE + len(HOUSE)


def test_a_shared_layer_is_tried_in_several_folders(nearest: NearestTests) -> None:
    near = [m for m in modules(nearest, "symcause/budgets.py") if m not in HOUSE]
    folders = [Path(module).parts[1] for module in near]
    assert max(map(folders.count, folders)) <= OF_FOLDER


def test_many_files_make_no_long_run(nearest: NearestTests) -> None:
    changed = [p.relative_to(PROJECT).as_posix() for p in (PROJECT / "symcause").rglob("*.py")]
    near = modules(nearest, *changed)
    assert len(near) == len(set(near)) <= IN_ALL + len(HOUSE)
    assert near == modules(nearest, *reversed(changed))


def test_what_nobody_names_has_no_tests(nearest: NearestTests) -> None:
    assert modules(nearest, "-".join(("a", "page", "apart.md"))) == []


def test_a_module_beside_the_package_has_tests(nearest: NearestTests) -> None:
    near = modules(nearest, "symcause_episodes.py")
    assert set(HOUSE) < set(near) and len(near) <= OF_ONE + len(HOUSE)
