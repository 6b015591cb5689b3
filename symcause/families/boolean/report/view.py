"""The view in a Boolean report: what one problem needs to be drawn.

Variables, worlds and models go by position. The *reference* is the model that alternatives are compared
with: gold if it is a member of the version space, else a member, else gold alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UnsetType

from symcause.audits.documents import Document
from symcause.audits.story import Story
from symcause.audits.verdicts import Verdict
from symcause.families.boolean.documents.audit_document import BooleanAudit, ProfilePart
from symcause.families.boolean.documents.check_document import BooleanCheck
from symcause.families.boolean.documents.question_results import AlternativePart
from symcause.families.boolean.documents.scope_part import ClassPart
from symcause.families.boolean.models.scm import BEHAVIOUR, BooleanSCM
from symcause.families.boolean.problem.evaluator_order import RELEASE
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.page.check_view import check_view
from symcause.families.boolean.report.page.evidence_view import (
    evidence_view,
    forced_view,
    knowledge_facts,
)
from symcause.families.boolean.report.page.packed_models import read_model
from symcause.families.boolean.report.page.page_entries import (
    View,
    alternative_view,
    model_view,
    world_view,
)
from symcause.families.boolean.report.page.unseen_inputs import unseen_words
from symcause.families.boolean.report.story.audit_story import (
    audit_story,
    evidence_remarks,
    open_variables,
    page_headline,
    page_notes,
    page_sentence,
    pairs_remark,
)
from symcause.families.boolean.report.story.margin_sentences import explained_words
from symcause.families.boolean.report.story.variable_facts import variable_facts
from symcause.models.number_phrases import whole
from symcause.reports.figures.ambiguity_dots import Bar, profile_figure, spectrum_figure
from symcause.reports.figures.figure import Figure, figure_view
from symcause.reports.views.edge_view import drawn_graph, statuses
from symcause.reports.views.metadata_view import metadata_text


def view(document: Document, problem: BooleanProblem) -> View | None:
    """Everything that the page of one problem shows; None for what is told, not drawn."""
    if isinstance(document, BooleanCheck):
        return check_view(document, problem)
    if not isinstance(document, BooleanAudit):
        return None
    story, models = audit_story(document), _Models(document, problem)
    place = {name: i for i, name in enumerate(problem.variables)}
    pairs = [pairs_remark(document)] if document.coordinated_pairs else []
    bars = [_bar(entry, document.scope) for entry in document.profile]
    return {
        "kind": "boolean",
        "id": document.problem,
        "verdict": story.verdict,
        "headline": page_headline(document),
        "tone": str(story.tone),
        "sentence": page_sentence(document) + unseen_words(document, problem),
        "facts": _facts(story, document),
        "notes": [*page_notes(document), *pairs, *evidence_remarks(document)],
        "next": list(story.steps),
        "vars": list(problem.variables),
        "latent": [place[name] for name in problem.latent],
        "worlds": [world_view(world, place) for world in problem.worlds],
        "without": _without(document, problem),
        **evidence_view(document, problem, models.reference),
        "models": models.ordered_views(),
        "reference": models.reference_name,
        "explains": explained_words(document, "gold" if models.is_gold else None),
        "spectrum": figure_view(_spectrum(document)),
        "alternatives": [
            alternative_view(alternative, number, place)
            for number, alternative in enumerate(document.alternatives, 1)
        ],
        "table": [_row(document, name) for name in problem.variables],
        "edges": statuses(document.edges, problem.variables),
        "graph": drawn_graph(
            document.edges,
            problem.variables,
            models.all(),
            models.gold,
            unsettled=open_variables(document),
        ),
        "story": ["unsettled", "mechanism still open"] if open_variables(document) else None,
        "forced": forced_view(document, problem),
        "alike": document.identity == BEHAVIOUR,
        "profile": figure_view(profile_figure(bars)),
        "latex": models.latex(),
        "uncertified": _uncertified(document),
        "metadata": metadata_text({k: v for k, v in problem.metadata.items() if k != RELEASE}),
        "index": _index(document, problem),
    }


def _facts(story: Story, document: BooleanAudit) -> list[list[str]]:
    """The figures, the class and what is known beforehand first; none that the headline has."""
    texts = {"models"} if page_headline(document) is not None else set()
    if document.verdict != Verdict.AMBIGUOUS:
        texts.add("separable")  # there are no two models to tell apart
    facts = [list(fact) for fact in story.facts if fact[0] not in texts]
    own = [fact for fact in facts if fact[0] == "class"]
    return [*own, *knowledge_facts(document), *(fact for fact in facts if fact[0] != "class")]


def _index(document: BooleanAudit, problem: BooleanProblem) -> View:
    """What the table of a pool shows of the problem."""
    covered = None if document.support is None else document.support.mean_coverage
    return {
        "setting": document.setting,
        "variables": len(problem.variables),
        "rows": sum(len(world.rows) for world in problem.training),
        "coverage": None if covered is None else round(covered, 9),
        "unit": "models",
    }


class _Models:
    """The reference and the alternatives, compiled from what the document spells out."""

    def __init__(self, document: BooleanAudit, problem: BooleanProblem) -> None:
        self._document, self._problem = document, problem
        legal = document.gold is not None and document.gold.illegal is None
        self.gold = problem.gold_scm if legal else None
        member = document.member
        model = None if member is None else read_model(member.mechanisms, member.roots)
        self.reference = model or self.gold
        self.is_gold = self.reference is not None and self.reference == self.gold
        self.reference_name = "gold" if self.is_gold else "a member"

    def all(self) -> list[BooleanSCM]:
        """Every model that the graph shows edges of, the reference first."""
        models = [self.reference, self.gold, *(m for _, m in self._alternatives())]
        return [model for model in models if model is not None]

    def _alternatives(self) -> Iterator[tuple[AlternativePart, BooleanSCM | None]]:
        for alternative in self._document.alternatives:
            yield alternative, read_model(alternative.mechanisms, alternative.roots)

    def ordered_views(self) -> list[View | None]:
        """The reference, then every alternative; gold at the end if it is neither."""
        entries = [self._entry(self.reference, self._written(), self.reference_name)]
        for number, (alternative, model) in enumerate(self._alternatives(), 1):
            entries.append(self._entry(model, alternative.mechanisms, f"alternative {number}"))
        if self.gold is not None and not self.is_gold:
            entries.append(self._entry(self.gold, self._gold_written(), "gold"))
        return entries

    def _written(self) -> Mapping[str, str]:
        """The reference's mechanisms, gold's own spelling where it is gold."""
        member = self._document.member
        return self._gold_written() if self.is_gold or member is None else member.mechanisms

    def _gold_written(self) -> Mapping[str, str]:
        gold = self._document.gold
        return {} if gold is None else gold.mechanisms

    def _entry(self, model: BooleanSCM | None, texts: Mapping[str, str], name: str) -> View | None:
        return None if model is None else model_view(model, texts, name, self._problem)

    def latex(self) -> str | None:
        """The reference's mechanisms for a paper."""
        from symcause.families.boolean.report.export import mechanisms_latex

        texts = self._written()
        return mechanisms_latex(texts) if texts else None


