"""Summary of many Boolean answers by group and system, from which the tables are made.

Answers are grouped by *group* (the setting, or what the caller groups by) and model, and added up
(:mod:`symcause.scoring.answer_groups`). Problems of a group that a model did not answer count as invalid
answers of it, as in the published tables, unless only answered problems are asked for.
"""

from __future__ import annotations

from dataclasses import replace

from msgspec import UnsetType

from symcause.families.boolean.documents.check_document import BooleanScore, Edits, ScoreFailure
from symcause.families.boolean.scoring.system_metrics import compared
from symcause.families.boolean.scoring.tables.answer_numbers import BINS, SHEET, figures, no_answer
from symcause.families.boolean.scoring.tables.identification_tables import Identifications
from symcause.families.boolean.scoring.tables.problem_facts import ALTERNATIVE, Member
from symcause.models.disclosure import Setting
from symcause.scoring.answer_groups import Group, Grouped, Row
from symcause.scoring.bootstrap import Bootstrap, Unit
from symcause.scoring.comparison.latent_roots import LatentRoots
from symcause.scoring.comparison.system_scores import SystemScores

SEVERAL = "several settings"
"""The setting of a group whose problems are not all of one."""


class Answers(Group):
    """The answers of one group and model; Alternative-SCM answers never mix with others."""

    def __init__(self, group: str, model: str, setting: str, alternative: bool) -> None:
        super().__init__(SHEET)
        self.group, self.model, self.setting = group, model, setting
        self.alternative = alternative
        self.answered = Numbers()
        self.uncounted = 0  # members of the class beside an unknown number of others
        self.edits: dict[int, Edits] = {}  # by depth, of successful alternatives
        self.missing = 0
        self.repeated = 0  # answers to problems that the model had answered before

    def where(self, metric: str) -> set[Unit]:
        """The latent problems with an answer in which a flag is 1."""
        return {latent for latent, total in self.by_unit(metric).items() if total.sum}

    @property
    def median_of_others(self) -> int | None:
        """The lower one of two middle numbers of other explanations; None if none is known."""
        others = self.counts("other_explanations")
        before, middle = 0, (sum(others.values()) + 1) // 2
        for value in sorted(value for value in others if isinstance(value, int)):
            before += others[value]
            if before >= middle:
                return value
        return None


class Numbers:
    """A set of small numbers, one byte each."""

    def __init__(self) -> None:
        self._held = bytearray()

    def add(self, number: int) -> None:
        if number >= len(self._held):
            self._held.extend(bytes(number + 1 - len(self._held)))
        self._held[number] = 1

    def __contains__(self, number: int) -> bool:
        return number < len(self._held) and self._held[number] == 1

    def __len__(self) -> int:
        return sum(self._held)


