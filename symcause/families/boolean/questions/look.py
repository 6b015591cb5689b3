"""The Boolean question ``look``: edges, open variables, and the nearest other SCM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symcause.audits.of_space.look import LookDocument, LookOfSpace
from symcause.families.boolean.questions.options import ERRORS, HOLES, InClass


@dataclass(frozen=True)
class Look(LookOfSpace[LookDocument], InClass[LookDocument]):
    """The space of the class asked for."""

    takes: ClassVar[frozenset[str]] = frozenset((ERRORS, HOLES))
