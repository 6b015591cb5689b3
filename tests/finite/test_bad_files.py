"""Bad files of finite problems: every fault named with its place, and nothing that crashes."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import symcause
from symcause.errors import SymcauseError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.fingerprint import fingerprint
from symcause.formats.json_text import read_json
from tests.finite.data import cases, needs_data

DEMO: dict[str, Any] = {
    "format": "symcause.finite/1",
    "id": "demo",
    "variables": [
        {"name": "A", "values": [0, 1, 2]},
        {"name": "B", "values": ["low", "high"]},
        {"name": "C", "values": [0, 1, 2]},
        {"name": "L", "values": ["off", "on"]},
    ],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": {
        "max_parents": 2,
        "grammar": {
            "max_size": 6,
            "constants": [0, 1, 2, "off", "on"],
            "operators": {
                "plus": {"arity": 2, "means": "(mod (add a b) 3)"},
                "eq": True,
                "if": True,
                "flip": {"arity": 1, "table": [["off", "on"], ["on", "off"]]},
            },
        },
        "variables": {"L": {"functions": "any", "candidates": ["B", "C"]}},
    },
    "knowledge": {"forbid": ["L->C"]},
    "worlds": [
        {"id": "w0", "rows": [[0, "low", 1, "off"], [2, "high", 0, "on"]]},
        {"id": "w1", "do": {"C": 2}, "rows": [[1, "low", 2, "off"]]},
        {"id": "h0", "split": "heldout", "assigned": ["A"], "rows": [[1, "high", 2, None]]},
    ],
    "queries": [{"id": "q0", "do": {"C": 1}, "given": {"B": "low"}, "of": "L", "gold": "off"}],
    "gold": {"mechanisms": {"C": "(plus A 1)", "L": "(table B off on)"}},
    "metadata": {},
}


def refused(document: object) -> SymcauseError:
    with pytest.raises(SymcauseError) as error:
        read_finite(document, "bad.json")
    assert "\n" not in str(error.value)
    assert str(error.value).startswith("bad.json: ")
    return error.value


@needs_data
@pytest.mark.parametrize("case", cases("bad"), ids=lambda case: case["name"])
def test_bad_files_of_the_reference(case: dict[str, Any]) -> None:
    with pytest.raises(SymcauseError) as error:
        read_finite(read_json(case["text"], file="bad.json"), "bad.json")
    assert case["word"] in str(error.value)
    assert "JSON" in case["word"] or error.value.complaint.place == case["place"]


def changed(path: str, value: object) -> dict[str, Any]:
    """The example with another value at a place, whose keys are parted by slashes."""
    document = copy.deepcopy(DEMO)
    *above, last = [int(key) if key.isdigit() else key for key in path.split("/")]
    part: Any = document
    for key in above:
        part = part[key]
    if value is ...:
        del part[last]
    elif isinstance(part, list) and last == len(part):
        part.append(value)
    else:
        part[last] = value
    return document


OPERATORS = "class/grammar/operators"

FAULTS: list[tuple[str, object, str, str]] = [
    ("id", "", "id", "not an id"),
    ("id", 7, "id", "7"),
    ("id", "x" * 501, "id", "500"),
    ("variables/0", "A", "variables[0]", "no object"),
    ("variables/0/name", "2A", "variables[0].name", "'2A'"),
    ("variables/0/size", 3, "variables[0].size", "unknown key"),
    ("variables/0/values", 3, "variables[0].values", "no list"),
    ("variables/0/values/1", True, "variables[0].values[1]", "write 0 or 1"),
    ("variables/0/values/1", "1", "variables[0].values[1]", "without quotes"),
    ("variables/0/values/1", 1.0, "variables[0].values[1]", "without a point"),
    ("variables/0/values/1", None, "variables[0].values[1]", "null"),
    ("variables/0/values/1", 0, "variables[0].values[1]", "twice"),
    ("variables/0/values/1", "L", "variables[0].values[1]", "is a variable"),
    ("variables/0/values/1", "table", "variables[0].values[1]", "operator of the language"),
    ("variables/0/values/1", "yes", "variables[0].values[1]", "said of queries"),
    ("variables/0/values/1", "w" * 61, "variables[0].values[1]", "60"),
    ("variables/0/values", list(range(65)), "variables[0].values", "at most 64"),
    ("setting", "hidden-rots", "setting", "'hidden-roots'"),
    ("setting", "ordered", "order", "needs 'order'"),
    ("setting", ["ordered"], "setting", "no setting"),
    ("roots", ["A", "A"], "roots[1]", "twice"),
    ("roots", {"A": 1}, "roots", "no list"),
    ("knowledge/forbit", ["A->L"], "knowledge.forbit", "did you mean 'forbid'"),
    ("knowledge/signs", {"A->L": "+"}, "knowledge.signs", "unknown key"),
    ("knowledge/forbid", ["A->D"], "knowledge.forbid[0]", "'D'"),
    ("knowledge/forbid", ["A->A"], "knowledge.forbid[0]", "A->A"),
    ("knowledge/require", ["L->C"], "knowledge.require[0]", "forbidden"),
    ("knowledge/tiers", [["A"], ["B", "C"]], "knowledge.tiers", "L is in no tier"),
    ("knowledge/tiers", [["A"], ["B", "D"]], "knowledge.tiers[1][1]", "'D'"),
    ("class", 7, "class", "no object"),
    ("class", {"max_parents": 2}, "class", "neither"),
    ("class/max_parent", 2, "class.max_parent", "did you mean 'max_parents'"),
    ("class/max_parents", -1, "class.max_parents", "-1"),
    ("class/max_parents", True, "class.max_parents", "true"),
    ("class/variables/D", {}, "class.variables.D", "'D'"),
    ("class/variables/A", {}, "class.variables.A", "root"),
    ("class/variables/L/functions", "monoton", "class.variables.L.functions", "'monotone'"),
    ("class/variables/L/functions", [], "class.variables.L.functions", "no class"),
    ("class/variables/L/functions", ["any", "any"], "class.variables.L.functions[1]", "twice"),
    ("class/variables/L/candidates", ["D"], "class.variables.L.candidates[0]", "'D'"),
    ("class/grammar/max_size", ..., "class.grammar", "max_size"),
    ("class/grammar/max_depth", 0, "class.grammar.max_depth", "from 1 to 15"),
    ("class/grammar/constants", "all", "class.grammar.constants", "own"),
    ("class/grammar/constants/5", "dim", "class.grammar.constants[5]", "no value of any variable"),
    ("class/grammar/constants/5", 0, "class.grammar.constants[5]", "twice"),
    (f"{OPERATORS}/nand", True, "class.grammar.operators.nand", "'and'"),
    (f"{OPERATORS}/count", True, "class.grammar.operators.count", "cannot stand alone"),
    (f"{OPERATORS}/eq", False, "class.grammar.operators.eq", "false"),
    (f"{OPERATORS}/a", True, "class.grammar.operators.a", "'a'"),
    (f"{OPERATORS}/C", True, "class.grammar.operators.C", "variable"),
    (f"{OPERATORS}/off", True, "class.grammar.operators.off", "value"),
    (f"{OPERATORS}/plus/arity", "any", "class.grammar.operators.plus.arity", "'any'"),
    (f"{OPERATORS}/plus/arity", True, "class.grammar.operators.plus.arity", "true"),
    (f"{OPERATORS}/plus/arity", ..., "class.grammar.operators.plus", "arity"),
    (f"{OPERATORS}/plus/means", "(plus a b)", "class.grammar.operators.plus.means", "'plus'"),
    (f"{OPERATORS}/plus/means", "(add a ...)", "class.grammar.operators.plus.means", "..."),
    (f"{OPERATORS}/plus/means", 3, "class.grammar.operators.plus.means", "3"),
    (f"{OPERATORS}/flip/arity", "many", "class.grammar.operators.flip.arity", "fixed number"),
    (f"{OPERATORS}/flip/table/0/0", "min", "class.grammar.operators.flip.table[0][0]", "'min'"),
    (f"{OPERATORS}/flip/table/2", ["on", "on"], "class.grammar.operators.flip.table[2]", "another"),
    ("worlds", {}, "worlds", "no list"),
    ("worlds/0/rows", ..., "worlds[0]", "rows"),
    ("worlds/0/rows", [], "worlds[0].rows", "rows"),
    ("worlds/0/row", [], "worlds[0].row", "did you mean 'rows'"),
    ("worlds/0/split", "test", "worlds[0].split", "train"),
    ("worlds/0/id", 3, "worlds[0].id", "3"),
    ("worlds/0/rows/0", "0010", "worlds[0].rows[0]", "more than one character"),
    ("worlds/0/rows/0", 7, "worlds[0].rows[0]", "no row"),
    ("worlds/1/assigned", ["A", "C"], "worlds[1].assigned[1]", "do"),
    ("worlds/1/assigned", ["D"], "worlds[1].assigned[0]", "'D'"),
    ("worlds/1/do/D", 1, "worlds[1].do.D", "'D'"),
    ("worlds/0/units", ["one"], "worlds[0].units", "2 rows"),
    ("queries/0/of", ..., "queries[0]", "'of'"),
    ("queries/0/of", "C", "queries[0].of", "C is set"),
    ("queries/0/of", "B", "queries[0].of", "B is given"),
    ("queries/0/edge", "A->L", "queries[0].of", "edge"),
    ("queries/0/id", "", "queries[0].id", "''"),
    ("queries/0/gold", True, "queries[0].gold", "true"),
    ("task", "solve", "task", "'solve'"),
    ("gold/mechanisms/C", ..., "gold.mechanisms", "no mechanism for C"),
    ("gold/mechanisms/A", "0", "gold.mechanisms.A", "A is a root"),
    ("gold/mechanisms/D", "0", "gold.mechanisms.D", "'D'"),
    ("gold/roots", ["A"], "gold.roots", "A, B"),
    ("gold/order", ["A"], "gold.order", "unknown key"),
    ("metadata", 3, "metadata", "3"),
]


@pytest.mark.parametrize(("path", "value", "place", "word"), FAULTS)
def test_faults_are_named(path: str, value: object, place: str, word: str) -> None:
    error = refused(changed(path, value))
    assert error.complaint.place == place
    assert word in str(error)


def test_an_order_of_all_variables() -> None:
    ordered = DEMO | {"setting": "ordered"}
    assert refused(ordered | {"order": ["A", "B", "C"]}).complaint.place == "order"
    early = ordered | {"order": ["A", "B", "L", "C"], "knowledge": {"require": ["C->L"]}}
    assert refused(early).complaint.place == "knowledge.require[0]"
    blocks = DEMO | {"setting": "block-order", "blocks": [["A", "B"], ["C"], ["C", "L"]]}
    assert refused(blocks).complaint.place == "blocks"


def test_gold_names_hidden_roots() -> None:
    kept = copy.deepcopy(DEMO)
    hidden = {key: value for key, value in kept.items() if key not in ("roots", "knowledge")}
    hidden |= {"setting": "hidden-roots", "root_count": 2}
    assert refused(hidden).complaint.place == "gold.roots"
    del hidden["class"]["variables"]
    hidden["gold"] = {"roots": ["B"], "mechanisms": {}}
    assert refused(hidden).complaint.place == "gold.roots"
    assert "at most 3" in str(refused(hidden | {"root_count": 4}))


def test_a_scored_cell_is_needed() -> None:
    nothing = {"id": "w", "assigned": ["C", "L"], "rows": [[0, "low", 1, "off"]]}
    error = refused(DEMO | {"queries": [], "worlds": [nothing]})
    assert error.complaint.place == "worlds"
    assert read_finite(DEMO | {"worlds": [nothing]}).queries  # a question about the class alone
    assert read_finite(DEMO | {"worlds": []}).worlds == ()


def test_what_is_wrong_with_gold_is_a_verdict() -> None:
    for text in ("(add A 7)", "C", "L", "none" * 0 + "7", "(div 1 0)"):
        assert read_finite(changed("gold/mechanisms/C", text)).gold is not None


def mutations(document: object, rng: random.Random) -> object:
    """The document with one part taken out, exchanged, or put somewhere else."""
    parts = list(_parts(document))
    holder, key = rng.choice(parts)
    others: list[Any] = [
        None,
        True,
        0,
        -1,
        1.5,
        10**30,
        "",
        "A",
        "(",
        "(add 1",
        "...",
        [],
        {},
        [[]],
    ]
    match rng.randrange(4):
        case 0:
            del holder[key]
        case 1:
            holder[key] = rng.choice(others)
        case 2:
            there, where = rng.choice(parts)
            holder[key] = copy.deepcopy(there[where]) if _there(there, where) else None
        case 3:
            text = json.dumps(holder[key])
            at = rng.randrange(len(text))
            holder[key] = text[:at] + rng.choice("()[]{}\"'\\,.-0aA\n\x00é") + text[at + 1 :]
    return document


def _parts(part: Any) -> Iterator[tuple[Any, Any]]:
    keys = part if isinstance(part, dict) else range(len(part))
    for key in keys:
        yield part, key
        if isinstance(part[key], dict | list):
            yield from _parts(part[key])


def _there(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


@pytest.mark.parametrize("seed", range(20))
def test_mutations_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    others = [one["problem"] for name in ("worked", "pinned") for one in cases(name)]
    read = 0
    for _ in range(150):
        document: Any = copy.deepcopy(rng.choice([DEMO, *others]))
        for _ in range(rng.choice((1, 1, 2))):
            mutations(document, rng)
        try:
            fingerprint(read_finite(document, "bad.json"))
            read += 1
        except SymcauseError as error:
            assert "\n" not in str(error), document
            assert len(str(error)) < 600, document
    assert 0 < read < 140


def test_a_format_that_has_other_keys() -> None:
    with pytest.raises(SymcauseError) as error:
        symcause.problem(DEMO | {"format": "symcause.boolean/1"})
    assert error.value.complaint.place == "format"
    assert "'symcause.boolean/1'" in str(error.value)
    assert "symcause.finite/1" in str(error.value)
    both = {key: DEMO[key] for key in ("id", "variables", "setting", "roots")}
    with pytest.raises(SymcauseError) as error:
        symcause.problem(both | {"format": "symcause.boolean/1"})
    assert error.value.complaint.place != "format"


def test_a_circle_of_required_edges_is_told_whole() -> None:
    document = copy.deepcopy(DEMO)
    document["knowledge"] = {"require": ["C->L", "L->C"]}
    document["class"]["variables"]["L"]["candidates"] = ["B", "C"]
    said = str(refused(document))
    assert said.partition("circle: ")[2].startswith(("C->L, L->C", "L->C, C->L")), said