class Summary:
    """Collects problems and the documents of answers; the published tables read it."""

    def __init__(
        self,
        *,
        answered_only: bool = False,
        explanations: bool = False,
        released_means: bool = False,
        systems: SystemScores | None = None,
        roots: LatentRoots | None = None,
    ) -> None:
        """With *explanations* the documents say where answers stand in the version space.

        Answers that are given are also counted in *systems*, where these are compared; *roots* say which
        latent problems count as one.

        With *released_means* an invalid answer has no share of exact worlds, but for problems of the
        Counterexample Audit; else it has 0.
        """
        self.released_means = released_means
        self._systems = systems
        self.answered_only = answered_only
        self.explanations = explanations
        self.failures = 0
        self.replaced = 0  # answers that do not count: their model gave another one later
        self._finished = False
        self._members: dict[str, tuple[int, Member]] = {}
        self._latents: dict[str, int] = {}
        self._settings: dict[tuple[str, bool], set[str]] = {}
        self._answers: dict[tuple[str, bool, str], Answers] = {}
        self._only: dict[
            str, set[str]
        ] = {}  # of systems that are asked some problems and no others
        self.identified = Identifications()
        self.roots = LatentRoots() if roots is None else roots

    def add_problem(self, problem: Member, key: str | None = None) -> None:
        """Take in a problem under its id, or under *key* where ids repeat."""
        self._members.setdefault(key or problem.id, (len(self._members), problem))
        self._latents.setdefault(problem.latent, len(self._latents))
        if not problem.identify:  # these have a table of their own
            kind = (problem.group, problem.alternative)
            self._settings.setdefault(kind, set()).add(problem.setting)

    def resampled(self, bootstrap: Bootstrap) -> Bootstrap:
        """The same, with latent problems that count as one resampled together."""
        roots = {number: self._latents[self.roots.of(n)] for n, number in self._latents.items()}
        return replace(bootstrap, classes={n: root for n, root in roots.items() if n != root})

    def ask(self, model: str, key: str) -> None:
        """A system is asked this problem, and no others but those that it is asked likewise."""
        self._only.setdefault(model, set()).add(key)

    def add(self, score: BooleanScore | ScoreFailure, key: str | None = None) -> None:
        """Count an answer, or what stands in the place of one."""
        key = key or str(score.problem)
        if isinstance(score, ScoreFailure) or key not in self._members:
            self.failures += 1
            return
        index, problem = self._members[key]
        if problem.identify:
            self.identified.add(problem.group, score, key)
            self._compare(key, problem, score, {})
            return
        answers = self._of(problem, score.model)
        answers.repeated += index in answers.answered
        answers.answered.add(index)
        row = self._row(problem, problem.relation(score.model), score)
        answers.add(row, self._latents[problem.latent])
        self._compare(key, problem, score, row)
        edits = score.details.edits
        for edit in () if isinstance(edits, UnsetType) else edits:
            answers.edits[edit.depth] = (
                answers.edits.get(edit.depth, Edits(depth=edit.depth)) + edit
            )
        if score.in_class and not isinstance(score.other_explanations, int):
            answers.uncounted += 1

    def _compare(self, key: str, problem: Member, score: BooleanScore, row: Row) -> None:
        if self._systems is not None:
            own = compared(row, score, problem)
            where = {"stratum": problem.group, "latent": self.roots.of(problem.latent)}
            self._systems.take(score.model, key, own, **where)

    def _row(
        self,
        problem: Member,
        relation: tuple[bool, ...],
        score: BooleanScore,
        *,
        answered: bool = True,
    ) -> Row:
        """The numbers of an answer; *relation* is the problem's to the system."""
        row = {**figures(score, relation), "answered": answered}
        if self.released_means and not score.valid and not problem.counterexamples:
            row = {**row, "train_world_exact": None, "heldout_world_exact": None}
        if problem.bins is not None:
            row = {**row, **dict(zip(BINS, problem.bins, strict=True))}
        return row

    def _of(self, problem: Member, model: str) -> Answers:
        key = (problem.group, problem.alternative, model)
        if key not in self._answers:
            self._answers[key] = Answers(problem.group, model, problem.setting, problem.alternative)
        return self._answers[key]

    def identifications(self) -> Grouped:
        """Answers to identification tasks, by group, system and gold's label."""
        asked = {key: m for key, (_, m) in self._members.items() if m.identify}
        missing = not self.answered_only
        return self.identified.grouped(
            {key: (m.group, m.certification) for key, m in asked.items()}, missing=missing
        )

    def finish(self) -> list[Answers]:
        """All groups, in the order of the disclosure ladder and then of appearance."""
        if not self.answered_only and not self._finished:
            self._finished = True
            self._complete()
        for answers in self._answers.values():
            if len(self._settings.get((answers.group, answers.alternative), ())) > 1:
                answers.setting = SEVERAL
        order = {group: rank for rank, group in enumerate(self._groups())}
        return sorted(self._answers.values(), key=lambda answers: order[answers.group])

    def _groups(self) -> list[str]:
        seen = list(dict.fromkeys(group for group, *_ in self._answers))
        ladder = [*map(str, Setting), *(f"{ALTERNATIVE}{setting}" for setting in Setting)]
        rank = {group: position for position, group in enumerate(ladder)}
        return sorted(seen, key=lambda group: rank.get(group, len(ladder)))

    def _complete(self) -> None:
        """Add an invalid answer for each problem of a group to the systems that were asked it in vain."""
        systems: dict[tuple[str, bool], list[Answers]] = {}
        for answers in self._answers.values():
            systems.setdefault((answers.group, answers.alternative), []).append(answers)
        for key, (index, problem) in self._members.items():
            if problem.identify:
                continue
            rows: dict[tuple[bool, ...], Row] = {}  # the same of all systems in one relation to it
            for answers in systems.get((problem.group, problem.alternative), ()):
                only = self._only.get(answers.model)
                if index not in answers.answered and (only is None or key in only):
                    relation = problem.relation(answers.model)
                    if relation not in rows:
                        nothing = no_answer(problem, answers.model)
                        rows[relation] = self._row(problem, relation, nothing, answered=False)
                    answers.missing += 1
                    answers.add(rows[relation], self._latents[problem.latent])
