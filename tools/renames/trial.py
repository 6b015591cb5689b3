"""The trial of one method: its definitions get another name, and mypy is followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tools.renames.callers import Caller
from tools.renames.checked_copy import Complaint, Place
from tools.renames.definitions import Method

Rename = Callable[[str, str, Iterable[Place]], list[Complaint]]


@dataclass(frozen=True)
class Trial:
    """A method, its callers by the search, and those that mypy named."""

    method: Method
    callers: tuple[Caller, ...]
    named: tuple[Caller, ...]

    @property
    def missed(self) -> tuple[Caller, ...]:
        """Callers that were not named; a name in a text is another matter."""
        known = {*self.named, *self.texts}
        return tuple(caller for caller in self.callers if caller not in known)

    @property
    def texts(self) -> tuple[Caller, ...]:
        """Where ``getattr`` or ``hasattr`` says the name."""
        return tuple(caller for caller in self.callers if caller.use.by_text)


def tried(rename: Rename, method: Method, callers: tuple[Caller, ...]) -> Trial:
    """Rename the definitions, then each caller that mypy names, until it names no further one.

    The new name is as long as the old one, so that everything stays where it was.
    """
    places, named = set(method.places), list[Caller]()
    while True:
        said = rename(method.name, method.name.upper(), places)
        spans = {each.span for each in said if f'"{method.name}"' in each.text}
        new = [each for each in callers if each.use.span in spans and each not in named]
        if not new:
            return Trial(method, callers, tuple(each for each in callers if each in named))
        named += new
        places |= {each.use.place for each in new}
