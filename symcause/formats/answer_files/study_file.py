"""The study file: a pool, an order by seed, and who may take part.

The file says everything that one participant shares with the next; what they did stands in transcripts.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Literal

from symcause.errors import ProblemError, SymcauseError
from symcause.formats.json_text import read_json
from symcause.formats.pools.problem_files import read_text
from symcause.formats.struct_decoder import decode
from symcause.formats.structs import Meta, Struct, field

FORMAT = "symcause.study/1"

Code = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]


class StudyDocument(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A study: which problems, in which order, by whom."""

    format: Literal["symcause.study/1"]
    id: Annotated[Code, Meta(description="Letters, digits, - and _; names the file of results.")]
    pool: Annotated[
        str,
        Meta(
            description="File or folder of problems with gold that can be played, seen from this file."
        ),
    ]
    problems: (
        Annotated[
            tuple[str, ...],
            Meta(description="Ids of the pool, in this order; all of them if left out."),
        ]
        | None
    ) = None
    seed: int = 0  # Of the episodes and of the orders.
    shuffle: Annotated[
        bool,
        Meta(
            description="An order for every participant, by seed and code; else the order of the pool."
        ),
    ] = True
    participants: (
        Annotated[
            tuple[Code, ...],
            Meta(description="Codes of those who may take part; anybody with a code if left out."),
        ]
        | None
    ) = None
    title: str | None = None  # For participants.
    instructions: str | None = None  # For participants.
    budget: (
        Annotated[
            int, Meta(ge=0, description="Actions per problem, instead of the problem's own number.")
        ]
        | None
    ) = None
    rules: Annotated[
        dict[str, dict[str, object]],
        Meta(description="Options of symcause play, by family."),
    ] = field(default_factory=dict)

    def order(self, count: int, participant: str) -> tuple[int, ...]:
        """In which order this participant gets this many problems."""
        places = list(range(count))
        if self.shuffle:
            Random(f"{self.seed} {participant}").shuffle(places)
        return tuple(places)


def read_study(path: str | Path) -> StudyDocument:
    """The study of a file. Raises ProblemError with the place of what is wrong."""
    file = str(path)
    try:
        study = decode(read_json(read_text(path)), StudyDocument)
    except SymcauseError as error:
        raise error.at(file=file) from None
    for place, names in (("problems", study.problems), ("participants", study.participants)):
        if names is None:
            continue
        if not names:
            raise ProblemError("nobody and nothing is left", file=file, place=place)
        folded = [name.lower() if place == "participants" else name for name in names]
        twice = next((name for name in folded if folded.count(name) > 1), None)
        if twice is not None:
            raise ProblemError("named twice", file=file, place=place, value=twice)
    return study
