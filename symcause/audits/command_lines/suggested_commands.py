"""Suggested commands of a story: about the very problem, and with the options, that were asked about.

An option goes on to the next question where that has one of the same name and kind, unless the suggestion
gives it another value. Files that a command is to write are named after the problem.

>>> asked = PosedQuestion(question="audit", problem="lamp.json", options={"errors": 4})
>>> suggested("see others: symcause alternatives PROBLEM --limit 10", asked, "boolean", "lamp")
'see others: symcause alternatives lamp.json --errors 4 --limit 10'
>>> suggested("keep the proof: symcause audit PROBLEM --certificate FILE", asked, "boolean", "lamp")
'keep the proof: symcause audit lamp.json --errors 4 --certificate lamp.certificate.json'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from shlex import quote
from typing import TYPE_CHECKING

from msgspec import UnsetType
from msgspec.structs import replace

from symcause.audits.command_lines.posed_question import PosedQuestion
from symcause.audits.documents import Document
from symcause.audits.question import Option, flag_of, options
from symcause.audits.story import Story
from symcause.formats.knowledge_files import Contents
from symcause.registry import family, load

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_COMMAND = re.compile(r"symcause ([a-z-]+) PROBLEM")
_FILE_NAME = re.compile(r"[^\w.-]+")
_WRITTEN = {
    "--certificate FILE": "--certificate {}.certificate.json",
    "--out FILE": "--out {}.stronger.json",
    "PROBLEM FILE": "PROBLEM {}.certificate.json",
    "--html FILE": "--html {}.html",
}
"""Files that commands write, and those that read them."""


def posed(
    command: str,
    kind: type[DataclassInstance],
    given: Mapping[str, object],
    problem: str | None,
    id: str | None = None,
    arguments: tuple[str, ...] = (),
) -> PosedQuestion:
    """The question of a class, with those of the options given that a command line has."""
    known = options(kind)
    kept = {k: value for k, value in given.items() if k in known and not known[k].hidden}
    asked = PosedQuestion(
        question=command,
        problem=problem,
        id=id,
        arguments=arguments,
        options={name: _plain(value) for name, value in kept.items()},
    )
    words = [f"symcause {command}", asked.subject or "-", *map(quote, arguments)]
    words += option_words(kind, kept) if kept else []
    return replace(asked, command=" ".join(words))


def option_words(kind: type[DataclassInstance], given: Mapping[str, object]) -> list[str]:
    """Options of a question, or of anything with options, as the command line has them."""
    shown = {name: one for name, one in options(kind).items() if not one.hidden}
    return [w for name in given if name in shown for w in _words(kind, name, _plain(given[name]))]


def about(story: Story, document: Document) -> Story:
    """The story with commands that can be pasted, and the question that was asked, where it is known."""
    asked = document.asked
    if isinstance(asked, UnsetType):
        return story
    steps = (suggested(s, asked, document.family, str(document.problem)) for s in story.steps)
    return replace(story, steps=tuple(steps), asked=asked.command if asked.options else "")


def suggested(step: str, asked: PosedQuestion, of: str, id: str) -> str:
    """A step with its commands completed; as it is where no command can name the problem."""
    subject = asked.subject
    if subject is None:
        return step
    for word, name in _WRITTEN.items():
        step = step.replace(word, name.format(_FILE_NAME.sub("_", id) or "problem"))
    if "log" in asked.options:
        step = step.replace(" LOGS/", f" {quote(str(asked.options['log']).rstrip('/'))}/")
    if asked.arguments:
        step = step.replace(" ANSWER", f" {quote(asked.arguments[0])}")

    def completed(found: re.Match[str]) -> str:
        rest = step[found.end() :]
        words = [word for kept in carried(found[1], asked, of, rest) for word in kept]
        return " ".join([f"symcause {found[1]}", subject, *words])

    return _COMMAND.sub(completed, step)


def carried(command: str, asked: PosedQuestion, of: str, rest: str) -> Iterator[list[str]]:
    """The options that go on to a command, but for those that the *rest* of it gives."""
    questions = family(of).questions
    if command not in questions or asked.question not in questions:
        return
    before, after = load(questions[asked.question]), load(questions[command])
    known: Mapping[str, Option] = options(after)
    for name, value in asked.options.items():
        one = known.get(name)
        was = options(before).get(name)
        same = one is not None and was is not None and not one.hidden and one.kind == was.kind
        if same and not {*(one.flags if one else ()), flag_of(after, name)} & {*rest.split()}:
            yield list(_words(after, name, value))


def _words(kind: type[DataclassInstance], name: str, value: object) -> Iterator[str]:
    """An option as the command line has it."""
    flag, declared = flag_of(kind, name), options(kind)[name]
    if declared.kind == "flag":
        if value:
            yield flag
    elif declared.alone is not None and value == declared.alone:
        yield flag
    elif isinstance(value, list):
        for one in value:
            yield from (flag, quote(str(one)))
    else:
        yield from (flag, quote(str(value)))


def _plain(value: object) -> object:
    """An option's value as JSON has it: a file by its name."""
    if isinstance(value, Contents):
        return value.file
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value
