"""The selection of problems for a run, without those that an earlier run has done.

Every problem leaves one line in ``--out``, so ``--resume`` takes lines off the pool one for one: problems
with the same id are told apart by their number, and a problem that could not be read in its time and
can be read now is done again, as is one whose process died. Results about another class or setting than
the one asked for now are refused: a file must not mix them.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from symcause.audits.document_json import plain
from symcause.audits.documents import EXIT_MALFORMED
from symcause.bounds.formats_bounds import SEEN_IDS
from symcause.cli.output.result_file import Line, Results
from symcause.cli.runs.question_request import Asked
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.formats.pools.problem_files import Item, read_problems

_LOST = -1  # in the place of an exit code

_SCOPE = ("family", "setting", "semantics", "class")
"""Keys by which a document says what it is about."""


_BRIEF = (
    *("problem", "error", "verdict", "settled", "status", "count", "count_hex", "seconds"),
    *("family", "setting", "semantics", "class", "separable", "alternatives", "accepted"),
    *("findings", "stopped", "lost", "code"),
)


def brief(line: Line) -> Line:
    """What a summary needs of a document, and what tells whether it can be kept."""
    kept = {key: line[key] for key in _BRIEF if key in line}
    return {k: v[:1] if isinstance(v, list) else v for k, v in kept.items()}


class Earlier:
    """Results of an earlier run, by the id of their problem.

    Of a line only its place in the file, its exit code and a hash of the id are kept; it is read again
    when its problem comes. Nearly always the lines stand in the order of the problems; only if they do
    not, they are looked up.
    """

    def __init__(
        self,
        results: Results | None,
        asked: Asked,
        complete: Callable[[Line], bool],
        file: str | None,
    ) -> None:
        self._results, self._asked, self._file = results, asked, file
        self._hashes, self._codes = array("q"), array("b")
        self._next = 0
        self._elsewhere: dict[int, deque[int]] | None = None
        self.over: dict[int, int] = {}
        """Lines that no longer hold, by the place of the problem whose new result replaces them."""
        for _, line in results.earlier() if results is not None else ():
            whole = line.get("lost") is not True and ("error" in line or complete(line))
            document = None if "error" in line else asked.revived(line)
            code = EXIT_MALFORMED if document is None else document.code
            self._hashes.append(hash(line.get("problem")))
            self._codes.append(code if whole else _LOST)
        self.number = len(self._hashes)

    def take(self, item: Item, place: int) -> Line | None:
        """The result about this item, if there is one that still holds."""
        number = self._line_of(item.id)
        if number is None:
            return None
        assert self._results is not None
        line = self._results.read(number)
        if self._codes[number] == _LOST or ("error" in line) != (item.error is not None):
            self.over[place] = number  # done again: it was lost, or the problem was changed
            return None
        if item.error is None:
            self._refuse_others(item, line)
        self._results.keep(number, place)
        return {**line, "lost": False, "code": self._codes[number]}

    def _line_of(self, id: str | None) -> int | None:
        """The number of the first line about this problem that was not taken."""
        wanted = hash(id)
        if self._elsewhere is None:
            number = self._next
            if number == self.number:
                return None
            if self._hashes[number] == wanted:
                self._next += 1
                return number
            self._elsewhere = {}
            for number in range(self._next, self.number):
                self._elsewhere.setdefault(self._hashes[number], deque()).append(number)
        found = self._elsewhere.get(wanted)
        return found.popleft() if found else None

    def _refuse_others(self, item: Item, line: Line) -> None:
        """Complain about a result to another question than the one asked now."""
        try:
            frame = plain(self._asked.to(item.problem).frame(item.problem))
        except SymcauseError:
            return  # the question does not apply: that will be said in its place
        for key in _SCOPE:
            if key in line and key in frame and line[key] != frame[key]:
                raise UsageError(
                    f"holds results about another {key}",
                    file=self._file,
                    place=f"problem {item.id}",
                    value=line[key],
                    remedy="give the same options, leave out --resume, or name another file",
                )


class Selection:
    """The items to work on; remembers those under way, and whether there is only one in all."""

    def __init__(
        self,
        paths: Sequence[str],
        chosen: str | None,
        question: str,
        earlier: Earlier,
        on_done: Callable[[Line], None],
        *,
        lazily: bool = False,
        form: str | None = None,
    ) -> None:
        self._form = form  # of graph files
        self._lazily = lazily  # whoever works on the problems reads them
        self._paths, self._chosen, self._question = tuple(paths), chosen, question
        self._earlier, self._on_done = earlier, on_done
        self.under_way: dict[int, tuple[int, Item]] = {}
        self.single = False

    def __iter__(self) -> Iterator[Item]:
        """One item is held back, to know whether it is the only one."""
        held, number, begun = None, 0, 0
        for place, item in enumerate(self._selected()):
            number += 1
            done = self._earlier.take(item, place)
            if done is not None:
                self._on_done(done)
                continue
            if held is not None:
                yield held
            self.under_way[begun] = place, item
            held = item
            begun += 1
        if held is not None:
            self.single = number == 1
            yield held

    def _selected(self) -> Iterator[Item]:
        known: list[str] = []
        found = self._chosen is None
        for item in self._all():
            if self._chosen is None or item.id == self._chosen:
                found = True
                yield item
            elif item.id is not None and len(known) < SEEN_IDS:
                known.append(item.id)
        if not found:
            assert self._chosen is not None
            raise UsageError(
                "no problem with this id",
                file=", ".join(self._paths),
                value=self._chosen,
                remedy=did_you_mean(self._chosen, known) or _some(known),
            )

    def _all(self) -> Iterator[Item]:
        """The problems of all paths; of several, one that cannot be read does not cost the others."""
        for path in self._paths:
            try:
                for item in read_problems(
                    path, question=self._question, lazily=self._lazily, form=self._form
                ):
                    named = item.error is not None or item.file is not None
                    yield item if named else item.at(item.index, path)
            except SymcauseError as error:
                if len(self._paths) == 1:
                    raise
                yield Item(0, None, None, error)


def _some(known: list[str]) -> str | None:
    return f"there are {', '.join(known[:8])} …" if known else None
