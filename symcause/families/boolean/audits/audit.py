"""The whole audit of a Boolean problem, section by section.

Sections come in the order of their importance, and each is handed to *emit* as soon as it is known: a
run that is stopped keeps what it has. Parts that need gold are null without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from time import process_time

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives import ShownAlternative, alternatives
from symcause.families.boolean.audits.decision import Decision, decide
from symcause.families.boolean.audits.exposure import exposure_report
from symcause.families.boolean.audits.gold import GoldReport, gold_report
from symcause.families.boolean.audits.pairs import coordinated_pairs
from symcause.families.boolean.audits.profile import profile, smallest_class
from symcause.families.boolean.audits.redundancy import redundancy_report
from symcause.families.boolean.audits.separability import separable
from symcause.families.boolean.audits.shortcuts import (
    SHORTCUT_CAP,
    SLACKS,
    local_alternatives,
    shortcuts,
)
from symcause.families.boolean.audits.support import PROBE_SIZE, support_report
from symcause.families.boolean.audits.verdicts import Verdict, judge, sentence
from symcause.families.boolean.certify.certify import Certified, ClaimKind
from symcause.families.boolean.models.scm import IDENTITY, BooleanSCM
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.evidence import Evidence
from symcause.families.boolean.space.writing import spelled
from symcause.models.showing import Shown

Document = dict[str, object]


@dataclass(frozen=True)
class AuditOptions:
    """What an audit looks at, beyond the defaults of the published audits."""

    limit: int = 5  # alternatives shown
    targets: int = 1  # variables an experiment may set
    probe_size: int = PROBE_SIZE
    shortcut_cap: int = SHORTCUT_CAP
    certificate: bool = False
    claim: ClaimKind = ClaimKind.VERDICT  # what the certificate is about
    setting: Setting | None = None  # ask with less disclosed


@dataclass(frozen=True)
class Audit(Shown):
    """The finished audit; :meth:`to_dict` is the document of ``symcause audit --json``."""

    document: Document = field(repr=False)

    @property
    def verdict(self) -> Verdict:
        return Verdict(str(self.document["verdict"]))

    @property
    def count(self) -> int | None:
        value = self.document["count"]
        return value if isinstance(value, int) else None

    @property
    def separable(self) -> bool | None:
        value = self.document["separable"]
        return value if isinstance(value, bool) else None

    def to_dict(self) -> Document:
        return dict(self.document)

    def __str__(self) -> str:
        return str(self.document["sentence"])


def audit(
    problem: BooleanProblem,
    hypotheses: HypothesisClass | None = None,
    options: AuditOptions | None = None,
    emit: Callable[[Document], None] | None = None,
) -> Audit:
    """Run every section; *emit* sees each as it is done."""
    start = process_time()
    document: Document = {}
    options = options or AuditOptions()
    sections = _Sections(problem, hypotheses or problem.default_class(), options)
    for section in sections.all():
        document |= section
        document["seconds"] = round(process_time() - start, 4)
        if emit is not None:
            emit({**section, "seconds": document["seconds"]})
    return Audit(document)


def blank(problem: BooleanProblem, hypotheses: HypothesisClass) -> Document:
    """An audit about which nothing is known yet: every key of the contract, with null."""
    return {
        "problem": problem.id,
        "setting": str(problem.setting),
        "class": hypotheses.to_dict(),
        "identity": IDENTITY,
        "verdict": str(Verdict.UNKNOWN),
        "sentence": sentence(Verdict.UNKNOWN, None, hypotheses),
        "reason": None,
        "count": None,
        "separable": None,
        "gold": None,
        "member": None,
        "variables": None,
        "alternatives": [],
        "support": None,
        "exposure": None,
        "edges": None,
        "shortcuts": None,
        "local_alternatives": None,
        "coordinated_pairs": None,
        "profile": [],
        "smallest_class": None,
        "redundancy": None,
        "certificate": None,
        "beyond_reach": {},
        "seconds": None,
    }


class _Sections:
    """The sections of one audit, with what they share."""

    def __init__(
        self, problem: BooleanProblem, hypotheses: HypothesisClass, options: AuditOptions
    ) -> None:
        self.hypotheses, self.options = hypotheses, options
        self.filed = problem  # as in its file: what a certificate is about
        self.problem = problem.in_setting(options.setting or problem.setting)
        self.evidence = Evidence(self.problem)
        self.shown: tuple[ShownAlternative, ...] = ()
        self.verdict = Verdict.UNKNOWN
        self.separable: bool | None = None
        self.beyond: dict[str, str] = {}

    @cached_property
    def gold(self) -> GoldReport | None:
        return gold_report(self.problem)

    @cached_property
    def gold_model(self) -> BooleanSCM | None:
        """Gold where it is legal, member or not."""
        legal = self.gold is not None and self.gold.illegal is None
        return self.problem.gold_scm if legal else None

    @cached_property
    def found(self) -> Decision:
        return decide(self.problem, self.hypotheses, self.evidence, self.gold_model)

    def all(self) -> Iterator[Document]:
        yield blank(self.problem, self.hypotheses)
        yield {"gold": None if self.gold is None else self.gold.to_dict()}
        yield self._within_reach("verdict", self._uniqueness)
        yield self._within_reach("member", self._member)
        yield self._within_reach("alternatives", self._alternatives)
        yield self._within_reach("certificate", self._certificate)
        yield self._within_reach("support", self._evidence)
        yield self._within_reach("shortcuts", self._around_gold)
        yield self._within_reach("profile", self._profile)
        yield self._within_reach("redundancy", self._redundancy)

    def _within_reach(self, name: str, section: Callable[[], Document]) -> Document:
        """A section, or why it stays unknown: one that is beyond reach does not cost the others."""
        try:
            return section()
        except LimitError as error:
            self.beyond[name] = str(error)
            return {"beyond_reach": dict(self.beyond)}

    def _uniqueness(self) -> Document:
        found, space = self.found, self.found.space
        self.verdict = judge(found.at_least, self.gold, found.gold_is_member)
        count = None if isinstance(found.count, Unknown) else found.count
        document: Document = {
            "verdict": str(self.verdict),
            "sentence": sentence(self.verdict, count, self.hypotheses),
            "reason": found.count.reason if isinstance(found.count, Unknown) else None,
            "count": count,
        }
        if space is not None:
            document["variables"] = {
                v: {"mechanisms": space.mechanism_count(v)} for v in self.problem.variables
            }
            document["edges"] = {f"{p}->{c}": status for (p, c), status in space.edges().items()}
        return document

    def _member(self) -> Document:
        """Gold as it was written if it is a member, else some member in the fewest words."""
        member = self.found.reference
        if member is None:
            return {}
        if self.gold is not None and self.found.gold_is_member:
            mechanisms = dict(self.gold.mechanisms)
        else:
            mechanisms = spelled(self.problem, member)
        return {"member": {"roots": list(member.roots), "mechanisms": mechanisms}}

    def _alternatives(self) -> Document:
        found = self.found
        if found.reference is None or not found.several:
            return {"separable": None if found.several is None else False}
        if found.other is not None:
            self.shown = (found.other,)
        if found.space is not None:
            near = alternatives(found.space, found.reference, targets=self.options.targets)
            self.shown = tuple(islice(near, self.options.limit))
        counted = None if isinstance(found.count, Unknown) else found.space
        told = separable(self.problem, self.hypotheses, found.reference, self.shown, counted)
        if isinstance(told, ShownAlternative):
            self.shown = (*self.shown, told)
            told = True
        self.separable = None if isinstance(told, Unknown) else told
        return {
            "separable": None if isinstance(told, Unknown) else told,
            "separable_reason": told.reason if isinstance(told, Unknown) else None,
            "alternatives": [alternative.to_dict(self.problem) for alternative in self.shown],
        }

    def _certificate(self) -> Document:
        if not self.options.certificate:
            return {}
        question = Certified(self.filed, self.problem, self.hypotheses, self.found.reference)
        if self.options.claim is ClaimKind.VERDICT:
            made = question.verdict(self.verdict, self.shown)
        elif self.options.claim is ClaimKind.COUNT:
            made = question.count()
        else:
            made = question.inseparable(self.separable)
        if isinstance(made, Unknown):
            return {"certificate": None, "certificate_reason": made.reason}
        return {"certificate": made.to_dict()}

    def _evidence(self) -> Document:
        support = support_report(
            self.problem, self.gold_model, self.evidence, self.options.probe_size
        )
        return {
            "support": None if support is None else support.to_dict(),
            "exposure": exposure_report(self.problem).to_dict(),
        }

    def _around_gold(self) -> Document:
        gold, pairs = self.gold_model, None
        if gold is None:
            return {}
        if self.found.space is not None and self.found.gold_is_member:
            pairs = coordinated_pairs(self.found.space, gold)
        return {
            "shortcuts": shortcuts(self.evidence, gold, self.options.shortcut_cap).to_dict(),
            "local_alternatives": [
                {"slack": slack, "cap": cap, "counts": found.to_dict()}
                for slack, cap in SLACKS
                for found in [local_alternatives(self.evidence, gold, slack, cap)]
            ],
            "coordinated_pairs": None
            if pairs is None
            else [
                {
                    "variables": list(pair.variables),
                    "count": pair.count,
                    "example": spelled(self.problem, pair.example),
                }
                for pair in pairs
            ],
            "smallest_class": smallest_class(self.evidence, gold).to_dict(),
        }

    def _profile(self) -> Document:
        found = profile(self.evidence, self.hypotheses, self.found.count)
        return {"profile": [entry.to_dict() for entry in found]}

    def _redundancy(self) -> Document:
        if isinstance(self.found.count, Unknown) or self.found.space is None:
            return {}
        return {"redundancy": redundancy_report(self.problem, self.hypotheses).to_dict()}
