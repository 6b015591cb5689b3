"""A hostile certificate cannot keep the kernel busy: what it asks for is counted before it is done."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from symcause.families.boolean.problem.fingerprint import fingerprint as boolean_digest
from symcause.families.boolean.verifier.kernel import verify as verify_boolean
from symcause.families.linear.files.document_writer import fingerprint as linear_digest
from symcause.families.linear.verifier.kernel import verify as verify_linear
from symcause.formats.problems import read_document
from symcause.kernel.nodes import Beyond, Node, show
from symcause.kernel.rup import refutes
from symcause.kernel.verification import Verification
from symcause.kernel.work import Work

Document = dict[str, Any]
SECONDS = 1.0


def bounded(check: Callable[[Work], Verification]) -> Verification:
    """The word of the kernel, which has the steps of one second."""
    return check(Work(SECONDS))


def crystals(states: list[list[int]], coefficients: Document | None = None) -> Document:
    """Readings of variables that nobody controls."""
    names = [f"v{i}" for i in range(len(states[0]))]
    return {
        "format": "symcause.linear/1",
        "id": "crystals",
        "variables": names,
        "target": names[-1],
        "controllable": [],
        "family": "linear",
        "semantics": "set",
        "rounding": "0",
        "coefficients": coefficients or {"domain": "rational"},
        "records": [
            {"id": f"r{i}", "values": dict(zip(names, state, strict=True))}
            for i, state in enumerate(states)
        ],
    }


def about(document: Document, variables: list[Document], **claim: object) -> Verification:
    problem: Any = read_document(document)
    domain = dict(document["coefficients"])
    scope = {**domain, "semantics": "set", "target_may_cause": False, "max_parents": None}
    certificate = {
        "format": "symcause.certificate/1",
        "family": "linear",
        "problem": {"id": None, "sha256": linear_digest(problem)},
        "class": scope,
        "identity": "graph",
        "claim": claim,
        "evidence": {"variables": variables},
    }
    return bounded(lambda work: verify_linear(problem, certificate, work))


def test_a_sum_of_fractions_with_many_long_denominators_is_not_begun() -> None:
    rng = random.Random(3)
    document = crystals([[rng.randint(1, 99) for _ in range(3)] for _ in range(400)])
    rows = [[i, f"1/{rng.getrandbits(12_000) | 1}"] for i in range(399)]
    variables: list[Document] = [{"variable": f"v{i}"} for i in range(3)]
    variables[0]["inconsistent"] = [[2, rows]]
    answer = about(document, variables, name="inconsistent")
    assert answer.accepted is None
    assert "the products of a combination take more than" in answer.reason


def test_a_refutation_counts_once_however_often_it_stands_there() -> None:
    """Row j shows that v_j moves alone: no set of parents explains it."""
    size = 12
    states = [[1 + (i == j + 1) for j in range(size)] for i in range(size + 1)]
    everything = (1 << (size - 1)) - 1

    def evidence(useless: int) -> list[Document]:
        return [
            {
                "variable": f"v{j}",
                "inconsistent": [[0, [[j, 1]]]] * useless + [[everything & ~(1 << j), [[j, 1]]]],
            }
            for j in range(size)
        ]

    assert about(crystals(states), evidence(0), name="inconsistent").accepted
    answer = about(crystals(states), evidence(1_000), name="inconsistent")
    assert answer.accepted
    answer = about(crystals(states), evidence(40_000), name="inconsistent")
    assert answer.accepted is None


def test_different_refutations_of_many_sets_are_counted_before() -> None:
    size = 13
    states = [[1 + (i == j + 1) for j in range(size)] for i in range(size + 1)]
    subsets = [s for s in range(1 << (size - 1)) if not s & 1]
    variables: list[Document] = [{"variable": f"v{j}"} for j in range(size)]
    variables[0]["inconsistent"] = [[s, [[0, 1]]] for s in subsets]
    answer = about(crystals(states), variables, name="inconsistent")
    assert answer.accepted is None
    assert "the tests of sets against refutations take more than" in answer.reason


@pytest.mark.few(1)
@pytest.mark.parametrize("domain", ["rational", "integer"])
def test_products_of_rows_and_coefficients_are_counted(domain: str) -> None:
    size, rows = 11, 1_000
    integers = {"domain": "integer", "min": -3, "max": 3}
    document = crystals([[1] * size] * rows, integers if domain == "integer" else None)
    variables: list[Document] = []
    for j in range(size):
        sets = [s for s in range(1 << (size - 1)) if not s >> j & 1]
        said: Document = {"variable": f"v{j}"}
        if domain == "integer":
            said["counted"] = [[s, []] for s in sets]
        else:
            said["feasible"] = [[s, [1] * s.bit_count()] for s in sets]
        variables.append(said)
    claim = {"name": "count", "graphs": 1} | ({"models": 1} if domain == "integer" else {})
    answer = about(document, variables, **claim)
    assert answer.accepted is None
    assert "take more than the 6,000,000 steps" in answer.reason


def switches(size: int, setting: str = "hidden-order", worlds: int = 1, rows: int = 8) -> Document:
    rng = random.Random(5)
    names = [f"X{i + 1}" for i in range(size)]
    drawn = [["".join(rng.choices("01", k=size)) for _ in range(rows)] for _ in range(worlds)]
    disclosed = {"root_count": 8} if setting == "hidden-roots" else {"roots": names[:2]}
    return {
        "format": "symcause.boolean/1",
        "id": "switches",
        "variables": names,
        "setting": setting,
        **disclosed,
        "worlds": [{"id": f"w{i}", "split": "train", "rows": one} for i, one in enumerate(drawn)],
    }


NOTHING: Document = {"conflicts": [], "covered": []}
BOOLEAN: dict[str, tuple[Document, Document, Document, int]] = {
    "maximal sets": (
        switches(60),
        {"name": "inconsistent"},
        {"kind": "local", "variables": {f"X{i}": NOTHING for i in range(3, 61)}},
        4,
    ),
    "root sets": (
        switches(20, "hidden-roots", worlds=300),
        {"name": "inconsistent"},
        {"kind": "local", "variables": {}},
        1,
    ),
    "parent sets": (
        switches(20),
        {"name": "count", "count": 1},
        {"kind": "count", "root_sets": [{"roots": ["X1", "X2"], "components": []}]},
        7,
    ),
    "long tables": (
        switches(40),
        {"name": "count", "count": 1},
        {"kind": "count", "root_sets": [{"roots": ["X1", "X2"], "components": []}]},
        4,
    ),
}


@pytest.mark.parametrize("kind", BOOLEAN)
def test_sets_are_counted_before_they_are_listed(kind: str) -> None:
    document, claim, evidence, most = BOOLEAN[kind]
    problem: Any = read_document(document)
    certificate = {
        "format": "symcause.certificate/1",
        "problem": {"id": None, "sha256": boolean_digest(problem)},
        "setting": document["setting"],
        "class": {"max_parents": most, "max_ast": None, "max_depth": None, "source": "option"},
        "identity": "functions+roots",
        "claim": claim,
        "evidence": evidence,
    }
    answer = bounded(lambda work: verify_boolean(problem, certificate, work))
    assert answer.accepted is None
    assert "take more" in answer.reason and "the kernel has" in answer.reason


def test_literals_of_long_clauses_are_work_too() -> None:
    """Every visit of a clause looks for a literal to watch: there are thousands of them."""
    size = 3_000
    everything = tuple(range(1, size))
    clauses = [(*everything, size + k) for k in range(200)] + [(-i, i + 1) for i in range(1, size)]
    with pytest.raises(Beyond):
        refutes(size + 200, clauses, ["-1 " + f"{size} 0"] * 20_000, Work(SECONDS))


def test_a_proof_that_fills_the_memory() -> None:
    line = " ".join(map(str, range(1, 16_000))) + " 0"
    with pytest.raises(Beyond, match="more room than the kernel has in 20 MB"):
        refutes(20_000, [tuple(range(1, 16_000))], [line] * 2_000, Work(megabytes=20))


def test_places_are_made_when_they_are_asked_for() -> None:
    node = Node({"a": [[1], ["x"]]}).fields("a")["a"].items()[1].items()[0]
    assert node.place == "a[1][0]"
    assert str(node.fail("not an integer")) == "a[1][0]: not an integer (got 'x')"


def test_numbers_of_more_than_200_bits_are_not_spelled_out() -> None:
    assert show((1 << 200) - 1) == str((1 << 200) - 1)
    assert show(1 << 200) == "a number of 201 bits"
