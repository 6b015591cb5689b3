"""Sections of a Boolean audit of rows with holes: verdict and more, as far as a search can say.

Verdict and structure come from a member and another one; counts are lists, up to a bound. The margin raises
the number of disturbed cells until another model fits. Which worlds are redundant is named as beyond reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace as evolve
from functools import cached_property

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.errors import LimitError
from symcause.families.boolean.audits.evidence.cell_report import cell_parts, filled_parts
from symcause.families.boolean.audits.evidence.exposure import exposure_report
from symcause.families.boolean.audits.evidence.pattern_support import support_report
from symcause.families.boolean.audits.verdict.ambiguity_profile import profile, smallest_class
from symcause.families.boolean.audits.verdict.margin_sections import BEST, GOLD
from symcause.families.boolean.audits.verdict.verdict_sections import VerdictSections, unreached
from symcause.families.boolean.bounds import COUNTED_LEVELS, DECISION_MEMBERS, RAISED_ERRORS
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.families.boolean.documents.cell_disturbance import (
    DisturbedModelPart,
    LevelPart,
    MarginPart,
    UnobservedPart,
    levels,
)
from symcause.families.boolean.documents.scope_part import ClassPart, counted_identity
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.decision import as_searched
from symcause.families.boolean.space.hole_space import HoledSpace
from symcause.families.boolean.space.holes.hole_formula import Cell
from symcause.families.boolean.space.member_answers import spelled
from symcause.families.boolean.space.noise.cell_disturbance import disturbance
from symcause.families.boolean.verifier.certificate_question import Filled

Section = Callable[[BooleanAudit], BooleanAudit]


class HoledSections(VerdictSections):
    """The sections of such an audit."""

    def all(self) -> Iterator[tuple[str, Section]]:
        """Each with its name, the most important first."""
        yield "gold", lambda document: replace(document, gold=self.gold)
        yield "verdict", self.uniqueness
        yield "edges", self._structure
        yield "member", self.member
        yield "alternatives", self.alternatives
        yield "unobserved", self._unobserved
        yield "certificate", self.certificate
        yield "best", self._best
        yield "margin", self._margin
        yield "support", self._evidence
        yield "profile", self._profile
        yield "redundancy", self._beyond

    @property
    def searched(self) -> HoledSpace:
        return as_searched(self.space)

    def _with(self, errors: int) -> HoledSpace:
        return HoledSpace(self.problem, evolve(self.hypotheses, errors=errors))

    @cached_property
    def _models(self) -> int | Unknown:
        """How many models there are, whatever makes two of them the same."""
        models = self.searched.models
        return self.decision.count if models is self.space else models.counted(DECISION_MEMBERS)

    def uniqueness(self, document: BooleanAudit) -> BooleanAudit:
        document = super().uniqueness(document)
        if document.count is None and document.reason is not None:
            document = _named(document, "count", document.reason)
        if isinstance(self._models, Unknown):
            document = replace(document, spectrum=None)
            return _named(document, "spectrum", self._models.reason)
        most = min(self.hypotheses.errors, self.searched.cells)
        if most > COUNTED_LEVELS:
            without = replace(document, spectrum=None)
            return _named(without, "spectrum", f"more than {COUNTED_LEVELS} numbers of cells")
        counts = [self._with(e).counted(DECISION_MEMBERS) for e in range(most)]
        if any(isinstance(count, Unknown) for count in counts):
            return _named(document, "spectrum", f"more than {DECISION_MEMBERS:,} members")
        sums = [*(c for c in counts if isinstance(c, int)), self._models]
        steps = [now - before for before, now in zip([0, *sums], sums, strict=False)]
        return replace(
            document, spectrum=levels(steps), spectrum_identity=counted_identity(self.identity)
        )

    def _structure(self, document: BooleanAudit) -> BooleanAudit:
        statuses = self.space.edges()
        if isinstance(statuses, Unknown):
            raise LimitError(statuses.reason)
        return replace(
            document, edges={f"{p}->{c}": str(said) for (p, c), said in statuses.items()}
        )

    def _unobserved(self, document: BooleanAudit) -> BooleanAudit:
        cells = sum(row.count("?") for world in self.problem.training for row in world.rows)
        if not cells:
            return document
        found = self._entailed
        if isinstance(found, Unknown):
            document = unreached(document, "unobserved", LimitError(found.reason))
            return replace(document, unobserved=UnobservedPart(cells=cells))
        entailed = filled_parts(self.problem, found)
        return replace(document, unobserved=UnobservedPart(cells=cells, entailed=entailed))

    @cached_property
    def _entailed(self) -> dict[Cell, int] | Unknown:
        return self.searched.entailed()

    def entailed_cells(self) -> Filled | Unknown:
        if isinstance(self._entailed, Unknown):
            return self._entailed
        rows = [(w, r) for w, x in enumerate(self.problem.training) for r in range(len(x.rows))]
        where = {row: number for number, row in enumerate(rows)}
        return tuple((where[w, r], v, bit) for (w, r, v), bit in self._entailed.items())

    @cached_property
    def _least(self) -> tuple[int, BooleanSCM] | None:
        """The least number of disturbed cells and a model that has it, by raising the errors."""
        most = self.hypotheses.errors + RAISED_ERRORS
        for errors in range(self.searched.cells + 1):
            model = self._with(errors).pick()
            if isinstance(model, Unknown):
                raise LimitError(model.reason)
            if model is not None:
                return errors, model
            if errors == most:
                raise LimitError(f"no model with up to {errors} disturbed cells")
        return None

    def _best(self, document: BooleanAudit) -> BooleanAudit:
        if self._least is None:
            return document
        errors, _ = self._least
        count = self._with(errors).counted(DECISION_MEMBERS)
        if isinstance(count, Unknown):
            document = unreached(document, "best.count", LimitError(count.reason))
            return replace(document, best=LevelPart(errors=errors, count=None))
        return replace(document, best=LevelPart(errors=errors, count=count))

    def _margin(self, document: BooleanAudit) -> BooleanAudit:
        if self.problem.latent:
            return document
        model, of = self.gold_model, GOLD
        if model is None:
            if self._least is None:
                return replace(document, margin=MarginPart(value=None, of=BEST))
            errors, model = self._least
            of = BEST
            other = self._with(errors).other(model)
            if isinstance(other, Unknown):
                raise LimitError(other.reason)
            if other is not None:
                return replace(document, margin=self._shown(MarginPart(value=0, of=of), other))
        own = len(disturbance(self.problem, model).disturbed)
        for errors in range(own + RAISED_ERRORS + 1):
            other = self._with(errors).other(model)
            if isinstance(other, Unknown):
                break
            if other is not None:
                part = MarginPart(value=errors - own, of=of)
                return replace(document, margin=self._shown(part, other))
            if errors >= self.searched.cells:
                return replace(document, margin=MarginPart(value=None, of=of))
        else:
            errors += 1
        return replace(document, margin=MarginPart(value=None, of=of, at_least=errors - own))

    def _shown(self, part: MarginPart, second: BooleanSCM) -> MarginPart:
        cells = cell_parts(self.problem, second)
        mechanisms = spelled(self.problem, second)
        shown = DisturbedModelPart(roots=second.roots, mechanisms=mechanisms, disturbed=len(cells))
        return replace(part, second=shown, cells=cells)

    def _evidence(self, document: BooleanAudit) -> BooleanAudit:
        size = self.options.probe_size
        support = support_report(self.problem, self.gold_model, self.evidence, size)
        return replace(
            document,
            support=None if support is None else support.part(),
            exposure=exposure_report(self.problem),
        )

    def _profile(self, document: BooleanAudit) -> BooleanAudit:
        """Counts of models, whatever makes two of them the same."""
        profiles = profile(self.evidence, self.hypotheses, self._models)
        gold = self.gold_model
        if gold is not None:
            smallest = ClassPart.of(smallest_class(self.evidence, gold, self.hypotheses))
            document = replace(document, smallest_class=smallest)
        return replace(document, profile=profiles, profile_identity=counted_identity(self.identity))

    def _beyond(self, document: BooleanAudit) -> BooleanAudit:
        where = self.searched.where_coupled
        return _named(document, "redundancy", f"worlds are not left out one by one where {where}")


def _named(document: BooleanAudit, section: str, reason: str) -> BooleanAudit:
    return unreached(document, section, LimitError(reason))
