"""Sections of a Boolean audit around its verdict: count, structure, member, certificate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, proven
from symcause.audits.verdicts import Verdict, judge
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives.alternative_models import (
    ShownAlternative,
    alternatives,
    show,
)
from symcause.families.boolean.audits.alternatives.list_alternatives import listed_alternatives
from symcause.families.boolean.audits.alternatives.separability import separable
from symcause.families.boolean.audits.audit_options import AuditOptions
from symcause.families.boolean.audits.evidence.row_conflicts import (
    Conflict,
    other_roots,
    row_conflicts,
    training_cells,
)
from symcause.families.boolean.audits.verdict.gold_check import gold_report
from symcause.families.boolean.audits.verdict.quick_decision import AtOnce, at_once
from symcause.families.boolean.audits.verdict.verdict_sentence import sentence
from symcause.families.boolean.bounds import COMPARED_SETS
from symcause.families.boolean.certify.audit_certificates import ClaimKind, certified
from symcause.families.boolean.documents.audit_document import (
    BooleanAudit,
    ConflictPart,
    GoldPart,
    MemberPart,
    RowPart,
    VariablePart,
)
from symcause.families.boolean.documents.cell_disturbance import levels
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.decision import Decision, decide
from symcause.families.boolean.space.exact.exact_space import ExactSpace
from symcause.families.boolean.space.mechanisms.class_evidence import Evidence
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_choice import open_space
from symcause.families.boolean.verifier.certificate_question import Filled

NOT_COUNTED = "the models were not counted by then"


class VerdictSections:
    """The first sections of one audit, with what all of them share."""

    def __init__(
        self,
        filed: BooleanProblem,
        asked: BooleanProblem,
        hypotheses: HypothesisClass,
        options: AuditOptions,
        identity: str,
    ) -> None:
        self.filed, self.problem, self.identity = filed, asked, identity
        self.hypotheses, self.options = hypotheses, options
        self.evidence = Evidence(asked)
        self.space = open_space(asked, hypotheses, identity, self.evidence)
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
    def decision(self) -> Decision:
        return decide(self.space, self.gold_model, self.known)

    @cached_property
    def known(self) -> AtOnce | None:
        """What is known of a large problem before it is counted."""
        if self.space.reach is not Reach.MECHANISMS:
            return None
        return at_once(self.problem, self.hypotheses, self.gold_model)

    def before_counting(self, document: BooleanAudit) -> BooleanAudit:
        """The verdict, the member and one alternative, where they are known without counting."""
        known = self.known
        if known is None:
            return document
        at_least = 2 if known.count is None else known.count
        document = self._judged(document, at_least, known.count, known.inside)
        document = replace(document, reason=NOT_COUNTED if known.count is None else None)
        if known.alternative is None:
            return document
        return replace(document, alternatives=(known.alternative.part(self.problem),))

    def uniqueness(self, document: BooleanAudit) -> BooleanAudit:
        decision = self.decision
        count = None if isinstance(decision.count, Unknown) else decision.count
        document = self._judged(document, decision.at_least, count, decision.gold_is_member)
        return replace(
            document,
            reason=decision.count.reason if isinstance(decision.count, Unknown) else None,
            spectrum=None if count is None else levels(self._spectrum(count)),
            at_least=UNSET if decision.bounds is None else decision.bounds.low,
            at_most=UNSET if decision.bounds is None else decision.bounds.high,
        )

    def _judged(
        self, document: BooleanAudit, at_least: int | None, count: int | None, inside: bool | None
    ) -> BooleanAudit:
        gold_ok = None if self.gold is None else self.gold.valid
        self.verdict = judge(at_least, gold_ok=gold_ok, gold_is_member=inside)
        text = sentence(self.verdict, count, self.hypotheses, self.identity)
        settled = self.verdict.settled
        faulty = self.verdict in (Verdict.INCONSISTENT, Verdict.INVALID)
        return replace(
            document,
            verdict=str(self.verdict),
            settled=settled,
            sentence=text,
            count=count,
            cells=training_cells(self.problem) if faulty else UNSET,
            conflict=self._conflict if faulty else UNSET,
            other_roots=(self.verdict is Verdict.INCONSISTENT and self._other_roots) or UNSET,
        )

    @cached_property
    def _conflicts(self) -> tuple[Conflict, ...] | None:
        """Rows that contradict each other whatever the model, where no cell may be wrong."""
        return row_conflicts(self.problem, self.hypotheses.errors)

    @cached_property
    def _other_roots(self) -> tuple[tuple[str, ...], ...]:
        if self._conflicts is None or self.hypotheses.admits is not None:
            return ()
        return other_roots(self.problem, self.hypotheses, self._conflicts)

    @property
    def _conflict(self) -> ConflictPart | UnsetType:
        if not self._conflicts:
            return UNSET
        conflict, training = self._conflicts[0], self.problem.training
        first, second = (
            RowPart(world=training[w].id, row=row, cells=training[w].rows[row])
            for w, row in (conflict.first, conflict.second)
        )
        return ConflictPart(variable=conflict.variable, rows=(first, second))

    def _spectrum(self, count: int) -> tuple[int, ...]:
        """The count by disturbed cells."""
        found = self.space.spectrum() if self.space.reach is Reach.LEVELS else (count,)
        return found if isinstance(found, tuple) else (count,)

    def structure(self, document: BooleanAudit) -> BooleanAudit:
        """How many mechanisms each variable has over all members, and which edges they share."""
        structure = self.space.structure
        if isinstance(structure, Unknown):
            return document
        names = self.problem.variables
        return replace(
            document,
            variables={v: VariablePart(mechanisms=structure.mechanism_count(v)) for v in names},
            edges={f"{p}->{c}": str(status) for (p, c), status in structure.edges().items()},
        )

    def member(self, document: BooleanAudit) -> BooleanAudit:
        """Gold as it was written if it is a member, else some member in the fewest words."""
        member = self.decision.reference
        if member is None:
            return document
        if self.gold is not None and self.decision.gold_is_member:
            mechanisms = self.gold.mechanisms
        else:
            mechanisms = spelled(self.problem, member)
        return replace(document, member=MemberPart(roots=member.roots, mechanisms=mechanisms))

    def alternatives(self, document: BooleanAudit) -> BooleanAudit:
        decision = self.decision
        if decision.reference is None or not decision.several:
            self.separable = None if decision.several is None else False
            return replace(document, separable=self.separable)
        if self.space.reach is not Reach.MECHANISMS:
            return self._with_alternatives(document, decision.reference)
        if decision.exact is not None:
            document = self._nearest(document, decision.exact, decision.reference)
        if decision.other is not None and not self.shown:
            known = None if self.known is None else self.known.alternative
            self.shown = (known or show(self.problem, decision.reference, decision.other),)
        counted = None if isinstance(decision.count, Unknown) else decision.exact
        told = separable(self.problem, self.hypotheses, decision.reference, self.shown, counted)
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
            space, reference, targets=self.options.targets, most_compared=COMPARED_SETS
        )
        try:
            for alternative in islice(near, self.options.limit):
                self.shown = (*self.shown, alternative)
        except LimitError as error:
            return unreached(document, "alternatives", error)
        return document

    def _with_alternatives(self, document: BooleanAudit, reference: BooleanSCM) -> BooleanAudit:
        found = listed_alternatives(self.space, reference, self.options)
        self.shown, self.separable = found.shown, found.separable
        if found.unreached is not None:
            document = unreached(document, "alternatives", found.unreached)
        return replace(
            document,
            separable=self.separable,
            separable_reason=found.reason,
            alternatives=tuple(alternative.part(self.problem) for alternative in self.shown),
        )

    def certificate(self, document: BooleanAudit) -> BooleanAudit:
        if not self.options.certificate:
            return document
        try:
            made: Accepted | Unknown = self.proof()
        except LimitError as error:
            made = Unknown(str(error))
        return proven(document, made)

    def asked(self) -> Iterator[tuple[str, Callable[[BooleanAudit], BooleanAudit]]]:
        """The sections that only an option asks for."""
        if self.options.heldout:
            yield "heldout", self._heldout

    def _heldout(self, document: BooleanAudit) -> BooleanAudit:
        from symcause.families.boolean.audits.answers.heldout_queries import HeldoutQueries

        queries = HeldoutQueries(self.problem, self.hypotheses)
        return replace(document, heldout=tuple(queries.parts()))

    def entailed_cells(self) -> Filled | Unknown:
        """The unobserved cells that have one value in all members."""
        return Unknown("every cell is observed")

    def proof(self) -> Accepted | Unknown:
        question = certified(self.space, self.filed, self.decision.reference)
        claim = ClaimKind(self.options.claim)
        if claim is ClaimKind.COUNT:
            return question.count()
        if claim is ClaimKind.ENTAILED:
            cells = self.entailed_cells()
            return cells if isinstance(cells, Unknown) else question.entailed(cells)
        if claim is ClaimKind.INSEPARABLE:
            unique = self.verdict is Verdict.UNIQUE
            return question.inseparable(self.separable, unique=unique)
        rivals = [(alternative.model, alternative.separation) for alternative in self.shown]
        return question.verdict(self.verdict, rivals)


def unreached(document: BooleanAudit, section: str, error: LimitError) -> BooleanAudit:
    """The document with a section that is beyond reach, and why."""
    return replace(document, beyond_reach={**document.beyond_reach, section: str(error)})
