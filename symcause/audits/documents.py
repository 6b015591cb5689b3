"""Documents of audits and all other questions, with their exit codes.

A document is a frozen structure with attributes. What every family says of a question is in the classes
here; a family adds its own keys in a subclass. A document about which nothing is known yet is the *frame*:
all defaults. Keys that a command adds only when asked to are :data:`msgspec.UNSET` and left out.
The JSON Schema of every document is generated from these types (``symcause schema``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

import msgspec
from msgspec import UNSET, UnsetType

from symcause.answers import Cut
from symcause.audits.command_lines.posed_question import PosedQuestion
from symcause.audits.document_json import plain, revived
from symcause.models.notebook_hook import Shown
from symcause.models.prose.value_line import cut

EXIT_YES, EXIT_NO, EXIT_MALFORMED, EXIT_UNKNOWN, EXIT_INTERRUPTED = 0, 1, 2, 3, 130
"""What a command's exit code says."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a document, with attributes of its own."""

    def to_dict(self) -> dict[str, object]:
        """Plain values, as ``--json`` shows them."""
        document: dict[str, object] = plain(self)
        return document

    def __repr__(self) -> str:
        """What is set, as far as a line holds it."""
        return cut(f"{type(self).__name__}({self._set(self.__struct_fields__)})")

    def _set(self, names: Iterable[str]) -> str:
        known = ((name, getattr(self, name, None)) for name in names)
        return ", ".join(f"{k}={v!r}" for k, v in known if v is not None and v is not UNSET)


_TOLD = ("verdict", "settled", "status", "right", "accepted", "separated", "count", "total")
"""What the line of a document tells first, where it has it; then what is counted, and the reason."""
_AND = "; "


def both(known: str | None, reason: str) -> str:
    """Why no more is known, and what ended the work."""
    return reason if known is None or known == reason else f"{known}{_AND}{reason}"


class Document(Part, Shown, frozen=True, kw_only=True):
    """The result of one question about one problem."""

    family: str  # the kind of problem
    problem: str | None  # its id
    stopped: Cut | UnsetType = UNSET  # what ended the work early; the reason says it in words
    lost: bool | UnsetType = UNSET  # its process died: a later run does it again
    asked: PosedQuestion | UnsetType = UNSET  # where a command line asked it

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """The document that :meth:`to_dict` or ``--json`` wrote. Raises UsageError for anything else."""
        return revived(data, cls)

    def __hash__(self) -> int:
        return hash((type(self), self.problem))  # parts of it are mappings

    @property
    def code(self) -> int:
        """The exit code that this result stands for."""
        return EXIT_YES

    def halted(self, reason: str, by: Cut | None = None) -> Self:
        """The same document, for work that ended early: what is known by then, and why no more is.

        *by*: what ended it, unless that was a bound of its own, which is met on every machine.
        """
        told = self.explained(reason)
        return told if by is None else msgspec.structs.replace(told, stopped=by)

    def explained(self, reason: str) -> Self:
        """The same document, with a reason (one more) why no more is known, where it has a place for it."""
        if "reason" not in self.__struct_fields__:
            return self
        return msgspec.structs.replace(
            self, reason=both(getattr(self, "reason", None) or None, reason)
        )

    @property
    def early(self) -> str | None:
        """What ended the work before it was done, in words; None where it came to its end."""
        if isinstance(self.stopped, UnsetType):
            return None
        return str(getattr(self, "reason", None) or self.stopped).rpartition(_AND)[2]

    def to_pandas(self) -> Any:
        """A data frame of one row: what is a number, a text or a yes or no in it.

        ``pandas.concat([report.to_pandas() for report in reports])`` is the table of many. Raises
        UsageError where pandas is not installed.
        """
        from symcause.formats.data_frames import data_frame

        kinds = (bool, int, float, str, type(None))
        return data_frame([{k: v for k, v in self.to_dict().items() if isinstance(v, kinds)}])

    def doubtful(self) -> Self:
        """The same document, marked as one that a later run shall make again."""
        return msgspec.structs.replace(self, lost=True)

    def __repr__(self) -> str:
        """One line with what matters most; :func:`plain` has everything."""
        text = self._set((*_TOLD, "count_before", "count_after", "reason"))
        return cut(f"<{type(self).__name__} of {self.problem}{': ' if text else ''}{text}>")


class AuditDocument(Document, frozen=True, kw_only=True):
    """``audit``: the verdict in the family's own word, and whether that settles the question."""

    verdict: str | None = "unknown"  # in the family's word
    settled: bool | None = None  # by the verdict? null: unknown
    sentence: str = ""  # the verdict in words
    reason: str | None = None  # why no more is known
    count: int | None = None  # of consistent models; null: unknown
    separable: bool | None = None  # can an experiment on one variable separate two members?
    certificate: dict[str, object] | None = None
    certificate_reason: str | UnsetType = UNSET  # why there is none
    certificate_note: str | UnsetType = UNSET  # what verifying it takes
    certificate_file: str | UnsetType = UNSET  # where it was written
    canonical: dict[str, str | None] | UnsetType = UNSET  # with --duplicates
    seconds: float | None = None  # of processor time

    @property
    def code(self) -> int:
        if self.verdict is None:
            return EXIT_YES
        return EXIT_UNKNOWN if self.settled is None else int(not self.settled)

    def __str__(self) -> str:
        return self.sentence


