"""The certificate verdict of the CLI: one problem, by the verification of all its certificates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import TYPE_CHECKING

from symcause.audits.documents import VerifyDocument
from symcause.cli.certificates.certificate_lookup import second_digest
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import Item, read_problem
from symcause.formats.problems import Problem
from symcause.kernel.verification import Scope, Verification
from symcause.kernel.work import MEGABYTES, SECONDS, Work
from symcause.registry import Family, load

if TYPE_CHECKING:
    from symcause.capabilities import Verify


@dataclass(frozen=True)
class Terms:
    """The terms of a verification: what the command line gives it, and what it demands."""

    timeout: float | None = None
    memory: int | None = None
    as_stated: bool = False
    twin: str | None = None  # the file of a second problem that certificates are about, too
    kin: Mapping[str, Problem] = field(
        default_factory=dict
    )  # second problems of the pool, by digest

    @property
    def limited(self) -> bool:
        """True if a process of its own must keep to a bound."""
        return self.timeout is not None or self.memory is not None

    def work(self) -> Work:
        """The work that the kernel may spend."""
        return Work(self.timeout or SECONDS, self.memory or MEGABYTES)


def judgement(
    family: Family, item: Item, certificates: Sequence[object], terms: Terms
) -> VerifyDocument:
    """The document about a problem; all of its certificates must hold."""
    assert family.verifier is not None and item.problem is not None
    verify, problem = load(family.verifier), item.problem
    if terms.kin:
        checked = [_of_two(verify, problem, c, terms) for c in certificates]
    elif terms.twin is None:
        checked = [verify(problem, c, terms.work()) for c in certificates]
    else:
        other = _other(family, verify, terms.twin)
        checked = [verify(problem, c, terms.work(), other=other) for c in certificates]
    if not checked:
        reason = (
            "there is no certificate about it; symcause audit PROBLEM --certificate FILE makes one"
        )
        return VerifyDocument(family=family.name, problem=item.id, accepted=False, reason=reason)
    refused = [v for v in checked if not v.accepted]
    held = [v.scope for v in checked if v.scope is not None] if not refused else []
    scope = held[0] if held and all(s == held[0] for s in held) else None
    accepted = None if refused and all(v.accepted is None for v in refused) else not refused
    as_stated = all(v.as_stated for v in checked)
    reasons = _reasons(refused[:1] or checked)
    told = next((c for c, v in zip(certificates, checked, strict=True) if not v.accepted), None)
    if told is not None and _is_about_more(told, family, problem):
        reasons.append(_OLDER)
    if accepted and terms.as_stated and not as_stated:
        accepted = False
        gaps = dict.fromkeys(gap for found in held for gap in found.gaps)
        reasons = [f"it holds for {gap}" for gap in gaps]
    return VerifyDocument(
        family=family.name,
        problem=item.id,
        accepted=accepted,
        claim=", ".join(dict.fromkeys(v.claim for v in checked if v.claim is not None)) or None,
        reason="; ".join(reasons),
        scope=None if scope is None else dict(scope.named),
        setting=None if scope is None else scope.setting,
        as_stated=as_stated,
    )


_OLDER = (
    "its digest is of the whole problem, as older ones have it: if held-out worlds were changed since, "
    "make it again with symcause audit PROBLEM --certificate FILE"
)


def _is_about_more(certificate: object, family: Family, problem: Problem) -> bool:
    """Does it name a problem by the digest of all of it, and not this one?"""
    named = certificate.get("problem") if isinstance(certificate, dict) else None
    if family.former_digest is None or not isinstance(named, dict) or "covers" in named:
        return False
    return bool(named.get("sha256") != load(family.former_digest)(problem))


def _other(family: Family, verify: Verify, path: str) -> Problem:
    """The second problem. Raises UsageError where certificates are about one only."""
    if "other" not in signature(verify).parameters:
        raise UsageError(f"--twin does not apply to {family.title}", value=path)
    return read_problem(path)


def _of_two(verify: Verify, problem: Problem, certificate: object, terms: Terms) -> Verification:
    """A certificate that may be about two problems of the pool, one of which is *problem*."""
    assert isinstance(certificate, dict)
    second, about = second_digest(certificate), certificate.get("problem")
    if second is None:
        return verify(problem, certificate, terms.work())
    first = terms.kin.get(str(about.get("sha256"))) if isinstance(about, dict) else None
    other = terms.kin.get(second)
    if first is None or other is None:
        return Verification(False, None, "the other problem that it is about is not in this pool")
    return verify(first, certificate, terms.work(), other=other)


def _reasons(checked: Sequence[Verification]) -> list[str]:
    """What was established or is wrong, each once, and in which class."""
    said = [f"{v.reason}{'' if v.scope is None else _within(v.scope)}" for v in checked]
    return list(dict.fromkeys(said))


def _within(scope: Scope) -> str:
    if not scope.gaps:
        return f" ({scope.words})"
    return f" ({scope.words}); accepted for {' and for '.join(scope.gaps)}"
