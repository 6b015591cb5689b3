"""The tasks that the workbench page requests, each done in a child process.

A line is ``{"document": …}`` with a document of a question as ``--json`` prints it, or what the kind of
request says; ``{"error": …}`` stands where something went wrong. The server adds the last line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from symcause.audits.document_json import plain
from symcause.audits.documents import AuditDocument, Document
from symcause.audits.of_space.look import LookOfSpace, answer_text, run
from symcause.audits.of_space.space_question import OfSpace
from symcause.audits.question import answered
from symcause.audits.story import CLASSES, Tone
from symcause.bounds.workbench_bounds import TABLE_RUNS
from symcause.errors import LimitError, SymcauseError, UsageError
from symcause.formats.json_text import read_json
from symcause.formats.problems import read_document
from symcause.formats.struct_decoder import decode
from symcause.processes.isolation import Emit
from symcause.registry import family_of, load
from symcause.version import __version__
from symcause.workbench.edit_state import State, asked, opened, problem_of
from symcause.workbench.file_shelf import Shelf
from symcause.workbench.save_folder import Desk
from symcause.workbench.study import Study

if TYPE_CHECKING:
    from symcause.audits.members import Members
    from symcause.formats.problems import Problem

Say = Callable[[Mapping[str, object]], None]
Given = Mapping[str, Any]


@dataclass(frozen=True)
class Room:
    """What a workbench works with: the files that it was given, where it may save, a study."""

    shelf: Shelf
    desk: Desk | None = None
    study: Study | None = None

    @property
    def tasks(self) -> Mapping[str, Callable[[Room, Given, Say], None]]:
        """What may be asked here: nothing but the study where there is one, for whoever takes part could
        otherwise look."""
        return TASKS if self.study is None else {"study": _study}


@dataclass(frozen=True)
class Task:
    """A request: its kind, and what it brings along."""

    kind: str
    given: Mapping[str, object]


class TaskJob:
    """Runs in the child."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def __call__(self, task: object, emit: Emit) -> None:
        assert isinstance(task, Task)

        def say(line: Mapping[str, object]) -> None:
            emit(json.dumps(plain(line), ensure_ascii=False, allow_nan=False))

        try:
            self._room.tasks[task.kind](self._room, task.given, say)
        except SymcauseError as error:
            say({"error": self._room.shelf.without_paths(str(error))})
        except RecursionError:
            say({"error": "nested too deeply"})


def _state(given: Given) -> State:
    return decode(given.get("state"), State)


def _ask(room: Room, given: Given, say: Say) -> None:
    """The growing documents of a question."""
    state, more = _state(given), given.get("more", {})
    problem = problem_of(state)
    if not isinstance(more, dict):
        raise UsageError("options are an object", place="more")
    question = asked(str(given["question"]), problem, state, more)
    last = question.frame(problem)
    noun = {"noun": getattr(question, "noun", "model")}  # what a member is called

    def tell(found: Document) -> None:
        shown = {**noun, **_graph(found), **_stored(found, problem)}
        say({"document": {"symcause": __version__, **plain(found)}, **shown})

    try:
        for last in question.answers(problem):
            tell(last)
    except LimitError as error:
        tell(last.halted(str(error)))


def _graph(document: Document) -> dict[str, object]:
    """The graph of a document that has edges, for the page to draw."""
    edges, variables = getattr(document, "edges", None), getattr(document, "variables", None)
    if not edges or variables is None:
        return {}
    from symcause.reports.views.edge_view import space_graph

    return {"graph": space_graph(variables, edges)}


def _stored(document: Document, problem: Problem) -> dict[str, object]:
    """What an audit says first, of a problem with a question of its own, and what is stored against it."""
    if not isinstance(document, AuditDocument):
        return {}
    from symcause.reports.views.result_view import view_of

    view = view_of(document, problem)
    picture = view.get("main")
    svg = picture.get("narrow") or picture.get("svg") if isinstance(picture, Mapping) else None
    return {
        "said": {
            "headline": view.get("headline") or view.get("sentence"),
            "sentence": view.get("sentence"),
            "look": CLASSES[Tone(str(view["tone"]))],
            "svg": svg,
        }
    }


def _draw(room: Room, given: Given, say: Say) -> None:
    """The space as it is drawn, or why it is not."""
    from symcause.reports.space_drawing.result_picture import drawing_line

    state = _state(given)
    problem = problem_of(state)
    name = "look" if "look" in family_of(problem).questions else "audit"
    question = asked(name, problem, state, {})
    if isinstance(question, OfSpace):
        say(drawing_line(question.opened(problem), problem.id))
    else:
        say({"undrawn": f"{family_of(problem).title} have no space whose members could be listed"})


def _shelf(room: Room, given: Given, say: Say) -> None:
    for entry in room.shelf.problems():
        say({"entry": entry})