def _spectrum(document: BooleanAudit) -> Figure | None:
    """Models by the training cells that they disturb; None where none may be, or all are alike."""
    levels = [level for level in document.spectrum or () if level.count]
    if not document.scope.noisy or document.counts_behaviours or not levels:
        return None
    return spectrum_figure([Bar("errors", level.errors, level.count) for level in levels])


def _bar(entry: ProfilePart, own: ClassPart) -> Bar:
    if not isinstance(entry.max_ast, UnsetType):
        return Bar("max_ast", entry.max_ast, entry.count, entry.max_ast == own.max_ast)
    assert not isinstance(entry.max_parents, UnsetType)
    return Bar("max_parents", entry.max_parents, entry.count, entry.max_parents == own.max_parents)


def _without(document: BooleanAudit, problem: BooleanProblem) -> list[str | None] | None:
    """For every world: how many more models there would be without it."""
    if document.redundancy is None:
        return None
    gains = document.redundancy.without
    return [whole(gains[w.id]) if w.id in gains else None for w in problem.worlds]


def _row(document: BooleanAudit, name: str) -> Sequence[object]:
    """Cells, coverage, shortcuts, local alternatives, mechanisms and status of one variable."""
    facts = variable_facts(document, name)
    numbers = (facts.shortcuts, facts.local, facts.mechanisms)
    return [
        facts.cells,
        None if facts.coverage is None else round(facts.coverage, 4),
        *(None if number is None else whole(number) for number in numbers),
        facts.status,
    ]


def _uncertified(document: BooleanAudit) -> str | None:
    """What the page says where it carries no certificate."""
    if document.certificate is not None:
        return None
    why = document.certificate_reason
    return f"This report carries no certificate{f': {why}' if why else ''}."
