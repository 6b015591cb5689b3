"""Capability forms in the family check of audits: the class or function that a declaration may name."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Form(Struct, frozen=True):
    """What a capability is: a function that takes these arguments, or a class below another."""

    takes: tuple[str, ...] | None = None
    base: str | None = None  # "package.module:Class"
    has: tuple[str, ...] = ()  # what a class has, whatever it derives from
    texts: tuple[str, ...] = ()  # attributes of a class that are texts
    may_take: tuple[str, ...] = ()  # further arguments that it must stand, too
    partly: bool = False  # it takes options by name besides

    @property
    def words(self) -> str:
        """What is expected, for people."""
        if self.takes is not None:
            further = " and options by name" if self.partly else ""
            return f"a function of ({', '.join((*self.takes, *self.may_take))}){further}"
        below = [] if self.base is None else [f"a class below {self.base.replace(':', '.')}"]
        having = [f"with {', '.join((*self.has, *self.texts))}"] if self.has or self.texts else []
        return " ".join((below or ["a class"]) + having)


_PROBLEM = Form(takes=("problem",))

FORMS: Mapping[str, Form] = {
    "formats": Form(takes=("document", "file")),
    "graphs": Form(takes=("graph", "file")),
    "answers": Form(takes=("document",)),
    "rows": Form(base="symcause.audits.tables.row_tables:RowTables"),
    "writer": _PROBLEM,
    "exports": Form(takes=("problem", "first")),
    "sheet": Form(takes=("document",)),
    "edited": Form(takes=("document", "sheet")),
    "public": _PROBLEM,
    "tally": _PROBLEM,
    "questions": Form(base="symcause.audits.question:Question", texts=("name",)),
    "totals": Form(has=("add", "text")),
    "space": _PROBLEM,
    "errata": Form(takes=("problem", "document")),
    "verifier": Form(takes=("problem", "certificate"), may_take=("work",)),
    "certify": _PROBLEM,
    "digest": _PROBLEM,
    "former_digest": _PROBLEM,
    "proof": Form(takes=("problem", "certificate", "stem")),
    "theorem": Form(takes=("problem", "certificate")),
    "prompt": Form(takes=("problem",), partly=True),
    "answer": Form(takes=("problem", "model")),
    "model": Form(takes=("problem", "text")),
    "scoring": Form(base="symcause.scoring.scoring_protocol:Scoring"),
    "grader": Form(takes=("problem", "claim")),
    "baselines": Form(has=("names", "does", "public", "document", "bundled", "text", "checked")),
    "rendering": Form(base="symcause.renderings.family_words:Wording"),
    "generators": Form(base="symcause.audits.instance_generator:Generator", texts=("name", "help")),
    "rules": Form(base="symcause.episodes.rules:Rules"),
    "view": Form(takes=("document", "problem")),
    "figure": Form(takes=("thing",)),
    "latex": _PROBLEM,
    "drawing": Form(takes=("space",)),
}
"""Capabilities that are dotted names, or mappings to such; those without a form need only be there."""

SPACE: Mapping[str, tuple[str, ...]] = {
    "members": (),
    "count": (),
    "pick": (),
    "simplest": (),
    "others": ("model",),
    "objections": ("model",),
    "represents": ("model",),
    "experiments": (),
    "outcome": ("model", "experiment"),
    "learnt": ("experiment", "outcome"),
    "separate": ("model",),
    "edges": (),
    "open_variables": (),
    "draw": ("rng",),
    "what_if": ("experiment",),
    "given": ("experiment", "outcome"),
}
"""What questions call on a version space, and the arguments that they give."""

BY_SPACE = "symcause.audits.of_space."
"""Where the questions are that a space answers by itself."""

OWN = ("symcause.audits.", "symcause.episodes.", "symcause.plans.")
"""Where questions are that many families answer by the same class."""

NEEDED: Mapping[str, tuple[str, ...]] = {
    "audit": ("space", "answer"),
    "count": ("space",),
    "check": ("space", "model"),
    "solve": ("space", "answer"),
    "alternatives": ("space", "model", "answer"),
    "separate": ("space", "model"),
    "next": ("space",),
    "disambiguate": ("space", "answer"),
    "look": ("space", "answer"),
    "convert": ("writer",),
    "prompt": ("prompt",),
    "play": ("rules", "writer"),
    "judge": ("rules", "writer"),
    "runs": ("rules", "writer"),
}
"""What a question that is symcause's own asks of the rest of a declaration."""

TOGETHER: Mapping[str, tuple[str, ...]] = {
    "certify": ("verifier",),
    "verifier": ("digest",),
    "solver": ("baselines",),
    "baselines": ("writer", "scoring"),
    "rules": ("writer",),
}
"""Capabilities that need others."""

LISTED: tuple[str, ...] = ("space", "model", "answer", "writer")
"""What rules by listing need."""
