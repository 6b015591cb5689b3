"""Capability forms in the family check of audits: the class or function that a declaration may name.

What a function takes is read off its protocol (:mod:`symcause.capabilities`), what a class must have off
the class that it is below, or off the protocol of what it makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, signature

from msgspec import Struct

from symcause import capabilities as kinds
from symcause.audits.family_check.call_signatures import is_open, named, numbers


class Form(Struct, frozen=True):
    """What a capability is: a function that takes these arguments, or a class below another."""

    takes: tuple[str, ...] | None = None
    base: str | None = None  # "package.module:Class"
    like: str | None = None  # the same of a protocol: whatever the class derives from
    has: tuple[str, ...] = ()  # what a class has, whatever it derives from
    texts: tuple[str, ...] = ()  # attributes of a class that are texts
    may_take: tuple[str, ...] = ()  # further arguments that it must stand, too
    by_name: tuple[str, ...] = ()  # arguments that it is always given by name
    partly: bool = False  # it takes options by name besides

    @property
    def words(self) -> str:
        """What is expected, for people."""
        if self.takes is not None:
            further = " and options by name" if self.partly else ""
            given = (*self.takes, *self.may_take, *(f"{name}=" for name in self.by_name))
            return f"a function of ({', '.join(given)}){further}"
        below = [] if self.base is None else [f"a class below {self.base.replace(':', '.')}"]
        having = [f"with {', '.join((*self.has, *self.texts))}"] if self.has or self.texts else []
        return " ".join((below or ["a class"]) + having)


def form_of(protocol: type) -> Form:
    """The form of a function: the protocol says what it is called with."""
    every = [*signature(protocol.__call__).parameters.values()][1:]
    wanted = signature(protocol.__call__).replace(parameters=every)
    least, most = numbers(wanted)[0], numbers(wanted)[-1]
    names = [one.name for one in every if one.kind is not Parameter.VAR_KEYWORD]
    return Form(
        takes=tuple(names[:least]),
        may_take=tuple(names[least:most]),
        by_name=named(wanted),
        partly=is_open(wanted),
    )


FORMS: Mapping[str, Form] = {
    "formats": form_of(kinds.Reader),
    "foreign.reader": form_of(kinds.ForeignReader),
    "foreign.named": form_of(kinds.IdReader),
    "foreign.answers": form_of(kinds.ForeignAnswers),
    "foreign.pool": form_of(kinds.PoolReader),
    "texts.reader": form_of(kinds.TextReader),
    "texts.answers": form_of(kinds.TextReader),
    "graphs": form_of(kinds.GraphReader),
    "answers": form_of(kinds.StoredAnswers),
    "logs.reader": form_of(kinds.LogReader),
    "logs.finder": form_of(kinds.LogFinder),
    "rows": Form(base="symcause.audits.tables.row_tables:RowTables"),
    "writer": form_of(kinds.Writer),
    "exports": form_of(kinds.Exporter),
    "sheet": form_of(kinds.SheetWriter),
    "edited": form_of(kinds.SheetReader),
    "public": form_of(kinds.PublicView),
    "tally": form_of(kinds.DatasetFacts),
    "questions": Form(base="symcause.audits.question:Question", texts=("name",)),
    "totals": Form(like="symcause.reports.pool_summary:Totals", has=("add", "text")),
    "space": form_of(kinds.Opener),
    "errata": form_of(kinds.ErratumFinder),
    "verifier": form_of(kinds.Verify),
    "certify": form_of(kinds.Certify),
    "digest": form_of(kinds.Digest),
    "former_digest": form_of(kinds.Digest),
    "settled": form_of(kinds.SettledClaim),
    "structure": form_of(kinds.Structure),
    "proof": form_of(kinds.ProofExport),
    "theorem": form_of(kinds.TheoremExport),
    "prompt": form_of(kinds.Prompter),
    "twins": form_of(kinds.TwinPrompter),
    "answer": form_of(kinds.AnswerWriter),
    "model": form_of(kinds.AnswerReader),
    "scoring": Form(base="symcause.scoring.scoring_protocol:Scoring"),
    "shortcuts": Form(base="symcause.scoring.shortcuts.public_rules:Shortcuts"),
    "grader": form_of(kinds.GraderMaker),
    "baselines": Form(
        like="symcause.attempts.baseline_protocol:Baselines",
        has=(
            *("names", "does", "public", "document", "budget", "bundled", "version"),
            *("text", "is_answer", "checked"),
        ),
    ),
    "rendering": Form(base="symcause.renderings.family_words:Wording"),
    "generators": Form(base="symcause.audits.instance_generator:Generator", texts=("name", "help")),
    "rules": Form(base="symcause.episodes.rules:Rules"),
    "view": form_of(kinds.PageView),
    "cards": form_of(kinds.CardMaker),
    "figure": form_of(kinds.FigureMaker),
    "latex": form_of(kinds.LatexWriter),
    "drawing": form_of(kinds.BoardMaker),
}
"""Capabilities that are dotted names, mappings to such or parts with some; others need only be there."""

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
