"""The run scorer of scenarios: budget, survival, value, rubric, claims and pattern.

Every survival is shown beside the value S(d) of the submitted design, with its distance in binomial
standard errors: differences within two of them are noise.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from msgspec.structs import replace

from symcause.errors import SymcauseError
from symcause.families.scenario.bounds import TOLD_DEPLOYMENTS
from symcause.families.scenario.documents.question_documents import Bounds
from symcause.families.scenario.documents.score_document import (
    BudgetPart,
    RubricPart,
    RunScore,
    TriedPart,
)
from symcause.families.scenario.files.document_writer import write_values
from symcause.families.scenario.models.agent_runs import Rubric, Run, Submission
from symcause.families.scenario.models.model_components import Value
from symcause.families.scenario.models.rational_intervals import Interval
from symcause.families.scenario.optimum.design_boxes import root_boxes
from symcause.families.scenario.problem.problem import ScenarioProblem, Space, violations
from symcause.families.scenario.scoring.claim_distance import distances, held_claims, steps_back
from symcause.families.scenario.scoring.design_answer import full_design, judged_design
from symcause.families.scenario.scoring.rubric_points import Marks, marks, pattern
from symcause.families.scenario.value.claim_judge import Predicates
from symcause.families.scenario.value.fleet_chances import winning
from symcause.families.scenario.value.valuer import Valuer


class RunScorer:
    """Scores runs of one scenario; values are remembered."""

    def __init__(self, problem: ScenarioProblem, rubric: Rubric) -> None:
        self.problem = problem
        self.rubric = rubric
        self.valuer = Valuer(problem)
        self.predicates = Predicates(self.valuer)

    def score(self, run: Run) -> RunScore:
        """The document of a run."""
        problem, submission = self.problem, run.submission
        survival = None if submission is None else submission.survival
        asked = problem.evaluate
        won = survival is not None and asked is not None and survival >= asked.threshold
        strange = self._strange(run)
        marked = marks(self.rubric, run.verdicts) if run.verdicts and not strange else None
        gold = frozenset(claim.id for claim in problem.claims.gold)
        wrong = frozenset(claim.id for claim in problem.claims.distractors)
        walked = distances(run.turns, gold, wrong)
        score = RunScore(
            family="scenario",
            problem=problem.id,
            run=run.id,
            model=run.model,
            survival=None if survival is None else float(survival),
            win=None if asked is None else won,
            rubric=None if marked is None else rubric_part(marked),
            claims=tuple(held_claims(problem, run)),
            claim_distance=walked,
            steps_back=steps_back(walked),
            pattern=None if marked is None or problem.panel else pattern(marked, survival, won),
            budget=budget(problem, run),
            reason=f"the rubric has no criterion {', '.join(strange)}" if strange else None,
        )
        if submission is None or submission.design is None:
            return score
        try:
            return self._valued(score, run, submission, submission.design)
        except SymcauseError as error:  # the design is none; all else is known
            return replace(score, reason=str(error.at(place="submission")))

    def design(self, answer: str, model: str) -> RunScore:
        """The document of a design that answers a prompt: no fleet was sent, so nothing survived or won."""
        score = RunScore(
            family="scenario",
            problem=self.problem.id,
            run="",
            model=model,
            budget=BudgetPart(deployments=0, units=0),
        )
        try:
            design = judged_design(self.valuer, answer, Space.DECLARED)
        except SymcauseError as error:
            return replace(score, valid=False, right=False, reason=str(error))
        return replace(
            score,
            valid=True,
            right=design.right,
            design=write_values(design.design),
            value=_one([design.value], single=True),
            p_win=None if design.win is None else _one([design.win], single=True),
            in_space=not design.violations,
            violations=design.violations,
        )

    def _strange(self, run: Run) -> list[str]:
        """Criteria that judges speak of and the rubric does not have."""
        known = {criterion.id for criterion in self.rubric.criteria}
        return sorted({name for judge in run.verdicts.values() for name in judge} - known)

    def _valued(
        self, score: RunScore, run: Run, submission: Submission, design: Mapping[str, Value]
    ) -> RunScore:
        """The score with what the submitted design is worth."""
        won = score.win is True
        designs = self._designs(design, run.equipment_known)
        values = [self.valuer.value(design) for design in designs]
        away = [_distance(submission.survival, value, submission.fleet) for value in values]
        final = final_score(self.problem, designs[0], submission.survival)
        asked = self.problem.evaluate
        wins = [] if asked is None else [winning(value, asked) for value in values]
        single = run.equipment_known
        lucky = None
        if won and wins:
            half = Fraction(1, 2)
            sure = [win.high < half for win in wins], [win.low >= half for win in wins]
            lucky = True if all(sure[0]) else False if all(sure[1]) else None
        return replace(
            score,
            value=_one(values, single),
            p_win=_one(wins, single) if wins else None,
            z=away[0] if single else tuple(away),
            noise=any(z is not None and abs(z) <= 2 for z in away),
            justified=self._justified(run) if won else None,
            lucky=lucky,
            in_space=any(not violations(self.problem, d, Space.DECLARED) for d in designs),
            final_score=None if final is None else float(final),
        )

    def _designs(self, partial: Mapping[str, Value], known: bool) -> list[dict[str, Value]]:
        """The design of a record, or one for every declared choice of equipment."""
        design = full_design(self.problem, partial)
        if known:
            return [design]
        roots = root_boxes(self.problem, Space.DECLARED, self.problem.final)
        return [{**design, **box.values} for box in roots] or [design]

    def _justified(self, run: Run) -> bool | None:
        """Do the predicates of the claims held at the end hold? None if none of them has one."""
        if not run.turns:
            return None
        listed = (*self.problem.claims.gold, *self.problem.claims.distractors)
        held = [c.predicate for c in listed if c.id in run.turns[-1] and c.predicate is not None]
        words = [self.predicates.status(text) for text in held]
        if "false" in words:
            return False
        return True if words and all(word == "true" for word in words) else None


def final_score(
    problem: ScenarioProblem, design: Mapping[str, Value], survival: Fraction
) -> Fraction | None:
    """The score that the released server gives a submission, which decides nothing; None without one.

    Seven tenths survival, three tenths for little defence, as it was sent.
    """
    if problem.server is None:
        return None
    sent = (value for name, value in design.items() if name.endswith("_def"))
    total = sum((value for value in sent if isinstance(value, Fraction)), Fraction(0))
    return Fraction(7, 10) * survival + Fraction(3, 10) * (1 - min(Fraction(1), total / 300))


def budget(problem: ScenarioProblem, run: Run) -> BudgetPart:
    """What was tried, against what may be."""
    allowed = problem.budget
    units = sum(deployment.count for deployment in run.deployments)
    texts = []
    if allowed is not None:
        if allowed.deployments is not None and len(run.deployments) > allowed.deployments:
            texts.append(f"{len(run.deployments)} deployments, {allowed.deployments} allowed")
        if allowed.units is not None and units > allowed.units:
            texts.append(f"{units} units, {allowed.units} allowed")
        for index, deployment in enumerate(run.deployments):
            most = allowed.per_deployment
            if most is not None and deployment.count > most:
                texts.append(f"deployment {index + 1}: {deployment.count} units, {most} allowed")
    tried = (
        TriedPart(design=write_values(d.design), units=d.count, survived=d.survived)
        for d in run.deployments[:TOLD_DEPLOYMENTS]
    )
    return BudgetPart(
        deployments=len(run.deployments),
        units=units,
        violations=tuple(texts),
        tried=tuple(tried),
    )


def rubric_part(marked: Marks) -> RubricPart:
    """Points as a part of a document."""
    return RubricPart(
        points=float(marked.points),
        max=float(marked.maximum),
        normalised=float(marked.normalised),
        dimensions={name: float(share) for name, share in marked.dimensions.items()},
        mandatory=marked.mandatory,
    )


def _distance(survival: Fraction, value: Interval, fleet: int) -> float | None:
    """How many binomial standard errors a survival is from a value; None if no number of them is enough."""
    expected = value.middle
    if survival == expected:
        return 0.0
    error = sqrt(expected * (1 - expected) / fleet)
    return float(survival - expected) / error if error else None


def _one(intervals: list[Interval], single: bool) -> Bounds | tuple[Bounds, ...]:
    parts = []
    for interval in intervals:
        low, high = interval.texts()
        parts.append(Bounds(low=low, high=high))
    return parts[0] if single else tuple(parts)
