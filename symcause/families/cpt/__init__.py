"""Causal queries on tables or on given probabilities (CLadder)."""

from symcause.registry import Family

_HERE = "symcause.families.cpt"

FAMILY = Family(
    name="cpt",
    title="table problems",
    problem=f"{_HERE}.problem.problem:CptProblem",
    formats={"symcause.cpt/1": f"{_HERE}.files.cpt_document:read_cpt"},
    writer=f"{_HERE}.files.cpt_document:write_cpt",
    schemas={"cpt": f"{_HERE}.files.cpt_document:CptDocument"},
)
