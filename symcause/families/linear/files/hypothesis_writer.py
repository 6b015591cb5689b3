"""The hypothesis writer of linear files: claimed edges and coefficients, as answers state them."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.models.exact_numbers import print_number
from symcause.models.hypotheses import Hypothesis


def write_hypothesis(hypothesis: Hypothesis) -> dict[str, object]:
    """A hypothesis in the published shape."""
    terms = " + ".join(["base", *_terms(hypothesis)])
    return {
        "edges": [{"from": cause, "to": effect} for cause, effect in hypothesis.edges],
        "freq_equation": None if hypothesis.equation is None else f"{hypothesis.target} = {terms}",
        "coefficients": {
            name: None if value is None else print_number(value)
            for name, value in hypothesis.coefficients
        },
    }


def _terms(hypothesis: Hypothesis) -> Iterator[str]:
    """The coefficients of the equation's parents, each with what it multiplies."""
    parents = () if hypothesis.equation is None else hypothesis.equation.parents
    multiplied = {f"c_{parent}": parent for parent in parents}
    multiplied |= {f"c_{parent}_1": f"{parent}^2" for parent in parents}
    multiplied |= {f"c_{parent}_2": parent for parent in parents}
    for name, _ in hypothesis.coefficients:
        if name in multiplied:
            yield f"{name}*{multiplied[name]}"
