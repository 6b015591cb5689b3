"""The suite problem in draws of suites: a document, and what it is compared by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from symcause.audits.certificate_acceptance import named_digest
from symcause.audits.publication.canonical_problem import canonical_gold, canonical_problem
from symcause.formats.datasets.opaque_ids import PUBLISHED
from symcause.formats.problems import Problem, read_document
from symcause.registry import Family, family_of, load
from symcause.renderings.rendered_problem import base_of

PROOF = "certificate"


@dataclass(frozen=True)
class SuiteProblem:
    """One problem, whole: for evaluators alone."""

    part: str
    document: Mapping[str, Any]  # without its certificate and its public id
    certificate: Mapping[str, object] | None

    def compared_by(self, canonical: str, gold: str | None) -> Self:
        """The same, whose canonical digests are known by now."""
        vars(self).update(canonical=canonical, canonical_gold=gold)
        return self

    @property
    def id(self) -> str:
        """What its maker called it."""
        return str(self.document["id"])

    @cached_property
    def problem(self) -> Problem:
        return read_document(dict(self.document))

    @cached_property
    def family(self) -> Family:
        return family_of(self.problem)

    @property
    def metadata(self) -> Mapping[str, Any]:
        """What is known about it."""
        known = self.document.get("metadata")
        return known if isinstance(known, Mapping) else {}

    @property
    def sibling(self) -> Mapping[str, Any] | None:
        """Its pair, and whether it is the settled one."""
        about = self.metadata.get("sibling")
        return about if isinstance(about, Mapping) else None

    @property
    def rendering(self) -> Mapping[str, Any] | None:
        """How it was rendered, if it is a text of another problem."""
        about = self.metadata.get("rendering")
        return about if isinstance(about, Mapping) else None

    @property
    def variant(self) -> str:
        """What tells it from others of the same canonical form."""
        return "" if self.rendering is None else str(self.rendering.get("text_sha256"))

    @property
    def latent(self) -> str:
        """What it shares with its sibling or twin."""
        return f"{self.part} {self.metadata.get('latent', self.id)}"

    @cached_property
    def proved(self) -> Problem:
        """The problem that its certificate is about: of a text that which was rendered.

        Raises ProblemError where it is another one than the text says.
        """
        return base_of(self.problem)

    @cached_property
    def digest(self) -> str:
        """What certificates know it by; empty where its family has none."""
        return "" if self.family.digest is None else load(self.family.digest)(self.proved)

    @cached_property
    def kin(self) -> tuple[str, ...]:
        """The digests of both problems that its certificate is about, if these are two."""
        second = second_digest(self.certificate)
        if second is None or self.certificate is None:
            return ()
        return str(named_digest(self.certificate)), second

    @cached_property
    def canonical(self) -> str:
        """The digest by which it is the same as others, up to names and order where its family can tell.

        Raises LimitError where symmetries hide it.
        """
        if self.family.structure is not None:
            return canonical_problem(self.problem).digest
        return self.digest

    @cached_property
    def canonical_gold(self) -> str | None:
        """The same of its true model, where it stores one."""
        if self.family.structure is None:
            return None
        form = canonical_gold(self.problem)
        return None if form is None else form.digest

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """What a dataset counts of it."""
        tally = self.family.tally
        return {} if tally is None else load(tally)(self.problem)

    def to_dict(self) -> dict[str, object]:
        """What an unfinished suite keeps of it."""
        return {"problem": dict(self.document), PROOF: self.certificate}


def second_digest(certificate: Mapping[str, object] | None) -> str | None:
    """The digest of the second problem that a certificate is about, if there is one."""
    claim = certificate.get("claim") if certificate else None
    other = claim.get("other") if isinstance(claim, Mapping) else None
    digest = other.get("sha256") if isinstance(other, Mapping) else None
    return digest if isinstance(digest, str) else None


def stripped(
    document: Mapping[str, Any], certificate: Mapping[str, object] | None, part: str
) -> SuiteProblem:
    """A problem as a generator or a folder has it; its certificate stands beside it."""
    known = dict(document.get("metadata") or {})
    own = known.pop(PROOF, None)
    known.pop(PUBLISHED, None)
    rendering = known.get("rendering")
    if isinstance(rendering, Mapping):
        known["rendering"] = {key: value for key, value in rendering.items() if key != PROOF}
    whole = {**document, "metadata": known}
    return SuiteProblem(part, whole, certificate or (own if isinstance(own, Mapping) else None))