def _open(room: Room, given: Given, say: Say) -> None:
    """A problem of the shelf, of a text, or of a state, laid out."""
    if "source" in given:
        problem = read_document(read_json(str(given["source"])), None, "", "count")
    elif "state" in given:
        problem = problem_of(_state(given))
    else:
        problem = room.shelf.problem(given.get("file"), given.get("at"))
    say({"opened": msgspec.to_builtins(opened(problem))})


def _run(room: Room, given: Given, say: Say) -> None:
    """The problem after an experiment that gold or a member answers."""
    state = _state(given)
    problem = problem_of(state)
    question = asked("look", problem, state, {})
    experiment, by = given.get("experiment"), given.get("by")
    if not isinstance(question, LookOfSpace) or not isinstance(experiment, dict):
        raise UsageError("no experiment", place="experiment")
    text = "gold" if by == "gold" else answer_text(problem, by)
    say({"opened": msgspec.to_builtins(opened(run(question, problem, experiment, text)))})


def _runs(room: Room, given: Given, say: Say) -> None:
    """Every run of the shelf, as far as its file tells; whether there are more than a table has."""
    from symcause.workbench.run_table import run_rows

    rows = run_rows(room.shelf)
    for row in islice(rows, TABLE_RUNS):
        say({"run": row})
    if next(rows, None) is not None:
        say({"first": TABLE_RUNS})


def _judge(room: Room, given: Given, say: Say) -> None:
    """Runs of the shelf, judged."""
    from symcause.workbench.run_verdicts import judged

    for row in judged(room.shelf, given.get("runs")):
        say({"run": row})


def _episode(room: Room, given: Given, say: Say) -> None:
    """One run, step by step."""
    from symcause.workbench.run_verdicts import view

    say({"view": view(room.shelf, given.get("file"), given.get("at"))})


def _play(room: Room, given: Given, say: Say) -> None:
    """What a player sees after a move."""
    from symcause.workbench.page_episode import Move, moved

    problem = room.shelf.problem(given.get("file"), given.get("at"))
    say({"played": moved(problem, decode(given.get("move"), Move), room.desk)})


def _export(room: Room, given: Given, say: Say) -> None:
    """A file: the problem, an answer, a certificate, a page."""
    state = _state(given)
    problem = problem_of(state)
    what = str(given["what"])
    if what not in EXPORTS:
        raise UsageError("no such export", value=what)
    name, text = EXPORTS[what](problem, state)
    saved = None if room.desk is None else room.desk.keep(problem.id, name, text)
    say({"file": {"name": name, "text": text, "saved": saved}})


def _study(room: Room, given: Given, say: Say) -> None:
    """Where a participant stands after a move."""
    from symcause.workbench.study_session import Sitting, sat

    assert room.study is not None
    for line in sat(room.study, room.desk, decode(given.get("sitting"), Sitting)):
        say(line)


def _problem_file(problem: Problem, state: State) -> tuple[str, str]:
    writer = family_of(problem).writer
    assert writer is not None
    return "problem.json", json.dumps(load(writer)(problem), ensure_ascii=False) + "\n"


def _answer_file(problem: Problem, state: State) -> tuple[str, str]:
    question = asked("look", problem, state, {})
    assert isinstance(question, LookOfSpace)
    space: Members[object] = question.opened(problem)
    member = next(iter(space.simplest()), None)
    if member is None:
        raise UsageError("no model explains the evidence: there is no answer")
    if not space.represents(member):
        raise LimitError(getattr(member, "reason", "no member is known"))
    return "answer.json", answer_text(problem, question.shown(space, member)) + "\n"


def _certificate_file(problem: Problem, state: State) -> tuple[str, str]:
    document = answered(asked("audit", problem, state, {"certificate": True}), problem)
    assert isinstance(document, AuditDocument)
    if document.certificate is None:
        reason = document.certificate_reason or document.sentence
        raise UsageError(f"no certificate: {reason}")
    return "certificate.json", json.dumps(document.certificate, ensure_ascii=False) + "\n"


def _page_file(problem: Problem, state: State) -> tuple[str, str]:
    from symcause.reports.page.result_page import ResultPage

    question = asked("audit", problem, state, {})
    result = answered(question, problem)
    text = StringIO()  # no file, not even for a moment
    opened = question.opened if isinstance(question, OfSpace) else None
    with ResultPage(text, "problem.json", opened=opened) as page:
        page.take(result, problem)
    return "page.html", text.getvalue()


EXPORTS: dict[str, Callable[[Any, State], tuple[str, str]]] = {
    "problem": _problem_file,
    "answer": _answer_file,
    "certificate": _certificate_file,
    "page": _page_file,
}

TASKS: dict[str, Callable[[Room, Given, Say], None]] = {
    "ask": _ask,
    "draw": _draw,
    "shelf": _shelf,
    "open": _open,
    "run": _run,
    "runs": _runs,
    "judge": _judge,
    "episode": _episode,
    "play": _play,
    "export": _export,
}
