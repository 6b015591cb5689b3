"""The scoring run of the CLI's score_run: lines come in, results go out in the same order.

Prediction files are about one pool. Without any, each file of the pool is a pool of its own with the
answers stored in it: released files share ids between settings, and the same id then means the same
latent problem. Baselines answer after the files, one problem after the other. A pool may hold problems of
several families; each has its own metrics and tables. With ``--resume`` the lines already written are read
back (the summary counts them) while the same number of answers is passed over; lines that a dead worker
left, or an earlier version in a form of its own, are made again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from symcause.audits.document_json import NotOfThisKind, dumps
from symcause.audits.documents import EXIT_INTERRUPTED, EXIT_MALFORMED
from symcause.audits.publication.problem_classes import FamilyClasses
from symcause.bounds.cli_bounds import LISTED_RUNS
from symcause.cli.output.result_file import Line, Results
from symcause.cli.output.terminal_output import complain, emit_all
from symcause.cli.runs.pool_errors import Complaints
from symcause.cli.runs.run_backends import backend
from symcause.cli.score_run.answer_batches import identity, named, score_rows
from symcause.cli.score_run.answer_index import Reading, Replaced
from symcause.cli.score_run.answers.answer_files import AnswerFiles, remarked
from symcause.cli.score_run.answers.held_lines import HeldLines
from symcause.cli.score_run.attempt_repeats import repeated
from symcause.cli.score_run.earlier_lines import is_line, is_stale, other_answers, refuse_others
from symcause.cli.score_run.family_choice import is_unscored, scoring_of, scorings
from symcause.cli.score_run.problem_store import Store
from symcause.cli.score_run.rendering_choice import sense_tasks
from symcause.cli.score_run.run_options import ANSWERING, Options
from symcause.episodes.judgement.episode_scores import EpisodeScoring
from symcause.errors import UsageError
from symcause.formats.answer_files.predictions import Row
from symcause.formats.answer_files.told_lines import told_text
from symcause.formats.pools.pool_folders import problem_files
from symcause.formats.pools.problem_files import read_problems
from symcause.formats.pools.text_detection import holds_answers
from symcause.formats.problems import Problem
from symcause.processes.pools import Backend, Local
from symcause.registry import family_of
from symcause.renderings.prompt_answers import Renderings, stored_prompts
from symcause.scoring.remarks.system_remarks import SystemRemarks
from symcause.scoring.scoring_protocol import REPLACED, Means, Scoring, Task

AnyRow = TypeVar("AnyRow", Row, Task)

EPISODES = "episodes"
"""The part of a run that transcripts of all families have in common."""


class ScoringRun:
    """One run; afterwards :attr:`scorings` hold what the tables need."""

    def __init__(self, pool: str, predictions: tuple[str, ...], options: Options) -> None:
        self.scorings: dict[str, Scoring[Any, Any]] = {}
        self.answers = self.failures = 0
        self._pool, self._predictions, self._options = pool, predictions, options
        self._tables: tuple[str, ...] = ()
        if predictions and all(map(holds_answers, (pool, *predictions))):
            self._tables, self._predictions = (pool, *predictions), ()
        others = options.renderings.sense or bool(options.given.keys() & ANSWERING)
        self._files = AnswerFiles(self._predictions, options.answer_keys, others)
        self.listed: list[Line] = []
        """The first lines, where a page lists runs."""
        self._wrong = self._rows_seen = 0
        self._complaints = Complaints("answer")
        self._waiting: deque[tuple[int, int | None]] = deque()
        """Of the answers under way: their places, and the lines that their results take the place of."""
        self._replaced, self._held = Replaced(), HeldLines()
        self._holds = False
        """Are the answers under way to be held until all have come?"""
        self._results: Results | None = None
        self._on: Backend = Local()
        self._ready = scorings(options.given)
        self._sense, self._rendered = options.renderings.sense, list[str]()
        self._prompts: Renderings = stored_prompts(options.prompts) if options.prompts else {}
        self.remarks = SystemRemarks()

    def execute(self) -> int:
        """Score everything and return the exit code."""
        options = self._options
        try:
            with ExitStack() as stack:
                if options.out is not None:
                    file = Results(options.out, resume=options.resume, ours=is_line)
                    self._results = stack.enter_context(file)
                earlier = iter(()) if self._results is None else self._results.earlier()
                self._on = stack.enter_context(backend(options.jobs, options.cluster))
                for path in self._pools():
                    with Store(self._scoring, path) as store:
                        for lines in self._lines(store, path, earlier):
                            self._take(lines, path)
                    self._settle()
                if next(earlier, None) is not None:
                    raise other_answers(self._options.out, self._rows_seen)
                if self._results is not None:
                    self._results.finish()
        except KeyboardInterrupt:
            self._settle()
            for scoring in self.scorings.values():
                scoring.interrupted()
            return EXIT_INTERRUPTED
        finally:
            self._complaints.close()
        for note in self.remarks.notes():
            complain(note)
        return EXIT_MALFORMED if self._wrong or self.failures or self.remarks.failed else 0

    def _lines(
        self, store: Store, path: str, earlier: Iterator[tuple[int, Line]]
    ) -> Iterator[Sequence[Line]]:
        """What is still to be scored: the answers in files, a few at a time, then the baselines'."""
        options = self._options
        ids = self._fill(store, path)
        means = Means(options.jobs, options.timeout, options.seed, complain, self._on)
        every = [id for listed in ids.values() for id in listed]
        for name, scoring in self.scorings.items():
            wanted = self._files.answered(path, store, every) if scoring.counts else set(every)
            scoring.prepare(store.scorer, [id for id in ids.get(name, []) if id in wanted], means)
        self._holds = not self._files.twice(path)
        if any(scoring.last for scoring in self.scorings.values()) and not self._holds:
            self._replaced = self._files.replaced(path, store, every, self._rows_seen)
        heard = remarked(self._files.rows(path), self.remarks)
        rows_named = (named(row, store, every) for row in heard)
        rows = self._pass_over(rows_named, store, path, earlier)
        themes = (f"{path}.themes",)
        yield from score_rows(rows, store, self._on, options.timeout, themes, self._prompts)
        self._holds = False  # a baseline answers every problem once
        open_ = [self.scorings[name].tasks(ids[name]) for name in ids]
        open_.append(sense_tasks(store, self._rendered, path, self.scorings))
        tasks = self._pass_over(chain.from_iterable(open_), store, path, earlier)
        given = options.terms, self._on, complain, options.repeat, themes
        yield from ((line,) for line in repeated(tasks, store, *given))

    def _scoring(self, problem: Problem) -> Scoring[Any, Any]:
        """The family's part of this run. Raises UsageError where an option does not apply."""
        family = family_of(problem)
        if family.name not in self.scorings:
            made = scoring_of(family, self._ready, self._options.given)
            self.scorings[family.name] = self._options.renderings.chosen_scoring(made)
        return self.scorings[family.name]

    def _pools(self) -> list[str]:
        """The files whose answers are scored on their own."""
        if self._tables:
            return list(self._tables)
        if self._predictions or self._pool == "-" or not Path(self._pool).is_dir():
            return [self._pool]
        return [str(path) for path in problem_files(self._pool)]

    def _fill(self, store: Store, path: str) -> dict[str, list[str]]:
        """The ids of the problems, by family."""
        entered, classes = dict[str, list[str]](), FamilyClasses(self._options.classes)

        def enter(problem: Problem, scoring: Scoring[Any, Any], file: str) -> None:
            scoring.enter(problem, path, file)
            if self._options.renderings.enters(problem, scoring):
                self._rendered.append(problem.id)
            entered.setdefault(family_of(problem).name, []).append(problem.id)
            classes.add(problem)

        complaints = Complaints()
        with closing(Reading("reading the pool", "problems")) as reading:
            wrong = store.fill(reading.counted(read_problems(path, question="score")), enter)
        classes.join(self.scorings)
        for error in wrong:
            self._wrong += 1
            complaints.take(None, str(error))
        complaints.close()
        if not entered and self._predictions and not any(map(is_unscored, wrong)):
            remedy = "give the problems first, then the answers: symcause score POOL PREDICTIONS"
            complain(str(UsageError("it contains no problem", file=path, remedy=remedy)))
        return entered

    def again(self, path: str) -> Iterator[Row]:
        """The answers to the one pool at *path* once more; none where files cannot be read twice."""
        once_more = self._pools() == [path] and self._files.twice(path)
        return self._files.rows(path) if once_more else iter(())

    def _pass_over(
        self,
        rows: Iterator[AnyRow],
        store: Store,
        path: str,
        earlier: Iterator[tuple[int, Line]],
    ) -> Iterator[AnyRow]:
        """Count what an earlier run has written; the answers that are still to be scored."""
        again: list[AnyRow] = []
        for row in rows:
            found = next(earlier, None)
            if found is None:
                return chain(again, self._numbered(chain([row], rows)))
            number, line = found
            if identity(row) != (line.get("problem"), line.get("model")):
                raise other_answers(self._options.out, self._rows_seen)
            if is_stale(line, row, store) or not self._kept(line, path):
                again.append(row)
                self._waiting.append((self._rows_seen, number))
            else:
                assert self._results is not None
                self._results.keep(number, self._rows_seen)
            self._rows_seen += 1
        return iter(again)

    def _numbered(self, rows: Iterator[AnyRow]) -> Iterator[AnyRow]:
        """The rows that no earlier run came to, each with its place among all."""
        for row in rows:
            self._waiting.append((self._rows_seen, None))
            self._rows_seen += 1
            yield row

    def _kept(self, line: Line, path: str) -> bool:
        """Count a line of an earlier run; False if it is not of today's form, and is to be made again.

        So is one that others may replace which nobody knows yet, or that bears the wrong mark.
        """
        scoring = self._part(line)
        if scoring is not None and scoring.last:
            replaced = self._is_replaced(line, self._rows_seen)
            if self._holds or replaced != (line.get(REPLACED) is True):
                return False
        try:
            if scoring is not None:
                refuse_others(line, scoring, self._options.terms, self._options.out)
            self._count(line, path, self._rows_seen)
        except NotOfThisKind:
            return False
        return True

    def _part(self, line: Line) -> Scoring[Any, Any] | None:
        name = EPISODES if line.get("episode") is True else str(line.get("family"))
        return self.scorings.get(name)

    def _take(self, lines: Sequence[Line], path: str) -> None:
        """Write lines and count them: on standard output all that are there, in a file one by one."""
        for line, (place, _) in zip(lines, self._waiting, strict=False):
            if self._is_replaced(line, place):
                line[REPLACED] = True
        printed = self._results is None and self._options.to_stdout
        if printed:
            emit_all([told_text(line) or dumps(line) for line in lines])
        left = iter(lines)
        try:
            for line in left:
                self._take_one(line, path)
        except KeyboardInterrupt:
            for line in left if printed else ():  # whoever reads them finds them in the summary
                self._take_one(line, path)
            raise

    def _take_one(self, line: Line, path: str) -> None:
        place, over = self._waiting.popleft()
        if self._results is not None:
            self._results.write(told_text(line) or dumps(line), place, over)
        self._count(line, path, place)

    def _count(self, line: Line, path: str, place: int) -> None:
        if "error" in line:
            self.failures += 1
            if not self._options.to_stdout:
                self._complaints.take(f"answer {self.answers + 1}", str(line["error"]))
        elif line.get("episode") is True:
            self.scorings.setdefault(EPISODES, EpisodeScoring()).take(line, path)
        else:
            scoring = self.scorings[str(line["family"])]
            passed = line if self._is_replaced(line, place) else None
            if scoring.last and self._holds:
                passed = self._held.put(line, path)
            elif passed is None:
                self._take_up(line, path)
            if passed is not None:
                scoring.pass_over()
                self.remarks.replace(passed)
        if self._options.listed and len(self.listed) < LISTED_RUNS and "error" not in line:
            self.listed.append(line)
        self.answers += 1

    def _is_replaced(self, line: Line, place: int) -> bool:
        """Has the system answered the problem again, in a family where the last answer counts?"""
        scoring = self._part(line)
        return scoring is not None and scoring.last and place in self._replaced

    def _take_up(self, line: Line, path: str) -> None:
        """An answer counts."""
        scoring = self.scorings[str(line["family"])]
        scoring.take(line, path)
        scoring.renderings.take(line)
        self.remarks.take(line)

    def _settle(self) -> None:
        """All have come: those that are held count."""
        for line, path in self._held.settled():
            self._take_up(line, path)
