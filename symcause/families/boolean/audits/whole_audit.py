"""The whole audit of a Boolean problem, section by section, as a document that grows.

Sections come in the order of their importance, and the document grows by each as soon as it is known: a
run that is stopped keeps what it has. A section beyond reach says why and does not cost the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives.noise_pairs import disturbed_pairs
from symcause.families.boolean.audits.alternatives.shortcuts import (
    SLACKS,
    local_alternatives,
    shortcuts,
)
from symcause.families.boolean.audits.audit_options import AuditOptions
from symcause.families.boolean.audits.evidence.exposure import exposure_report
from symcause.families.boolean.audits.evidence.pattern_support import support_report
from symcause.families.boolean.audits.evidence.redundancy import redundancy_report
from symcause.families.boolean.audits.verdict.ambiguity_profile import profile, smallest_class
from symcause.families.boolean.audits.verdict.verdict_sections import VerdictSections, unreached
from symcause.families.boolean.bounds import QUICK_VARIABLES
from symcause.families.boolean.documents.audit_document import (
    BooleanAudit,
    PairPart,
)
from symcause.families.boolean.documents.scope_part import ClassPart
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.reach import Reach
from symcause.families.boolean.space.space_choice import open_space
from symcause.mechanisms.mechanism_pairs import coordinated_pairs

if TYPE_CHECKING:
    from symcause.families.boolean.audits.verdict.hole_sections import HoledSections
    from symcause.families.boolean.audits.verdict.margin_sections import Margins

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
    identity = blank.identity
    one_by_one = open_space(asked, hypotheses, identity).reach is Reach.MEMBERS
    chosen: type[HoledSections | _Sections] = _holed() if one_by_one else _Sections
    sections = chosen(filed, asked, hypotheses, options, identity)
    for name, section in (*sections.all(), *sections.asked()):
        document = _within_reach(name, section)(document)
        yield replace(document, seconds=round(process_time() - start, 4))


class _Sections(VerdictSections):
    """All sections of one audit."""

    margins: Margins  # made with the section "best", which comes before "margin"

    def all(self) -> Iterator[tuple[str, Section]]:
        """Each with its name, the most important first."""
        yield "gold", lambda document: replace(document, gold=self.gold)
        if len(self.problem.variables) >= QUICK_VARIABLES:
            yield "verdict", self.before_counting
        yield from (
            ("verdict", self.uniqueness),
            ("edges", self.structure),
            ("member", self.member),
            ("alternatives", self.alternatives),
            ("certificate", self.certificate),
            ("support", self._evidence),
            ("shortcuts", self._around_gold),
            ("coordinated_pairs", self._pairs),
            ("profile", self._profile),
            ("redundancy", self._redundancy),
            ("best", self._best),
            ("margin", self._margin),
        )

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
        pair = self.hypotheses.knowledge, self.hypotheses.errors
        # The larger sizes first: what fits within the smaller ones is found on the way.
        nearby = [local_alternatives(evidence, gold, *s, *pair) for s in reversed(SLACKS)]
        return replace(
            document,
            shortcuts=shortcuts(evidence, gold, self.options.shortcut_cap, *pair),
            local_alternatives=tuple(reversed(nearby)),
            smallest_class=ClassPart.of(smallest_class(evidence, gold, self.hypotheses)),
        )

    def _pairs(self, document: BooleanAudit) -> BooleanAudit:
        gold, exact = self.gold_model, self.decision.exact
        if gold is None or not self.decision.gold_is_member:
            return document
        if self.space.reach is Reach.LEVELS:
            found = disturbed_pairs(self.space, gold)
        elif exact is None:
            return document
        else:
            found = coordinated_pairs(exact, gold)
        pairs = tuple(
            PairPart(
                variables=pair.variables,
                count=pair.count,
                example=spelled(self.problem, pair.example),
            )
            for pair in found
        )
        return replace(document, coordinated_pairs=pairs)

    def _profile(self, document: BooleanAudit) -> BooleanAudit:
        return replace(
            document, profile=profile(self.evidence, self.hypotheses, self.decision.count)
        )

    def _redundancy(self, document: BooleanAudit) -> BooleanAudit:
        count = self.decision.count
        if isinstance(count, Unknown) or isinstance(self.space.structure, Unknown):
            return document
        report = redundancy_report(self.problem, self.hypotheses, known=count)
        return replace(document, redundancy=report)

    def _best(self, document: BooleanAudit) -> BooleanAudit:
        from symcause.families.boolean.audits.verdict.margin_sections import Margins

        counted = next((level for level in document.spectrum or () if level.count), None)
        self.margins = Margins(self.problem, self.hypotheses, self.gold_model, counted)
        return replace(document, best=self.margins.best)

    def _margin(self, document: BooleanAudit) -> BooleanAudit:
        document = replace(document, margin=self.margins.margin())
        error = self.margins.without_unreached
        return document if error is None else unreached(document, "margin.without", error)


def _holed() -> type[HoledSections]:
    from symcause.families.boolean.audits.verdict.hole_sections import HoledSections

    return HoledSections


def _within_reach(name: str, section: Section) -> Section:
    """A section, or why it stays unknown."""

    def tried(document: BooleanAudit) -> BooleanAudit:
        try:
            return section(document)
        except LimitError as error:
            return unreached(document, name, error)

    return tried
