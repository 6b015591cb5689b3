"""Bare directed acyclic graphs, known up to (interventional) Markov equivalence."""

from symcause.registry import Family, shared

_HERE = "symcause.families.dag"
_READER = f"{_HERE}.problem:graph_problem"

FAMILY = Family(
    name="dag",
    title="graphs",
    problem=f"{_HERE}.problem:GraphProblem",
    graphs=dict.fromkeys(("count", "next", "imec", "separate"), _READER)
    | {"convert": f"{_HERE}.problem:drawn_problem", "audit": f"{_HERE}.problem:class_problem"},
    writer=f"{_HERE}.files:write_graph_document",
    sheet=f"{_HERE}.sheet:sheet_of",
    edited=f"{_HERE}.sheet:edited",
    exports={
        name: f"{_HERE}.files:as_{name.replace('-', '_')}"
        for name in ("edges", "csv", "gml", "dagitty", "tetrad", "causal-learn", "pcalg", "sif")
    },
    questions={
        name: f"{_HERE}.questions.{name}:{name.capitalize()}"
        for name in ("audit", "count", "separate", "next", "imec", "look")
    }
    | shared("convert"),
    space=f"{_HERE}.space.space_choice:open_space",
    structure=f"{_HERE}.canonical_structure:structure",
    figure=f"{_HERE}.files:picture",
    view=f"{_HERE}.report:view",
    drawing=f"{_HERE}.evidence_board:board",
    cards={"GraphProblem": f"{_HERE}.report:problem_card"},
)
