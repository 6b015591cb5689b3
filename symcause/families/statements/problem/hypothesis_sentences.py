"""Hypothesis sentences: how benchmarks put a causal relation into words, read and written.

The released generator draws one of several sentences for the same label, so all its sentences are read in
the reading ``path``; of those, the sentence "… but not a direct one" says more by itself (``strict``).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from symcause.errors import ProblemError
from symcause.families.statements.bounds import KEPT_HYPOTHESES
from symcause.families.statements.models.relations import PATH
from symcause.families.statements.problem.problem import Hypothesis


class _Form(NamedTuple):
    """A sentence with places for *x* and *y*, and what it means."""

    text: str
    relation: str
    reading: str = PATH
    by_itself: str | None = None  # the reading that the sentence alone would have

    @property
    def pattern(self) -> re.Pattern[str]:
        text = re.escape(self.text)
        return re.compile(text.replace(r"\{x\}", r"(?P<x>\S+)").replace(r"\{y\}", r"(?P<y>\S+)"))


_SOME = "There exists at least one"
_FORMS = (
    _Form("{x} directly causes {y}.", "parent"),
    _Form("{x} directly affects {y}.", "parent"),
    _Form("{x} is directly affected by {y}.", "child"),
    _Form("{x} causes something else which causes {y}.", "ancestor"),
    _Form("{x} is a cause for {y}, but not a direct one.", "ancestor", PATH, "strict"),
    _Form("{x} influences {y} through some mediator(s).", "ancestor"),
    _Form("{x} influences {y} through some mediator(s) but not directly.", "ancestor", "strict"),
    _Form(f"{_SOME} collider (i.e., common effect) of {{x}} and {{y}}.", "collider"),
    _Form("{x} and {y} together cause some other variable(s).", "collider"),
    _Form(f"{_SOME} collider (i.e., a common child) of {{x}} and {{y}}.", "collider", "direct"),
    _Form(f"{_SOME} confounder (i.e., common cause) of {{x}} and {{y}}.", "confounder"),
    _Form("Some variable(s) cause(s) both {x} and {y}.", "confounder"),
    _Form(
        f"{_SOME} confounder (i.e., a common parent) of {{x}} and {{y}}.", "confounder", "direct"
    ),
)
_OWN = (
    _Form("{x} is directly or indirectly a cause of {y}.", "ancestor", "any"),
    _Form(
        "Some third variable is, directly or not, an effect of both {x} and {y}.",
        *("collider", "any"),
    ),
    _Form(
        "Some third variable is, directly or not, a cause of both {x} and {y}.",
        *("confounder", "any"),
    ),
    _Form(
        "Some third variable directly causes {y} and causes {x} by a path that avoids {y}.",
        *("confounder", "released"),
    ),
)
"""Readings for which no benchmark has a sentence."""

_PATTERNS = tuple((form.pattern, form) for form in (*_FORMS, *_OWN[:3]))
_BACKWARDS = {"child": "parent", "descendant": "ancestor"}


class Asked(NamedTuple):
    """The hypothesis of a sentence, and the reading that the sentence by itself would have."""

    hypothesis: Hypothesis
    by_itself: str | None


@lru_cache(maxsize=KEPT_HYPOTHESES)
def read_hypothesis(text: str) -> Asked:
    """The hypothesis that a sentence states. Raises ProblemError naming a sentence not understood."""
    told = " ".join(text.split())
    for pattern, form in _PATTERNS:
        match = pattern.fullmatch(told)
        if match is not None:
            of = match["x"], match["y"]
            return Asked(Hypothesis(form.relation, of, form.reading), form.by_itself)
    raise ProblemError("a sentence that is not understood", place="hypothesis", value=told)


def write_hypothesis(asked: Hypothesis) -> str:
    """The first published sentence of a hypothesis, or ours where there is none."""
    relation, (x, y) = asked.relation, asked.of
    for form in (*_FORMS, *_OWN):
        if (form.relation, form.reading) == (relation, asked.reading):
            return form.text.format(x=x, y=y)
    return write_hypothesis(Hypothesis(_BACKWARDS[relation], (y, x), asked.reading))
