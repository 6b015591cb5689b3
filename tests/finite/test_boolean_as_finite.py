"""Boolean problems said as finite ones: every question has the same answer in both families."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.formats.pools.problem_writer import write_problem
from symcause.models.disclosure import Setting
from tests.boolean.brute import random_problem
from tests.finite.comparison import said

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EXAMPLE_FILES = ["ambiguous.json", "corner.json", "unique.json", "ordered.json", "block-order.json"]
EXAMPLE_FILES += ["hidden-order.json", "hidden-roots.json", "replay.json"]
SAME = ("valid", "stage", "strict_json", "train_exact", "train_world_exact", "heldout_exact")
SAME += ("heldout_world_exact", "parent_f1", "parent_shd", "exact_parent_map", "in_class", "unique")
SHARED = ("setting", "roots", "order", "blocks", "root_count", "knowledge", "metadata")

Document = dict[str, Any]


def as_finite(document: Document) -> Document:
    """The same problem over the values 0 and 1, with any functions."""
    told: Document = {"format": "symcause.finite/1", "id": document["id"]}
    told["variables"] = [{"name": n, "values": [0, 1]} for n in document["variables"]]
    told |= {key: document[key] for key in SHARED if key in document}
    told["class"] = {"functions": "any"}
    if document.get("max_parents") is not None:
        told["class"]["max_parents"] = document["max_parents"]
    told["worlds"] = [_world(document, w) for w in document["worlds"]]
    if document.get("gold"):
        gold = {k: v for k, v in document["gold"].items() if k in ("roots", "mechanisms")}
        gold["mechanisms"] = {n: worded(t) for n, t in gold["mechanisms"].items()}
        told["gold"] = gold
    return told


def worded(mechanism: str) -> str:
    return mechanism.replace("(iff ", "(eq ")


def _world(document: Document, world: Document) -> Document:
    told = {key: world[key] for key in ("id", "split", "rows", "units") if key in world}
    if world["mode"] == "constant":
        row = dict(zip(document["variables"], world["rows"][0], strict=True))
        told["do"] = {t: int(row[t]) for t in world["targets"]}
    elif world["mode"] == "assigned":
        told["assigned"] = world["targets"]
    return told


def mechanisms(model: BooleanSCM) -> dict[str, str]:
    lines = [line.split(" = ") for line in str(model).splitlines() if " = " in line]
    return {line[0]: line[1] for line in lines}


def drawn(seed: int) -> Document:
    """A random Boolean problem, some with gold, holes or knowledge."""
    rng = random.Random(seed)
    setting = rng.choice(list(Setting))
    problem, model = random_problem(rng, rng.choice([2, 3, 3]), setting, rng.choice([1, 2, 3]))
    document = json.loads(json.dumps(write_problem(problem)))
    document |= {"id": f"boolean-{seed}", "constants": True, "max_parents": rng.choice([1, 2, 2])}
    if rng.random() < 0.6:
        document["gold"] = {"roots": list(model.roots), "mechanisms": mechanisms(model)}
    names = document["variables"]
    if rng.random() < 0.3:
        for world in document["worlds"]:
            world["rows"] = [_holed(rng, names, world["targets"], row) for row in world["rows"]]
    if rng.random() < 0.3:
        cause, effect = rng.sample(names, 2)
        key = rng.choice(["require", "forbid", "forbid"])
        document["knowledge"] = {key: [f"{cause}->{effect}"]}
        if rng.random() < 0.3:
            cut = rng.randint(1, len(names) - 1)
            document["knowledge"] = {"tiers": [names[:cut], names[cut:]]}
    if "knowledge" in document or any("?" in r for w in document["worlds"] for r in w["rows"]):
        document["format"] = "symcause.boolean/2"
    return document  # type: ignore[no-any-return]


def _holed(rng: random.Random, names: list[str], targets: list[str], row: str) -> str:
    cells = zip(names, row, strict=True)
    return "".join("?" if n not in targets and rng.random() < 0.25 else c for n, c in cells)


def differences(document: Document) -> list[Any]:
    """What the two families say differently about one problem."""
    other = as_finite(document)
    try:
        symcause.problem(document)
    except symcause.SymcauseError:
        with pytest.raises(symcause.SymcauseError):
            symcause.problem(other)
        return []
    audits = said("audit", document), said("audit", other)
    pairs = [(key, *(a[key] for a in audits)) for key in ("verdict", "count", "separable")]
    if audits[0]["count"]:  # of no member the finite family says nothing
        pairs.append(("edges", *(a["edges"] for a in audits)))
    parents, both = ([p for p in a["profile"] if "max_parents" in p] for a in audits)
    common = {p["max_parents"] for p in parents} & {p["max_parents"] for p in both}
    assert common or not parents, document["id"]
    left, right = ([p for p in s if p["max_parents"] in common] for s in (parents, both))
    pairs.append(("profile", left, right))
    if audits[0]["variables"] is not None:
        counts = {n: v["mechanisms"] for n, v in audits[0]["variables"].items()}
        shown = {n: audits[1]["variables"][n] for n in counts}
        pairs.append(("variables", counts, shown))
    if _observed(document):
        pairs.append(("next", *(_experiments(d) for d in (document, other))))
    pairs += _answers(document, other)
    return [pair for pair in pairs if pair[1] != pair[2]]


def _observed(document: Document) -> bool:
    """Is an experiment the same in both families?

    Without an observation the contexts are others, and where roots are hidden the Boolean family counts the
    members that an outcome leaves, the finite one those that show it.
    """
    seen = [w for w in document["worlds"] if w["mode"] == "none" and w["split"] == "train"]
    whole = bool(seen) and not any("?" in row for row in seen[0]["rows"])
    return whole and document["setting"] != "hidden-roots"


def _experiments(document: Document) -> list[Any]:
    rows = said("next_experiments", document).get("experiments", [])
    keys = ("experiment", "worst", "expected", "outcomes", "settles")
    return [[row.get(key) for key in keys] for row in rows]


def _answers(document: Document, other: Document) -> list[Any]:
    """Members of the Boolean problem as answers to both, and what tells two of them apart."""
    members = said("solve", document, limit=4, everything=True).get("members", [])
    texts = []
    for member in members:
        plain = {"roots": member["roots"], "mechanisms": member["mechanisms"]}
        texts.append(json.dumps(plain))
    texts += ["{}", "nothing", '{"mechanisms": {}}']
    pairs = []
    for text in texts:
        ours, theirs = said("check", document, text), said("check", other, worded(text))
        pairs.append(
            (f"check {text}", [ours[key] for key in SAME], [theirs[key] for key in SAME]),
        )
    for first, second in pairwise(texts[: len(members)]):
        ours = said("separate", document, first, second)
        theirs = said("separate", other, worded(first), worded(second))
        pairs.append((f"separate {first} {second}", _separated(ours), _separated(theirs)))
    return pairs


def _separated(told: Document) -> list[Any]:
    keys = ("experiment", "pair_disagreement_rate", "cell_difference_rate", "witness")
    shown = [told.get(key) for key in keys]
    state = (told.get("witness") or {}).get("state")
    if isinstance(state, dict):  # by name in one family, in the order of the file in the other
        where = told["witness"]["possibleIn"]
        shown[-1] = {"state": list(state.values()), "possible_in": where}
    return shown


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(300))
def test_random_problems(seed: int) -> None:
    assert differences(drawn(seed)) == []


@pytest.mark.few(3)
@pytest.mark.parametrize("name", EXAMPLE_FILES)
def test_examples(name: str) -> None:
    path = EXAMPLES / name
    document = json.loads(path.read_text(encoding="utf-8"))
    assert differences(document) == []
