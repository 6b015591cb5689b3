"""Gold errata in the verdict of a Boolean audit: gold that does not explain the evidence, or not alone.

A task that asks for an alternative to a reference is the other way round: it is ill-posed if there is none.
The gold of a task that asks whether there is one model alone is that word, not a model.
"""

from __future__ import annotations

from msgspec.structs import replace

from symcause.audits.errata import Basis, Erratum, Exhibit, Reading, of_verdict
from symcause.audits.verdicts import Verdict
from symcause.families.boolean.documents.audit_document import BooleanAudit, GoldPart
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.number_phrases import plural

_WORDS = {Verdict.UNIQUE: "UNIQUE", Verdict.AMBIGUOUS: "AMBIGUOUS"}
"""What a task that asks for one of them stores."""


def erratum(problem: BooleanProblem, document: BooleanAudit) -> Erratum | None:
    """The erratum that the verdict means for stored gold; None without gold."""
    word = next((text for verdict, text in _WORDS.items() if verdict == document.verdict), None)
    if problem.identify and word is not None:
        same = problem.certification in (None, word)
        return None if same else _other_word(problem, document, word)
    if document.gold is None:
        return None
    found = _found(problem, document, dict(document.gold.mechanisms))
    return None if found is None else replace(found, **_shown(document, document.gold))


def _other_word(problem: BooleanProblem, document: BooleanAudit, word: str) -> Erratum:
    """One model where several are stored, or the other way round.

    Published programs take two writings of one model for two models: by that, one model is several.
    """
    one = word == "UNIQUE"
    readings = (
        Reading(name="models differ if they behave differently", right=False),
        Reading(name="models differ if they are written differently", right=one),
    )
    found = Erratum(
        item=problem.id,
        stored=problem.certification,
        derived=word,
        kind="reading" if one else "wrong",
        reason=document.sentence,
        basis=Basis(
            proved=document.sentence,
            readings=readings,
            unless="what the file does not hold excludes the other models"
            if not one
            else "the class is larger than the one declared",
        ),
    )
    return found if document.gold is None else replace(found, **_shown(document, document.gold))


def _found(
    problem: BooleanProblem, document: BooleanAudit, stored: dict[str, str]
) -> Erratum | None:
    if problem.reference is None:
        return of_verdict(document.verdict, problem.id, stored, document.sentence)
    if document.verdict == Verdict.AMBIGUOUS:
        return None
    if document.verdict == Verdict.UNIQUE:
        text = "an alternative is asked for, and there is none"
        return Erratum(
            item=problem.id,
            stored=stored,
            derived=document.verdict,
            kind="ill-posed",
            reason=text,
            basis=Basis(
                proved=document.sentence, unless="the class is larger than the one declared"
            ),
        )
    return of_verdict(document.verdict, problem.id, stored, document.sentence)


def _shown(document: BooleanAudit, gold: GoldPart) -> Exhibit:
    """What is the matter with gold, or other models by the mechanisms in which they differ from it."""
    if gold.illegal is not None:
        return {"caption": "gold is illegal", "shown": (gold.illegal,)}
    if not gold.train_exact and gold.disturbed:
        cells = plural(gold.disturbed, "training cell")
        return {"caption": "gold replayed", "shown": (f"{cells} come out otherwise than shown",)}
    if not document.alternatives:
        return {}
    texts = tuple(
        "; ".join(f"{name} = {other.mechanisms.get(name, 'a root')}" for name in other.changed)
        for other in document.alternatives
    )
    return {"caption": "other models that explain the evidence, where they differ", "shown": texts}
