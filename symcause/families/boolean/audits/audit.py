"""The whole audit of a Boolean problem, section by section.

Sections come in the order of their importance, and the document grows by each as soon as it is known: a
run that is stopped keeps what it has. A section beyond reach says why and does not cost the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from time import process_time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from symcause.answers import Unknown, Unsat
from symcause.audits.verdicts import Verdict, judge
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives import (
    MOST_COMPARED,
    ShownAlternative,
    alternatives,
    show,
)
from symcause.families.boolean.audits.decision import Decision, decide
from symcause.families.boolean.audits.exposure import exposure_report
from symcause.families.boolean.audits.gold import gold_report
from symcause.families.boolean.audits.options import AuditOptions
from symcause.families.boolean.audits.pairs import coordinated_pairs
from symcause.families.boolean.audits.profile import profile, smallest_class
from symcause.families.boolean.audits.redundancy import redundancy_report
from symcause.families.boolean.audits.separability import separable
from symcause.families.boolean.audits.shortcuts import SLACKS, local_alternatives, shortcuts
from symcause.families.boolean.audits.support import support_report
from symcause.families.boolean.audits.verdicts import sentence
from symcause.families.boolean.certify.certify import Certified, ClaimKind
from symcause.families.boolean.documents.audit import (
    BooleanAudit,
    GoldPart,
    MemberPart,
    PairPart,
    VariablePart,
)
from symcause.families.boolean.documents.disturbed import levels
from symcause.families.boolean.documents.scope import ClassPart
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.evidence import Evidence
from symcause.families.boolean.space.space import ExactSpace
from symcause.families.boolean.space.writing import spelled
from symcause.families.boolean.verifier.document import Certificate

if TYPE_CHECKING:
    from symcause.families.boolean.audits.margins import Margins
    from symcause.families.boolean.space.erring_space import ErringSpace

Section = Callable[[BooleanAudit], BooleanAudit]


def audited(
    filed: BooleanProblem,
    asked: BooleanProblem,
    hypotheses: HypothesisClass,
    blank: BooleanAudit,
    options: AuditOptions,
) -> Iterator[BooleanAudit]:
    """The document, longer by one section each time.

    *filed* is the problem as in its file, which a certificate is about; *asked* the same in the setting of
    the question; *blank* the document that names setting and class and says nothing yet.
    """
    start = process_time()
    document = blank
    for section in _Sections(filed, asked, hypotheses, options).all():
        document = section(document)
        yield replace(document, seconds=round(process_time() - start, 4))


class _Sections:
    """The sections of one audit, with what they share."""

    def __init__(
        self,
        filed: BooleanProblem,
        asked: BooleanProblem,
        hypotheses: HypothesisClass,
        options: AuditOptions,
    ) -> None:
        self.filed, self.problem = filed, asked
        self.hypotheses, self.options = hypotheses, options
        self.evidence = Evidence(asked)
        self.shown: tuple[ShownAlternative, ...] = ()
        self.verdict = Verdict.UNKNOWN
        self.separable: bool | None = None

    @cached_property
    def gold(self) -> GoldPart | None:
        return gold_report(self.problem, self.hypotheses.errors)

    @cached_property
    def gold_model(self) -> BooleanSCM | None:
        """Gold where it is legal, member or not."""
        legal = self.gold is not None and self.gold.illegal is None
        return self.problem.gold_scm if legal else None

    @cached_property
    def found(self) -> Decision:
        return decide(self.problem, self.hypotheses, self.evidence, self.gold_model)

    def all(self) -> Iterator[Section]:
        yield lambda document: replace(document, gold=self.gold)
        for name, section in (
            ("verdict", self._uniqueness),
            ("edges", self._structure),
            ("member", self._member),
            ("alternatives", self._alternatives),
            ("certificate", self._certificate),
            ("support", self._evidence),
            ("shortcuts", self._around_gold),
            ("coordinated_pairs", self._pairs),
            ("profile", self._profile),
            ("redundancy", self._redundancy),
            ("best", self._best),
            ("margin", self._margin),
        ):
            yield _within_reach(name, section)

    def _uniqueness(self, document: BooleanAudit) -> BooleanAudit:
        found = self.found
        gold_ok = None if self.gold is None else self.gold.valid
        self.verdict = judge(found.at_least, gold_ok=gold_ok, gold_is_member=found.gold_is_member)
        count = None if isinstance(found.count, Unknown) else found.count
        return replace(
            document,
            verdict=str(self.verdict),
            settled=self.verdict.settled,
            sentence=sentence(self.verdict, count, self.hypotheses),
            reason=found.count.reason if isinstance(found.count, Unknown) else None,
            count=count,
            spectrum=None if count is None else levels(self._spectrum(count)),
        )

    def _spectrum(self, count: int) -> tuple[int, ...]:
        """The count by disturbed cells."""
        found = None if self.found.erring is None else self.found.erring.spectrum()
        return found if isinstance(found, tuple) else (count,)

    def _structure(self, document: BooleanAudit) -> BooleanAudit:
        """How many mechanisms each variable has over all members, and which edges they share."""
        erring, names = self.found.erring, self.problem.variables
        space = self.found.space if erring is None else erring.erring
        if space is None:
            return document
        return replace(
            document,
            variables={v: VariablePart(mechanisms=space.mechanism_count(v)) for v in names},
            edges={f"{p}->{c}": str(status) for (p, c), status in space.edges().items()},
        )

    def _member(self, document: BooleanAudit) -> BooleanAudit:
        """Gold as it was written if it is a member, else some member in the fewest words."""
        member = self.found.reference
        if member is None:
            return document
        if self.gold is not None and self.found.gold_is_member:
            mechanisms = self.gold.mechanisms
        else:
            mechanisms = spelled(self.problem, member)
        return replace(document, member=MemberPart(roots=member.roots, mechanisms=mechanisms))

    def _alternatives(self, document: BooleanAudit) -> BooleanAudit:
        found = self.found
        if found.reference is None or not found.several:
            self.separable = None if found.several is None else False
            return replace(document, separable=self.separable)
        if found.erring is not None:
            return self._erring(document, found.erring, found.reference)
        if found.space is not None:
            document = self._nearest(document, found.space, found.reference)
        if found.other is not None and not self.shown:
            self.shown = (found.other,)
        counted = None if isinstance(found.count, Unknown) else found.space
        told = separable(self.problem, self.hypotheses, found.reference, self.shown, counted)
        if isinstance(told, ShownAlternative):
            self.shown = (*self.shown, told)
            told = True
        self.separable = None if isinstance(told, Unknown) else told
        return replace(
            document,
            separable=self.separable,
            separable_reason=told.reason if isinstance(told, Unknown) else None,
            alternatives=tuple(alternative.part(self.problem) for alternative in self.shown),
        )

    def _nearest(
        self, document: BooleanAudit, space: ExactSpace, reference: BooleanSCM
    ) -> BooleanAudit:
        """Find the nearest alternatives; those found before a bound ends the search stand."""
        near = alternatives(
            space, reference, targets=self.options.targets, most_compared=MOST_COMPARED
        )
        try:
            for alternative in islice(near, self.options.limit):
                self.shown = (*self.shown, alternative)
        except LimitError as error:
            return _unreached(document, "alternatives", error)
        return document

    def _erring(
        self, document: BooleanAudit, space: ErringSpace, reference: BooleanSCM
    ) -> BooleanAudit:
        """Other models where cells may be disturbed, and whether one of them is told apart."""
        for other in islice(space.others(reference), self.options.limit):
            if isinstance(other, Unknown):
                document = _unreached(document, "alternatives", LimitError(other.reason))
                break
            errors, targets = self.hypotheses.errors, self.options.targets
            found = show(self.problem, reference, other, targets=targets, errors=errors)
            self.shown = (*self.shown, found)
        told = space.separate(reference)
        self.separable = None if isinstance(told, Unknown) else not isinstance(told, Unsat)
        return replace(
            document,
            separable=self.separable,
            separable_reason=told.reason if isinstance(told, Unknown) else None,
            alternatives=tuple(alternative.part(self.problem) for alternative in self.shown),
        )

    def _certificate(self, document: BooleanAudit) -> BooleanAudit:
        if not self.options.certificate:
            return document
        if self.hypotheses.errors:
            none = "no certificate is written where cells may be disturbed"
            return replace(document, certificate_reason=none)
        try:
            made = self._proof()
        except LimitError as error:
            made = Unknown(str(error))
        if isinstance(made, Unknown):
            return replace(document, certificate_reason=made.reason)
        return replace(document, certificate=made.to_dict())

    def _proof(self) -> Certificate | Unknown:
        question = Certified(self.filed, self.problem, self.hypotheses, self.found.reference)
        claim = ClaimKind(self.options.claim)
        if claim is ClaimKind.COUNT:
            return question.count()
        if claim is ClaimKind.INSEPARABLE:
            unique = self.verdict is Verdict.UNIQUE
            return question.inseparable(self.separable, unique=unique)
        rivals = [(alternative.model, alternative.separation) for alternative in self.shown]
        return question.verdict(self.verdict, rivals)

    def _evidence(self, document: BooleanAudit) -> BooleanAudit:
        support = support_report(
            self.problem, self.gold_model, self.evidence, self.options.probe_size
        )
        return replace(
            document,
            support=None if support is None else support.part(),
            exposure=exposure_report(self.problem),
        )

    def _around_gold(self, document: BooleanAudit) -> BooleanAudit:
        gold, evidence = self.gold_model, self.evidence
        if gold is None:
            return document
        if self.hypotheses.errors:
            raise LimitError("not told where cells may be disturbed")
        return replace(
            document,
            shortcuts=shortcuts(evidence, gold, self.options.shortcut_cap),
            local_alternatives=tuple(local_alternatives(evidence, gold, *s) for s in SLACKS),
            smallest_class=ClassPart.of(smallest_class(evidence, gold)),
        )

    def _pairs(self, document: BooleanAudit) -> BooleanAudit:
        space, gold = self.found.space, self.gold_model
        if space is None or gold is None or not self.found.gold_is_member:
            return document
        pairs = tuple(
            PairPart(
                variables=pair.variables,
                count=pair.count,
                example=spelled(self.problem, pair.example),
            )
            for pair in coordinated_pairs(space, gold)
        )
        return replace(document, coordinated_pairs=pairs)

    def _profile(self, document: BooleanAudit) -> BooleanAudit:
        return replace(document, profile=profile(self.evidence, self.hypotheses, self.found.count))

    def _redundancy(self, document: BooleanAudit) -> BooleanAudit:
        if isinstance(self.found.count, Unknown):
            return document
        if self.found.space is None and self.found.erring is None:
            return document
        return replace(document, redundancy=redundancy_report(self.problem, self.hypotheses))

    @cached_property
    def margins(self) -> Margins:
        from symcause.families.boolean.audits.margins import Margins

        return Margins(self.problem, self.hypotheses, self.gold_model)

    def _best(self, document: BooleanAudit) -> BooleanAudit:
        return replace(document, best=self.margins.best)

    def _margin(self, document: BooleanAudit) -> BooleanAudit:
        document = replace(document, margin=self.margins.margin())
        if self.margins.space.each or not self.problem.training:
            return document
        error = LimitError("too many worlds to leave each out in turn")
        return _unreached(document, "margin.without", error)


def _within_reach(name: str, section: Section) -> Section:
    """A section, or why it stays unknown."""

    def tried(document: BooleanAudit) -> BooleanAudit:
        try:
            return section(document)
        except LimitError as error:
            return _unreached(document, name, error)

    return tried


def _unreached(document: BooleanAudit, section: str, error: LimitError) -> BooleanAudit:
    return replace(document, beyond_reach={**document.beyond_reach, section: str(error)})