class CountDocument(Document, frozen=True, kw_only=True):
    """``count``: how many members there are, up to the stated identity.

    Where the number is unknown, *at_least* and *at_most* may be proven. *steps* is the work that it took.
    """

    identity: str  # what makes two models the same
    count: int | None = None  # exact; null: unknown
    log10: float | None = None  # of the count
    status: str = "unknown"  # `exact`, `bounded` or `unknown`
    reason: str | None = None
    at_least: int | UnsetType | None = UNSET  # proven bounds where the count is unknown
    at_most: int | UnsetType | None = UNSET
    steps: int | UnsetType = UNSET  # the work that it took
    certificate: dict[str, object] | UnsetType | None = UNSET  # with --certificate
    certificate_reason: str | UnsetType = UNSET  # why there is none
    certificate_note: str | UnsetType = UNSET  # what verifying it takes
    certificate_file: str | UnsetType = UNSET

    @property
    def code(self) -> int:
        return EXIT_UNKNOWN if self.status == "unknown" else EXIT_YES


class CheckDocument(Document, frozen=True, kw_only=True):
    """``check``: *right* decides; *unique* and *justified* are what one may also require.

    An answer that abstains is neither right nor wrong: *support* decides, justified or premature.
    """

    right: bool | None = None  # what the exit code says
    in_class: bool | None = None  # exact on the training evidence, within the class
    unique: bool | None = None  # no other consistent model
    justified: bool | None = None  # proved by the evidence
    count: int | None = None  # of consistent models
    reason: str | None = None
    disputed: str | UnsetType = UNSET  # several objects look like an answer: which one is read
    claimed: bool = False  # the answer says what was asked for, valid or not
    abstained: bool = False
    hedged: bool = False  # abstains beside a claim, which counts
    open: bool | None = None  # would no claim be justified? null: not known
    support: str | None = None  # justified, unsupported, refuted; abstentions: or premature
    proved: bool | None = None  # by two alternatives that an abstention names; null: it names none

    @property
    def code(self) -> int:
        decides = self.abstention if self.abstained else self.right
        return EXIT_UNKNOWN if decides is None else int(not decides)

    @property
    def abstention(self) -> bool | None:
        """Is an abstention justified?"""
        return None if self.support is None else self.support == "justified"

    def required(self, *, unique: bool, justified: bool) -> int:
        """The exit code where more than a right answer is asked for; an abstention names no model."""
        if self.code != EXIT_YES:
            return self.code
        if self.abstained:
            return EXIT_NO if unique else EXIT_YES
        wanted = [self.unique] * unique + [self.justified] * justified
        if False in wanted:
            return EXIT_NO
        return EXIT_UNKNOWN if None in wanted else EXIT_YES


class SolveDocument(Document, frozen=True, kw_only=True):
    """``solve``: one member, the simplest first."""

    status: str = "unknown"
    reason: str | None = None
    optimal: bool = False  # proved: nothing simpler exists
    seconds: float | None = None

    @property
    def code(self) -> int:
        return {"solved": EXIT_YES, "inconsistent": EXIT_NO}.get(self.status, EXIT_UNKNOWN)


class AlternativesDocument(Document, frozen=True, kw_only=True):
    """``alternatives``: other members, nearest first; subclasses say what one looks like."""

    total: int | None = None  # how many there are; null: unknown
    status: str = "unknown"
    reason: str | None = None

    @property
    def found(self) -> int:
        """How many are shown."""
        return len(getattr(self, "alternatives", ()))

    @property
    def code(self) -> int:
        if self.found:
            return EXIT_NO
        return EXIT_UNKNOWN if self.status == "unknown" else EXIT_YES

    def explained(self, reason: str) -> Self:
        return msgspec.structs.replace(self, status="unknown", reason=reason)


class SeparateDocument(Document, frozen=True, kw_only=True):
    """``separate``: what tells two answers apart; null if nothing does."""

    separated: bool | None = None  # null: unknown
    reason: str | None = None

    @property
    def code(self) -> int:
        return EXIT_UNKNOWN if self.separated is None else int(not self.separated)


class DisambiguateDocument(Document, frozen=True, kw_only=True):
    """``disambiguate``: what would leave one member."""

    minimal: bool = False  # proved: fewer do not suffice
    lower_bound: int = 0  # no fewer suffice
    count_before: int | None = None  # of consistent models
    count_after: int | None = None  # with what is added
    reason: str | None = None

    @property
    def code(self) -> int:
        return EXIT_UNKNOWN if self.count_after is None else int(self.count_after != 1)


class VerifyDocument(Document, frozen=True, kw_only=True):
    """``verify``: the kernel's word about a certificate."""

    accepted: bool | None = None  # null: a limit was reached
    claim: str | None = None  # what is claimed
    reason: str | None = None  # what was established, or is wrong
    scope: dict[str, object] | None = msgspec.field(name="class", default=None)
    """where the claim holds; null unless accepted"""
    setting: str | None = None  # likewise
    as_stated: bool = False  # for the problem in its own class and setting, too

    @property
    def code(self) -> int:
        return EXIT_UNKNOWN if self.accepted is None else int(not self.accepted)


class ErrorDocument(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in the place of a problem that could not be read or asked."""

    problem: str | None
    error: str
    lost: bool | UnsetType = UNSET  # a worker was lost: a later run does it again

    @property
    def code(self) -> int:
        return EXIT_MALFORMED


Result = Document | ErrorDocument
