"""Boolean networks as .bnet, both ways, and SIF as candidates with signs."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest

import symcause
from symcause.errors import SymcauseError
from symcause.families.boolean.files import bnet
from symcause.families.boolean.files.bnet import network_document, sign_of
from symcause.formats.graph_notations.sif import read_sif, write_sif
from symcause.formats.graphs import candidates_of, read_parts
from symcause.grammar import parse
from tests.cli.cases import Shell

NETWORK = """\
# an acyclic network in the format of BoolNet
targets, factors
ligand, ligand
receptor, ligand & !decoy
kinase, receptor | (ligand & stress)
factor, !(kinase & !receptor)
on, 1
"""


@pytest.mark.few(15)
@pytest.mark.parametrize("seed", range(60))
def test_models_go_and_come_back(seed: int) -> None:
    """Any functions, of xor, iff and if as well."""
    rng = random.Random(seed)
    names = [f"X{i}" for i in range(1, 7)]
    tables = {}
    for i, name in enumerate(names[2:], start=2):
        parents = rng.sample(names[:i], rng.randint(1, min(3, i)))
        tables[name] = (parents, [rng.randint(0, 1) for _ in range(1 << len(parents))])
    model = symcause.boolean.model(tables, roots=names[:2])
    text = symcause.boolean.write_bnet(model)
    assert symcause.boolean.read_bnet(text) == model
    assert set(text) & set("^<>") == set()


def test_nested_operators_keep_their_meaning() -> None:
    model = symcause.boolean.model(
        {
            "D": "(xor A (not B) (iff A B C))",
            "E": "(if (or A B) (xor A C) (not (and B C)))",
            "F": "(not (xor A B))",
        }
    )
    assert symcause.boolean.read_bnet(symcause.boolean.write_bnet(model)) == model


def by_eval(rules: dict[str, str], state: dict[str, bool]) -> dict[str, bool]:
    """A network once more: Python's own reading of the rules of this test."""
    state = dict(state)
    while set(rules) - set(state):
        for name, rule in rules.items():
            words = rule.replace("!", " not ").replace("&", " and ").replace("|", " or ")
            if name not in state and all(
                w in state for w in words.replace("(", " ").replace(")", " ").split()
                if w not in ("not", "and", "or", "0", "1")
            ):  # fmt: skip
                state[name] = bool(eval(words, {}, state))
    return state


def test_rules_mean_what_they_say() -> None:
    rules = {
        "D": "!A & B | C",
        "E": "!(A | B) & C | A & !C",
        "F": "!!A",
        "G": "A | B & C | D",
        "H": "!A|!B&(C|!D)",
    }
    text = "".join(f"{name},{rule}\n" for name, rule in rules.items())
    model = symcause.boolean.read_bnet(text)
    for bits in product((0, 1), repeat=3):
        given = dict(zip("ABC", bits, strict=True))
        wanted = by_eval(rules, {name: bool(bit) for name, bit in given.items()})
        assert model.simulate(given) == {name: int(bit) for name, bit in wanted.items()}


def test_truth_in_words_is_a_constant_unless_a_variable_is_called_so() -> None:
    model = symcause.boolean.read_bnet("B, true\nC, A & !FALSE\nD, trueness")
    assert model.roots == ("A", "trueness") and model.simulate({"A": [0, 1], "trueness": 0}) == {
        **{"A": [0, 1], "trueness": [0, 0]},
        **{"B": [1, 1], "C": [0, 1], "D": [0, 0]},
    }
    assert symcause.boolean.read_bnet("true, true\nB, !true & True").functions.keys() == {"B"}


