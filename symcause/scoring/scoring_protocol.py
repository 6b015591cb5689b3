"""The scoring protocol: a family's part in one run of symcause score.

A subclass is a dataclass whose fields are options of the command. Problems enter one by one; what a worker
needs of a problem is its *scorer*. Answers become lines (the JSON of the subclass's ``document`` type);
each line is taken into the summary once, in input order, whether it was scored now or by an earlier run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from symcause.errors import UsageError
from symcause.processes.pools import Backend
from symcause.scoring.abstention_tables import Doubts
from symcause.scoring.answer_groups import Row
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import Metric, SystemScores
from symcause.scoring.group_columns import also
from symcause.scoring.paper_list import Paper
from symcause.scoring.rendering_scores import RenderingScores
from symcause.scoring.rendering_tables import rendering_tables
from symcause.scoring.score_table import Table

P = TypeVar("P")
S = TypeVar("S")

Line = dict[str, object]
Answer = tuple[str, str]
"""The name of a model, and its response."""

REPLACED = "replaced"
"""The key of a line that does not count, for a later answer takes its place."""

FILE = "file"
"""The word for the file of a problem, where a key of its metadata may stand."""


class Explained(Protocol):
    """What goes with success."""

    def tables(self, bootstrap: Bootstrap, /) -> Sequence[Table]: ...


@dataclass(frozen=True)
class Task:
    """An answer that is still to be made: *model* is the name of a baseline."""

    instance_id: str
    model: str


def group_of(metadata: Mapping[str, object], key: str | None, file: str) -> str | None:
    """What names the group of a problem: a key of its metadata, or the file that it stands in.

    >>> group_of({"level": 2}, "level", ""), group_of({}, "file", "suites/4nodes.jsonl.gz")
    ('2', '4nodes')
    """
    if key == FILE:
        return Path(file).name.partition(".")[0]
    found = None if key is None else metadata.get(key)
    return None if found is None else str(found)


@dataclass(frozen=True)
class Means:
    """What a run lends to a family: processes, time, and a place for complaints."""

    jobs: int = 1
    seconds: float | None = None
    seed: int = 0
    complain: Callable[[str], None] = print
    on: Backend | None = None  # where the processes are, if not here


@dataclass(frozen=True)
class Terms:
    """What each attempt of a baseline may use: work in its own unit, and limits of the user's.

    It is made *repeat* times, to see whether it always ends alike.
    """

    seed: int = 0
    work: int | None = None
    seconds: float | None = None
    megabytes: int | None = None
    repeat: int = 1


class Scoring(ABC, Generic[P, S]):
    """One family in one run; every kind is a dataclass, whose fields are options."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    document: ClassVar[type[Any]]
    counts: ClassVar[bool] = False  # preparing takes long: only problems that somebody answers
    last: ClassVar[bool] = False  # of a system's answers to a problem the last counts
    metrics: ClassVar[tuple[Metric, ...]] = ()  # in which systems are compared
    stratum: ClassVar[str] = "Group"  # the heading of what problems are grouped by

    @cached_property
    def doubts(self) -> Doubts:
        """Claims and abstentions, of families whose questions may be open."""
        return Doubts()

    @cached_property
    def systems(self) -> SystemScores:
        """What systems come to problem by problem, of which pairs are compared."""
        return SystemScores(self.metrics, self.stratum)

    def compare(self, line: Row, row: Row, *, pool: str = "", stratum: str = "") -> None:
        """Count the numbers of an answer where systems are compared; its *line* says whose it is."""
        id = str(line.get("problem"))
        where = {"stratum": stratum, "latent": self.doubts.latent(id)}
        self.systems.take(str(line.get("model")), f"{pool}\n{id}", row, **where)

    def join(self, repeated: Sequence[Sequence[str]], problems: int) -> None:
        """Let problems of one class count as one where problems are resampled; *problems* are there."""
        for ids in repeated:
            self.count_as_one(ids)
        if repeated:
            classes = problems - sum(len(ids) - 1 for ids in repeated)
            self.doubts.repetition = f"{problems:,} problems, {classes:,} classes"

    def count_as_one(self, ids: Sequence[str]) -> None:
        """These problems are one, whatever latent problems they belong to."""
        self.doubts.count_as_one(ids)

    @cached_property
    def renderings(self) -> RenderingScores:
        """Answers to the same problems in other words."""
        return RenderingScores()

    def summary_tables(self, bootstrap: Bootstrap) -> list[Table]:
        """The summary, and what is compared between renderings."""
        own = self.tables(bootstrap)
        if own and (said := self.doubts.repetition) is not None:
            own = [also(own[0], f"{said} up to names and order, resampled as one"), *own[1:]]
        return [*own, *rendering_tables(self.renderings, bootstrap)]

    @classmethod
    def paper(cls) -> Paper | None:
        """What the paper behind the family shows, and what makes it."""
        return None

    def enter(self, problem: P, pool: str, file: str = "") -> None:
        """Take in a problem of the *pool*: of this *file* in it, if that is a folder."""
        raise NotImplementedError

    def scorer(self, problem: P) -> S:
        """What is needed to score answers to a problem."""
        raise NotImplementedError

    def prepare(self, find: Callable[[str], S], ids: list[str], means: Means) -> None:
        """Work to be done once per problem, before answers are scored; *find* gives scorers."""

    def score(self, scorer: S, model: str, response: str) -> Line:
        """The line of one answer."""
        raise NotImplementedError

    def log(self, scorer: S, model: str, text: str, place: str = "") -> Line:
        """The line of the answer that the log of a run ends with; *place* is where the log lies."""
        raise UsageError("this is the log of a run about something else than this problem")

    def about(self, id: str, answers: Sequence[Answer] = ()) -> Self:
        """As much of it as scoring these answers to one problem takes: that travels to other machines."""
        return self

    def tasks(self, ids: list[str]) -> Iterator[Task]:
        """Answers that baselines of the family shall make to these problems."""
        return iter(())

    def attempt(self, scorer: S, task: Task, terms: Terms) -> Line:
        """The line of a baseline's answer; runs in a child."""
        raise NotImplementedError

    def failed(self, scorer: S, task: Task, terms: Terms, reason: str) -> Line:
        """The line of a baseline whose child is gone."""
        raise NotImplementedError

    def claimed(self, scorer: S, line: Line, response: str, attempt: Mapping[str, Any]) -> Line:
        """The line of an answer that comes with an attempt: its claims are checked anew."""
        return line

    def explained(
        self, find: Callable[[str], S], lines: Sequence[Line], joint: tuple[str, ...]
    ) -> Explained | None:
        """What goes with success on these lines (tables, study); None where a family measures nothing."""
        return None

    def told(self, line: Mapping[str, object]) -> Any:
        """The run behind a line, for tables of runs (:class:`symcause.reports.views.run_record.ToldRun`).

        None where an answer has no run behind it.
        """
        return None

    def attempted_otherwise(self, line: Mapping[str, object], terms: Terms) -> str | None:
        """Why an attempt of an earlier run is not what is asked for now; None if it is."""
        return None

    def fits(self, line: Mapping[str, object]) -> str | None:
        """Why a line of an earlier run does not have what is asked for now; None if it has."""
        return None

    @abstractmethod
    def take(self, line: Mapping[str, object], pool: str) -> None:
        """Count a line."""

    def pass_over(self) -> None:
        """An answer does not count: a later one of its system to its problem takes its place."""

    def ask(self, model: str, pool: str, id: str) -> None:
        """A system is asked this problem, and no others but those that it is asked likewise."""

    def interrupted(self) -> None:
        """Not all answers have come: those that are missing are not wrong ones."""

    @abstractmethod
    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        """The summary."""

    def files(self, complain: Callable[[str], None]) -> Iterator[tuple[str, str, str]]:
        """Files that options of the family ask for: folder, name and text."""
        return iter(())

    def figures(self, tables: list[Table], bootstrap: Bootstrap) -> list[Any]:
        """Pictures of the summary (:class:`symcause.reports.figures.figure.Figure`)."""
        return []
