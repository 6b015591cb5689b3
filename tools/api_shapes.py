"""The functions that ``write_api.py`` writes: their questions, what they take by place, their documents."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """A function: its question, what is given by place, the document of all families.

    Families named in *free* may leave out what is given by place.
    """

    question: str
    placed: str
    common: str
    free: tuple[str, ...] = ()


_DOCUMENTS = "symcause.audits.documents"

FUNCTIONS = {
    "audit": Shape("audit", "", f"{_DOCUMENTS}:AuditDocument"),
    "count": Shape("count", "", f"{_DOCUMENTS}:CountDocument"),
    "check": Shape("check", "answer: object", f"{_DOCUMENTS}:CheckDocument"),
    "solve": Shape("solve", "", f"{_DOCUMENTS}:SolveDocument"),
    "alternatives": Shape(
        "alternatives", "against: object = None", f"{_DOCUMENTS}:AlternativesDocument"
    ),
    "separate": Shape(
        "separate",
        "first: object, second: object",
        f"{_DOCUMENTS}:SeparateDocument",
        free=("scenario",),
    ),
    "disambiguate": Shape("disambiguate", "", f"{_DOCUMENTS}:DisambiguateDocument"),
    "align": Shape(
        "align",
        "answer: object",
        "symcause.families.textgraph.documents.align_document:AlignDocument",
    ),
    "imec": Shape("imec", "", "symcause.families.dag.documents:ImecDocument"),
    "next_experiments": Shape(
        "next", "", "symcause.audits.experiments.experiment_document:NextDocument"
    ),
    "play": Shape(
        "play",
        'agent: str = "greedy"',
        "symcause.episodes.judgement.episode_document:PlayDocument",
    ),
    "render_prompt": Shape("prompt", "", "symcause.audits.prompt:PromptDocument"),
    "space": Shape("count", "", "symcause.audits.space:VersionSpace"),
}
