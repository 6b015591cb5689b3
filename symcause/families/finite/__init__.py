"""Finite worlds: variables of any finitely many values, mechanisms of a class that the file declares."""

from symcause.registry import Family, shared

_HERE = "symcause.families.finite"
_ASKED = ""

FAMILY = Family(
    name="finite",
    title="finite problems",
    problem=f"{_HERE}.problem.problem:FiniteProblem",
    formats={"symcause.finite/1": f"{_HERE}.files.document:read_finite"},
    writer=f"{_HERE}.files.document_writer:write_finite",
    schemas={
        "finite": f"{_HERE}.files.document_structs:FiniteDocument",
        "finite-class": f"{_HERE}.files.document_structs:ClassFileDocument",
    },
    questions={name: f"{_HERE}.questions.{name}:{name.capitalize()}" for name in _ASKED.split()}
    | shared("convert"),
    digest=f"{_HERE}.problem.fingerprint:fingerprint",
)
