"""Bare directed acyclic graphs, known up to (interventional) Markov equivalence."""

from symcause.registry import Family, shared

_HERE = "symcause.families.dag"
_READER = f"{_HERE}.problem:graph_problem"

FAMILY = Family(
    name="dag",
    title="graphs",
    problem=f"{_HERE}.problem:GraphProblem",
    graphs=dict.fromkeys(("count", "next", "imec", "convert"), _READER),
    writer=f"{_HERE}.files:write_graph_document",
    exports={
        "edges": f"{_HERE}.files:as_edges",
        "csv": f"{_HERE}.files:as_matrix",
        "gml": f"{_HERE}.files:as_gml",
    },
    questions={
        name: f"{_HERE}.questions.{name}:{name.capitalize()}" for name in ("count", "next", "imec")
    }
    | shared("convert"),
    space=f"{_HERE}.space.opening:open_space",
    figure=f"{_HERE}.files:picture",
)
