"""A published problem: its prompt, certificates about it that are accepted, and facts about its dataset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from symcause.audits.question import ask, options
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.formats.datasets.dataset_manifest import About, Proof
from symcause.formats.problems import Problem
from symcause.registry import family_of, load

_SETTLING = ("unique", "settled")
"""Claims that the evidence leaves one explanation, or one answer."""

_ENVELOPE = ("family", "problem", "stopped")


def accepted_proofs(
    problem: Problem, held: Sequence[Mapping[str, object]], note: Callable[[SymcauseError], None]
) -> Iterator[Proof]:
    """The certificates *held* about a problem, and its own, after the verifier's word.

    *note* hears of those that are left out.
    """
    family = family_of(problem)
    if family.verifier is None or family.digest is None:
        return
    # Equal problems under several ids share their certificates; each takes its own along.
    found = [c for c in held if _named(c) == problem.id] or list(held)
    own = (getattr(problem, "metadata", None) or {}).get("certificate")
    if isinstance(own, dict) and "claim" in own and own not in found:
        found.append(own)
    for certificate in found:
        checked = load(family.verifier)(problem, certificate)
        if checked.accepted:
            claim = checked.claim or "unknown"
            named = claim if checked.as_stated else f"{claim} in another class"
            yield Proof(named, certificate, unique=named in _SETTLING)
        else:
            note(UsageError(f"certificate left out: {checked.reason}", value=problem.id))


def _named(certificate: Mapping[str, object]) -> object:
    about = certificate.get("problem")
    return about.get("id") if isinstance(about, Mapping) else None


def in_pair(problem: Problem) -> bool:
    """Is it one of two siblings, of which one is open? Such a pool asks who knows that it is."""
    return "sibling" in (getattr(problem, "metadata", None) or {})


def prompt_part(
    problem: Problem, *themes: str, abstain: bool = False, tell_class: bool = False
) -> Mapping[str, object] | None:
    """The prompt of a problem, None where its family has none; *themes*: where those of renderings are.

    With *abstain* it admits an answer that abstains, where answers of the family can, and where a rendering
    was made so. With *tell_class* it says which models are possible, as every rendering does.
    """
    family = family_of(problem)
    if "prompt" not in family.questions:
        return None
    about = (getattr(problem, "metadata", None) or {}).get("rendering")
    known: dict[str, Any] = {} if about is None else {"theme_folders": themes}
    able = options(load(family.questions["prompt"])) if about is None else {}
    known |= {
        name: True
        for name, wanted in (("allow_abstain", abstain), ("tell_class", tell_class))
        if wanted and name in able
    }
    document = ask("prompt", problem, **known).to_dict()
    return {key: value for key, value in document.items() if key not in _ENVELOPE}


def facts_about(stated: Mapping[str, str], place: str | None = None) -> About:
    """What people state about a dataset. Raises UsageError for what nobody asks."""
    known = [field.name for field in fields(About)]
    for key in stated:
        if key not in known:
            remedy = did_you_mean(key, known)
            raise UsageError("no such fact about a dataset", place=place, value=key, remedy=remedy)
    return About(**stated)
