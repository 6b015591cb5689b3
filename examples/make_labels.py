"""Items with stored answers, some of them wrong: ``python examples/make_labels.py FOLDER``.

``labels.jsonl`` has premises and hypotheses in the sentences of Corr2Cause, about gardens, harbours and the
like. Each premise is the list of independences of a DAG chosen here, but for one that no DAG has.
``percentages.jsonl`` has queries on small networks of which some probabilities are given in per cent.
"""

from __future__ import annotations

import json
import sys
from itertools import combinations
from pathlib import Path

from symcause.families.statements.models.separations import Graph, separations
from symcause.families.statements.problem.premise_sentences import write_premise
from symcause.families.statements.problem.problem import Hypothesis, Statement, StatementsProblem

LABELS = (
    (
        *("garden", "Sun>Heat Sun>Buds Heat>Buds Sun>Bees Heat>Bees Sun>Seeds Heat>Seeds"),
        *("There exists at least one collider (i.e., common effect) of Sun and Heat.", 0),
    ),
    ("harbour", "Storm>Delay Fog>Delay Delay>Queue", "Delay directly causes Queue.", 0),
    ("relay", "Ada>Ben Ben>Cleo", "Some variable(s) cause(s) both Ada and Cleo.", 1),
    (
        *("bakery", "Flour>Dough Yeast>Dough Dough>Crust Dough>Loaf Crust>Loaf Oven>Loaf"),
        *("Dough is a cause for Loaf, but not a direct one.", 0),
    ),
    ("meadow", "Rain>Mud Pump>Mud", "Rain directly causes Mud.", 1),
)
"""Name, edges, hypothesis and stored label."""

NOWHERE = StatementsProblem(
    "riddle",
    ("North", "East", "South"),
    (Statement("North", "South", ()), Statement("North", "South", ("East",))),
    Hypothesis("parent", ("North", "East")),
)
"""Three variables with two independences that no DAG has both of, and no other."""

CONFOUNDED = [["age", "dose"], ["age", "relief"], ["dose", "relief"]]
CROSSED = [
    *(["coach", "effort"], ["talent", "effort"], ["coach", "score"]),
    *(["talent", "score"], ["effort", "score"]),
]
INSTRUMENT = [["habit", "walks"], ["leaflet", "walks"], ["habit", "sleep"], ["walks", "sleep"]]

PERCENTAGES: tuple[tuple[str, object, dict[str, object], tuple[str, str, str], str], ...] = (
    (
        *("dosage", CONFOUNDED, {"P(dose)": "0.37", "P(relief|dose)": ["0.58", "0.31"]}),
        *(("marginal", "dose", "relief"), "yes"),
    ),
    (
        *("training", CROSSED, {"P(coach)": "0.62", "P(score|coach)": ["0.44", "0.53"]}),
        *(("marginal", "coach", "score"), "yes"),
    ),
    (
        *("treated", CONFOUNDED),
        {"P(age)": "0.3", "P(relief|age,dose)": [["0.2", "0.6"], ["0.7", "0.45"]]},
        *(("ett", "dose", "relief"), "no"),
    ),
    (
        *("practice", CROSSED),
        {
            "P(talent)": "0.7",
            "P(effort|coach,talent)": [["0.4", "0.2"], ["0.9", "0.6"]],
            "P(score|coach,effort)": [["0.5", "0.3"], ["0.55", "0.33"]],
        },
        *(("nde", "coach", "score"), "yes"),
    ),
    (
        *("leaflet", INSTRUMENT),
        {"P(sleep|leaflet)": ["0.55", "0.66"], "P(walks|leaflet)": ["0.48", "0.86"]},
        *(("ate", "walks", "sleep"), "yes"),
    ),
    (
        *("posters", INSTRUMENT),
        {"P(sleep|leaflet)": ["0.66", "0.96"], "P(walks|leaflet)": ["0.38", "0.02"]},
        *(("ate", "walks", "sleep"), "no"),
    ),
    (
        *("clinic", CONFOUNDED, {"P(dose)": "0.4", "P(relief|dose)": ["0.2", "0.8"]}),
        *(("ate", "dose", "relief"), "yes"),
    ),
)
"""Name, graph, given numbers, query and stored answer."""


def premise(name: str, edges: list[list[str]]) -> str:
    """All independences of a DAG in sentences."""
    names = tuple(dict.fromkeys(end for edge in edges for end in edge))
    size, place = len(names), {n: i for i, n in enumerate(names)}
    graph = Graph.of(size, [(place[a], place[b]) for a, b in edges])
    stated = tuple(
        Statement(names[x], names[y], tuple(names[v] for v in range(size) if z >> v & 1))
        for (x, y), sets in zip(combinations(range(size), 2), separations(graph), strict=True)
        for z in range(1 << size)
        if sets >> z & 1
    )
    return write_premise(
        StatementsProblem(name, names, stated, Hypothesis("parent", (names[0], names[1])))
    )


def labelled(name: str, told: str, hypothesis: str, label: int) -> dict[str, object]:
    return {"id": name, "input": f"Premise: {told}\nHypothesis: {hypothesis}", "label": label}


def main(folder: Path) -> None:
    items = [
        labelled(name, premise(name, [e.split(">") for e in edges.split()]), hypothesis, label)
        for name, edges, hypothesis, label in LABELS
    ]
    items.append(labelled("riddle", write_premise(NOWHERE), "North directly causes East.", 0))
    queries = [
        {
            "format": "symcause.cpt/1",
            "id": name,
            "edges": edges,
            "given": given,
            "rounding": "0.01",
            "query": dict(zip(("type", "treatment", "outcome"), query, strict=True)),
            "threshold": "0.005",
            "gold": gold,
            **({"unobserved": ["habit"]} if edges is INSTRUMENT else {}),
        }
        for name, edges, given, query, gold in PERCENTAGES
    ]
    for file, lines in (("labels.jsonl", items), ("percentages.jsonl", queries)):
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
