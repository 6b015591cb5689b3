"""The ShapeWorld ``disambiguate`` question: a best policy as a tree of actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.audits.story import Story
from symcause.families.shapeworld.documents.question_documents import (
    PolicyPart,
    ShapeWorldDisambiguate,
)
from symcause.families.shapeworld.documents.scope_part import ActionPart
from symcause.families.shapeworld.questions.options import InClass

if TYPE_CHECKING:
    from symcause.families.shapeworld.audits.action_order import PolicyNode
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem


@dataclass(frozen=True)
class Disambiguate(InClass[ShapeWorldDisambiguate]):
    """The policy that settles the question with the fewest interventions in the worst case."""

    name: ClassVar[str] = "disambiguate"
    document: ClassVar[type[ShapeWorldDisambiguate]] = ShapeWorldDisambiguate

    def stated(self, problem: ShapeWorldProblem) -> dict[str, object]:
        from symcause.families.shapeworld.problem.transcript_evidence import numbered

        limit = max(problem.most_steps - numbered(problem), 0)
        return super().stated(problem) | {"limit": limit}

    def answers(self, problem: ShapeWorldProblem) -> Iterator[ShapeWorldDisambiguate]:
        from symcause.families.shapeworld.audits.intervention_optimum import Optimum

        document, space = self.frame(problem), self.space(problem)
        if problem.initial is None or space.pick() is None:
            empty = "no state was ever seen" if problem.initial is None else "no member is left"
            yield replace(document, reason=empty, settles=False)
            return
        optimum = Optimum(space)
        document = replace(document, bound=optimum.bound(), lower_bound=min(optimum.bound(), 1))
        yield document
        worst, ranking = optimum.worst_case(), optimum.ranking()
        if not isinstance(worst, Unknown):
            document = replace(document, worst_case=worst, lower_bound=worst)
        if isinstance(ranking, Unknown):
            yield replace(document, reason=ranking.reason)
            return
        assert document.limit is not None
        tree = ranking.policy(ranking.slices.whole, optimum.state, document.limit, optimum.alike)
        if tree is None:
            yield replace(document, reason="the policy is too long to write out")
            return
        yield replace(
            document,
            policy=_part(problem, tree),
            settles=tree.leaves_settled,
            minimal=True,
            count_before=tree.members,
            count_after=_most_left(tree),
        )

    def story(self, document: ShapeWorldDisambiguate) -> Story:
        from symcause.families.shapeworld.report.policy_stories import policy_story

        return policy_story(document)


def _part(problem: ShapeWorldProblem, node: PolicyNode) -> PolicyPart:
    action = None
    if node.move is not None:
        action = ActionPart(action=str(node.move[0]), shape=problem.shapes[node.move[1]])
    verdict = "open" if node.settled is None else str(node.settled)
    return PolicyPart(
        moving=problem.names(node.state),
        count=node.members,
        verdict=verdict,
        action=action,
        outcomes=tuple(_part(problem, child) for child in node.children),
    )


def _most_left(node: PolicyNode) -> int:
    """Members at the largest leaf."""
    return max((_most_left(child) for child in node.children), default=node.members)
