"""Conformance of a space with its evidence: experiments, separations, edges, what more evidence does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from symcause.answers import Unknown, Unsat
from symcause.audits.space import Edged, EdgeStatus, Separation
from symcause.models.number_phrases import LARGE
from symcause.testing.conformance_cases import Case, P, Space, SpaceCases

if TYPE_CHECKING:
    from symcause.audits.experiments.outcome_shares import Outcomes


def plain(shown: Mapping[str, Any]) -> dict[str, Any]:
    """What is shown, so that equal things are equal: in the order of names."""
    return {name: shown[name] for name in sorted(shown)}


class EvidenceConformance(SpaceCases[P]):
    """Tests of what members show, and of what is learnt from it."""

    def test_members_and_edges_are_frames(self, case: Case[P]) -> None:
        pytest.importorskip("pandas")
        space = self.space(case.problem)
        number = len(self.listed(space, self.looked_at))
        frame = space.to_pandas(limit=self.looked_at)
        assert len(frame) == number
        rows = [tuple(row) for row in frame.itertuples(index=False)]
        assert not rows or len(set(map(str, rows))) == number
        if self.whole(space):
            assert len(space.to_pandas()) == space.count()
        edges = self.told_edges(space)
        table = edges.to_pandas()
        assert list(table.columns) == ["cause", "effect", "status"]
        statuses = {(row.cause, row.effect): row.status for row in table.itertuples()}
        assert statuses == {edge: str(status) for edge, status in edges.items()}

    def test_open_variables_are_those_about_which_members_differ(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        edges, listed = self.told_edges(space), self.listed(space)
        if not edges:
            pytest.skip("the space tells of no edges")
        variables = space.open_variables()
        assert not isinstance(variables, Unknown)
        said = {v: {self.about(member, v) for member in listed} for v in edges.names}
        differing = {v for v, kinds in said.items() if len(kinds) > 1}
        assert differing <= set(variables)
        if self.whole(space):
            assert differing == set(variables)

    def test_what_if_counts_what_members_show(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        if not self.whole(space):
            return
        listed = self.listed(space)
        for experiment in self.tried(space) if listed else ():
            outcomes = space.what_if(experiment)
            if isinstance(outcomes, Unknown):
                assert outcomes.reason
                continue
            executed = [self.execute(case.problem, member, experiment) for member in listed]
            shown = [
                space.outcome(member, experiment) if seen is None else seen
                for member, seen in zip(listed, executed, strict=True)
            ]
            counted = [(one, [seen for seen in shown if seen == one.shown]) for one in outcomes]
            assert all(one.members == len(alike) > 0 for one, alike in counted), counted
            assert sum(one.members for one in outcomes) == len(shown)
            assert outcomes.total == len(listed) and sum(one.share for one in outcomes) == 1
            self.check_given(space, experiment, outcomes, listed, shown)

    def check_given(
        self,
        space: Space,
        experiment: Any,
        found: Outcomes,
        listed: Sequence[Any],
        shown: list[Any],
    ) -> None:
        """What is learnt leaves the members that show it."""
        for one in found[:3]:
            after = space.given(experiment, one.shown)
            left = {self.key(member) for member in self.listed(after)}
            showing = {
                self.key(member)
                for member, seen in zip(listed, shown, strict=True)
                if plain(seen) == plain(one.shown)
            }
            assert showing <= left <= {self.key(member) for member in listed}
            if not self.leaves_more(space):
                assert left == showing
                assert after.count() == one.members

    def test_a_space_has_a_card(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        card = space._repr_html_()  # type: ignore[attr-defined]
        count = space.count()
        assert isinstance(card, str) and case.problem.id in card
        assert not isinstance(count, int) or count >= LARGE or f"{count:,}" in card

    def test_others_are_other_members(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        listed = self.listed(space)
        for model in (*listed[:2], *listed[-1:]):
            others = list(map(self.key, islice(space.others(model), self.most_listed)))
            assert self.key(model) not in others
            assert len(set(others)) == len(others)
            if self.whole(space):
                assert set(others) == {self.key(other) for other in listed} - {self.key(model)}
            for other in islice(space.others(model), 3):
                assert other in space

    def test_separations_are_executed(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        listed = self.listed(space, self.looked_at)
        for model in listed[:3]:
            assert not isinstance(space.separate(model, model), Separation)
            pairs = [space.separate(model, other) for other in listed]
            for separation in pairs:
                self.check_separation(case.problem, separation)
            separation = space.separate(model)
            self.check_separation(case.problem, separation)
            if isinstance(separation, Separation):
                assert self.key(separation.first) == self.key(model)
                assert separation.second in space
            elif isinstance(separation, Unsat):
                assert not any(isinstance(pair, Separation) for pair in pairs)

    def test_separations_are_listed_best_first(self, case: Case[P]) -> None:
        """The first is the best one, each experiment is there once, and no other tells two apart."""
        space = self.space(case.problem)
        listed = self.listed(space, self.looked_at)
        for model, other in pairwise(listed[:4]):
            assert not any(isinstance(x, Separation) for x in space.separations(model, model))
            separations = list(islice(space.separations(model, other), self.most_listed))
            best = space.separate(model, other)
            if isinstance(best, Unsat):
                assert not separations
            else:
                assert str(separations[0]) == str(best)
            for one in separations:
                self.check_separation(case.problem, one)
            texts = [str(one.experiment) for one in separations if isinstance(one, Separation)]
            assert len(set(texts)) == len(texts)
            if len(separations) < self.most_listed and len(texts) == len(separations):
                for experiment in islice(space.experiments(), 4):
                    shown = [space.outcome(one, experiment) for one in (model, other)]
                    assert shown[0] == shown[1] or self.listed_among(experiment, separations)

    def listed_among(self, experiment: Any, found: Sequence[Separation | Unknown]) -> bool:
        """Is an experiment among those that were listed? A family may know it by other words."""
        return any(isinstance(one, Separation) and one.experiment == experiment for one in found)

    def test_separations_from_members_are_executed(self, case: Case[P]) -> None:
        """Against all members each experiment is there once; there is one if any two are told apart."""
        space = self.space(case.problem)
        if not self.whole(space):
            return
        listed = self.listed(space)
        every = list(islice(space.separations(), self.looked_at))
        for one in every:
            self.check_separation(case.problem, one)
            if isinstance(one, Separation):
                assert one.first in space and one.second in space
        texts = [str(one.experiment) for one in every if isinstance(one, Separation)]
        assert len(set(texts)) == len(texts)
        if not every:
            for other in listed[1 : self.looked_at]:
                assert not isinstance(space.separate(listed[0], other), Separation)

    def check_separation(self, problem: P, found: Separation | Unsat | Unknown) -> None:
        """The two readings differ and are what the models show."""
        if not isinstance(found, Separation):
            assert isinstance(found, Unsat | Unknown)
            return
        assert found.readings[0] != found.readings[1]
        for model, reading in zip((found.first, found.second), found.readings, strict=True):
            shown = self.execute(problem, model, found.experiment)
            assert shown is None or dict(shown) == dict(reading)

    def test_edges_agree_with_the_listing(self, case: Case[P]) -> None:
        space = self.space(case.problem)
        edges = self.told_edges(space)
        if not edges:
            pytest.skip("the space tells of no edges")
        names = {name for pair in edges for name in pair}
        assert set(edges) == {(a, b) for a in names for b in names if a != b}
        listed = [set(self.edges_of(member)) for member in self.listed(space)]
        for edge, status in edges.items():
            holding = [edge in found for found in listed]
            if status is EdgeStatus.NEVER:
                assert not any(holding)
            elif status is EdgeStatus.ALWAYS:
                assert all(holding)
                assert holding
            elif self.whole(space):
                assert any(holding)
                assert not all(holding)

    def test_more_evidence_never_enlarges(self, case: Case[P]) -> None:
        assert case.more is not None
        before, after = self.space(case.problem), self.space(case.more)
        small, large = after.count(), before.count()
        if isinstance(small, int) and isinstance(large, int):
            assert small <= large
        assert all(member in before for member in self.listed(after, self.looked_at))

    def test_unknown_is_a_value(self) -> None:
        problem = self.beyond_reach()
        if problem is None:
            pytest.skip("nothing is beyond reach")
        space = self.space(problem)
        assert isinstance(space.count(), Unknown)
        assert not isinstance(space, Edged) or isinstance(space.edges(), Unknown | Mapping)
        space.draw(Random(1))
        assert list(islice(space.members(), 3)), "a listing that a bound ends says so"
        picked = space.pick()
        if picked is not None and not isinstance(picked, Unknown):
            assert picked in space
            list(islice(space.others(picked), 2))
            self.check_separation(problem, space.separate(picked))
            self.check_separation(problem, space.separate(picked, picked))
