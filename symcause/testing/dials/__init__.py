"""A toy family: dials of several positions, some of which turn others; the evidence shows their positions.

What a family with a choice of parents has to write: a problem with its file, and a version space below
``TableVersionSpace``. Counting, listing, orders, edges and experiments are the engine's.
"""

from symcause.registry import BY_LISTING, Family, of_space

_HERE = "symcause.testing.dials"

FAMILY = Family(
    name="dials",
    title="dial problems",
    problem=f"{_HERE}.problem:DialProblem",
    formats={"toy.dials/1": f"{_HERE}.problem:read_dials"},
    writer=f"{_HERE}.problem:write_dials",
    schemas={"dials": f"{_HERE}.problem:DialDocument"},
    questions=of_space(),
    space=f"{_HERE}.space:DialSpace",
    model=f"{_HERE}.space:read_model",
    answer=f"{_HERE}.space:print_model",
    rules=BY_LISTING,
)