def test_a_network_is_a_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Gold, and what undisturbed observation shows: with a header or by its name alone."""
    shell, file = Shell(capsys), tmp_path / "net.bnet"
    for text in (NETWORK, "\n".join(NETWORK.splitlines()[2:])):
        file.write_text(text)
        code, document = shell.one("audit", file, "--max-parents", "3")
        assert (code, document["verdict"], document["separable"]) == (1, "ambiguous", True)
        problem = symcause.load(file, kind=symcause.BooleanProblem)
        assert problem.gold_scm is not None and problem.constants
        assert problem.gold_scm.roots == ("decoy", "ligand", "stress")
        assert len(problem.worlds[0].rows) == 8
    other = tmp_path / "net.txt"
    other.write_text("C, A & B\n")
    assert shell.one("count", other, "--format", "bnet")[0] == 0
    out = tmp_path / "again.bnet"
    assert shell("convert", file, "--to", "bnet", "--out", out)[0] == 0
    again = symcause.load(out, kind=symcause.BooleanProblem)
    assert again.gold_scm == problem.gold_scm
    assert shell("convert", file, "--to", "sif", "--out", tmp_path / "net.sif")[0] == 0
    read = read_parts((tmp_path / "net.sif").read_text(), form="sif")
    assert problem.gold_scm is not None and set(read.edges) == set(problem.gold_scm.edges)
    told = read.known["signs"]
    assert isinstance(told, dict)
    assert told["decoy->receptor"] == "-" and told["receptor->factor"] == "+"
    # Its own signs and edges as knowledge: gold is a member.
    _, known = shell.one("audit", file, "--candidates", tmp_path / "net.sif")
    assert known["verdict"] in ("ambiguous", "unique")
    assert known["class"]["knowledge"]["candidates"]


REFUSED = {
    "targets, factors\n": "no rule in it",
    "targets, factors, probabilities\nA, B, 0.5": "line 1: a probabilistic network",
    "A": "line 1: not a rule",
    "A,": "line 1: not a rule",
    "A, B\nA, C": "line 2: a second rule for this target",
    "A, B &": r"line 1: A: an operand is missing after '&' at column 4 .*; write target, factors",
    "A, B & !": r"line 1: A: an operand is missing after '!' at column 6",
    "A, B |\nB, C": r"line 1: A: an operand is missing after '[|]' at column 4",
    "A, B && C": "line 1: A: unknown operator '&&'",
    "A, B ^ C": "line 1: A: ",
    "A, __import__('os')": "line 1: A: ",
    "p-38, B": "line 1: not a name of a variable",
    "A, B\nB, A": "the mechanisms form a cycle: .*no feedback",
    "A, A & B": "cycle",
}


@pytest.mark.parametrize("text", REFUSED)
def test_refusals_name_the_line(text: str) -> None:
    with pytest.raises(SymcauseError, match=REFUSED[text]) as caught:
        symcause.boolean.read_bnet(text)
    assert "\n" not in str(caught.value)


def test_too_many_roots_are_too_many_rows() -> None:
    text = "A, " + " | ".join(f"R{i}" for i in range(11))
    assert len(symcause.boolean.read_bnet(text).roots) == 11
    with pytest.raises(SymcauseError, match="more than 10 roots"):
        network_document(text, "large")


def test_signs_are_those_of_the_tables() -> None:
    model = symcause.boolean.model({"D": "(A & !B) | (C ^ A)"})
    assert [sign_of(model, cause, "D") for cause in "ABC"] == [None, "-", None]


SIFS = {
    "A 1 B\nA -1 B": ([("A", "B")], {}),
    "A\tactivates\tB\tC": ([("A", "B"), ("A", "C")], {"A->B": "+", "A->C": "+"}),
    "A pp B\nC": ([("A", "B")], {}),
    "A 1 and1\nB -1 and1\nand1 -1 C": ([("A", "C"), ("B", "C")], {"A->C": "-", "B->C": "+"}),
    "A 1 and1\nand1 1 C\nA -1 C": ([("A", "C")], {}),
    "# first\n\nA 1 B\nB - C\n  # last": ([("A", "B"), ("B", "C")], {"A->B": "+", "B->C": "-"}),
    "A ACTIVATES B\nA inhibits C": ([("A", "B"), ("A", "C")], {"A->B": "+", "A->C": "-"}),
    "A b\t-1\tC\td e": ([("A b", "C"), ("A b", "d e")], {"A b->C": "-", "A b->d e": "-"}),
    "A pp and1\nB 1 and1\nAND1 1 C": ([("A", "C"), ("B", "C")], {"B->C": "+"}),
    "A 1 and1\nand1 1 C\nB 1 and2\nand2 -1 C": (
        [("A", "C"), ("B", "C")],
        {"A->C": "+", "B->C": "-"},
    ),
    "A -1 and1\nand1 1 C\nA -1 C": ([("A", "C")], {"A->C": "-"}),
}


@pytest.mark.parametrize("text", SIFS)
def test_interactions(text: str) -> None:
    edges, signs = SIFS[text]
    found = candidates_of(read_parts(text, form="sif"))
    assert (found["candidates"], found.get("signs", {})) == (edges, signs)


def test_interactions_written_and_read() -> None:
    nodes, edges = ["A", "B", "C", "D"], [("A", "B"), ("A", "C"), ("B", "C")]
    text = write_sif(nodes, edges, {("A", "B"): "+", ("B", "C"): "-"})
    assert text == "A\tactivates\tB\nA\tpp\tC\nB\tinhibits\tC\nD\n"
    read = read_sif(text)
    assert (read.edges, read.known) == (tuple(edges), {"signs": {"A->B": "+", "B->C": "-"}})
    assert set(read.nodes) == set(nodes)
    assert write_sif(["A b", "C"], [("A b", "C")], {}) == "A b\tpp\tC\n"


@pytest.mark.parametrize("name", ["and1", "AND22", "#A", "A\tB", " A", "A b"])
def test_names_that_interactions_cannot_have(name: str) -> None:
    """The last one only where it stands alone: blanks part names there."""
    with pytest.raises(SymcauseError, match="SIF has no way to write this name"):
        write_sif(["C", name, "D"], [("C", "D")], {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A activtes B", "line 1: an unknown relation.*activates"),
        ("A 1 B\n\nC 1 D\nA B", "line 4: not an interaction"),
        ("A B", "line 1: not an interaction"),
        ("A 1 A", "line 1: a node has an edge to itself"),
        ("A 1 and1\nand1 1 and2\nand2 1 B", "line 2: a gate that enters a gate"),
        ("# nothing", "it contains no interaction"),
    ],
)
def test_interactions_that_are_none(text: str, message: str) -> None:
    with pytest.raises(SymcauseError, match=message):
        read_parts(text, form="sif")


def test_sif_as_knowledge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"A": a, "B": b, "C": int(a and not b)} for a in (0, 1) for b in (0, 1) if a or not b]
    problem = symcause.boolean.problem(rows, roots=["A", "B"])
    file, sif = tmp_path / "p.json", tmp_path / "n.sif"
    symcause.save(problem, file)
    sif.write_text("A activates C\nB inhibits C\n")
    free = Shell(capsys).one("count", file)[1]["count"]
    for option in ("--candidates", "--knowledge"):
        _, document = Shell(capsys).one("count", file, option, sif)
        assert document["count"] == 1 < free
        told = {"candidates": ["A->C", "B->C"], "signs": {"A->C": "+", "B->C": "-"}}
        assert document["class"]["knowledge"] == told
    graph = tmp_path / "g.sif"
    graph.write_text("A activates B\nB activates C\n")
    assert Shell(capsys).one("imec", graph)[1]["size"] == 3
    assert json.loads(Shell(capsys)("convert", graph)[1])["nodes"][0] == {"id": "A"}


@pytest.mark.parametrize(
    ("mechanism", "factors"),
    [
        ("(and (not A) B)", "!A & B"),
        ("(or (and A B) (not C))", "(A & B) | !C"),
        ("(not (or A B))", "!(A | B)"),
        ("(not (not A))", "!!A"),
        ("(and A (or B (not (and C A))))", "A & (B | !(C & A))"),
    ],
)
def test_factors_have_the_brackets_that_they_need(mechanism: str, factors: str) -> None:
    assert bnet._spelled(parse(mechanism), "Y") == factors
