"""Which problems of a path a run works on, and which an earlier run has done already.

Every problem leaves one line in ``--out``, so ``--resume`` takes lines off the pool one for one: problems
with the same id are told apart by their number, and a problem that could not be read in its time and
can be read now is done again. Results about another class or setting than the one asked for now are
refused: a file must not mix them.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator

from symcause.errors import UsageError, did_you_mean
from symcause.formats.files import Item, read_problems

Document = dict[str, object]

Scope = Callable[[Item], Document]
"""The setting and class that a problem is asked with, as its document shows them."""


class Earlier:
    """Results of an earlier run, by the id of their problem."""

    def __init__(self, documents: Iterable[Document], file: str | None, scope: Scope) -> None:
        self._by_id: dict[object, deque[Document]] = defaultdict(deque)
        for document in documents:
            self._by_id[document["problem"]].append(document)
        self._file, self._scope = file, scope

    def take(self, item: Item) -> Document | None:
        """The result about this item, if there is one that still holds."""
        found = self._by_id.get(item.id)
        if not found:
            return None
        document = found.popleft()
        if ("error" in document) != (item.error is not None):
            return self.take(item)  # the file was repaired, or spoilt
        if item.error is None:
            for key, asked in self._scope(item).items():
                if document.get(key) != asked:
                    raise UsageError(
                        f"holds results about another {key}",
                        file=self._file,
                        place=f"problem {item.id}",
                        value=document.get(key),
                        remedy="give the same options, leave out --resume, or name another file",
                    )
        return document


class Selection:
    """The items to work on; remembers those under way, and whether there is only one in all."""

    def __init__(
        self, path: str, chosen: str | None, earlier: Earlier, on_done: Callable[[Document], None]
    ) -> None:
        self._path, self._chosen = path, chosen
        self._earlier, self._on_done = earlier, on_done
        self.under_way: dict[int, Item] = {}
        self.single = False

    def __iter__(self) -> Iterator[Item]:
        """One item is held back, to know whether it is the only one."""
        held, number, begun = None, 0, 0
        for item in self._selected():
            number += 1
            done = self._earlier.take(item)
            if done is not None:
                self._on_done(done)
                continue
            if held is not None:
                yield held
            self.under_way[begun] = held = item
            begun += 1
        if held is not None:
            self.single = number == 1
            yield held

    def _selected(self) -> Iterator[Item]:
        if self._chosen is None:
            yield from read_problems(self._path)
            return
        known: list[str] = []
        found = False
        for item in read_problems(self._path):
            if item.id == self._chosen:
                found = True
                yield item
            elif item.id is not None and len(known) < 10_000:
                known.append(item.id)
        if not found:
            raise UsageError(
                "no problem with this id",
                file=self._path,
                value=self._chosen,
                remedy=did_you_mean(self._chosen, known) or _some(known),
            )


def _some(known: list[str]) -> str | None:
    return f"there are {', '.join(known[:8])} …" if known else None
