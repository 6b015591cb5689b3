"""Term types in a scenario problem: number, truth, or a choice with its options.

A choice has the options that its term can have. Where a condition compares a name with an option, the
branches know it: in ``if(profile == "zone", band, profile)`` the last ``profile`` is not "zone". So a case
distinction names exactly what can occur.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from symcause.errors import did_you_mean, shorten
from symcause.grammar.scenario.scenario_terms import (
    Apply,
    Case,
    Name,
    Number,
    Term,
    Text,
    Truth,
    show,
)
from symcause.grammar.scenario.term_mistakes import TermError, TermMistake
from symcause.grammar.scenario.term_operators import TERM_OPERATOR, Sort

Kind = str | tuple[str, ...]
"""``number``, ``truth``, or the options of a choice."""

NUMBER, TRUTH = "number", "truth"
Known = Mapping[str, Kind]


def named(kind: Kind) -> str:
    """A type as a message calls it."""
    return {NUMBER: "a number", TRUTH: "true or false"}.get(str(kind), "a choice")


class Typer:
    """The types of terms in one text; *later* are names that exist but come after it."""

    def __init__(self, text: str, known: Known, later: frozenset[str] = frozenset()) -> None:
        self.text = text
        self.known = known
        self.later = later

    def expect(self, term: Term, wanted: Kind) -> None:
        """Refuse a term of another type."""
        kind = self.kind(term, self.known)
        if kind != wanted:
            self._fail(
                TermMistake.WRONG_TYPE,
                f"{named(wanted)} is needed, this is {named(kind)}",
                term.at,
            )

    def kind(self, term: Term, known: Known | None = None) -> Kind:
        """The type of a term."""
        known = self.known if known is None else known
        if isinstance(term, Number):
            return NUMBER
        if isinstance(term, Truth):
            return TRUTH
        if isinstance(term, Text):
            return (term.value,)
        if isinstance(term, Name):
            return self._lookup(term.name, term.at, known)
        return self._case(term, known) if isinstance(term, Case) else self._apply(term, known)

    def _lookup(self, name: str, at: int, known: Known) -> Kind:
        if name in known:
            return known[name]
        if name in self.later:
            self._fail(
                TermMistake.LATER_NAME,
                f"{shorten(name)} comes later",
                at,
                "a variable may use earlier ones only",
            )
        raise TermError(
            TermMistake.UNKNOWN_NAME,
            f"unknown name {shorten(name)}",
            self.text,
            at,
            did_you_mean(name, known),
        )

    def _case(self, term: Case, known: Known) -> Kind:
        options = self._lookup(term.subject, term.at, known)
        if not isinstance(options, tuple):
            self._fail(TermMistake.WRONG_TYPE, f"{term.subject} is {named(options)}", term.at)
        kinds: list[Kind] = []
        for option, arm in term.arms:
            if option not in self._every(term.subject, options):
                self._fail(
                    TermMistake.UNKNOWN_OPTION,
                    f"{shorten(option)} is no value of {term.subject}",
                    arm.at,
                    did_you_mean(option, options),
                )
            if option in options:
                kinds.append(self.kind(arm, {**known, term.subject: (option,)}))
        left = tuple(o for o in options if o not in dict(term.arms))
        if term.otherwise is not None and (left or not kinds):
            kinds.append(self.kind(term.otherwise, {**known, term.subject: left or options}))
        elif left:
            self._fail(
                TermMistake.MISSING_OPTION,
                f"case({term.subject}) says nothing about {', '.join(left)}",
                term.at,
                "name every value, or add else:",
            )
        return self._joined(kinds, term.at)

    def _every(self, name: str, options: Kind) -> Kind:
        """All options of a choice, those included that cannot occur in this branch."""
        whole = self.known.get(name)
        return whole if isinstance(whole, tuple) else options

    def _joined(self, kinds: list[Kind], at: int) -> Kind:
        if all(isinstance(kind, tuple) for kind in kinds):
            return tuple(dict.fromkeys(option for kind in kinds for option in kind))
        if len(set(kinds)) > 1:
            first, second = list(dict.fromkeys(named(kind) for kind in kinds))[:2]
            self._fail(TermMistake.WRONG_TYPE, f"one branch is {first}, another {second}", at)
        return kinds[0]

    def _apply(self, term: Apply, known: Known) -> Kind:
        op, args = term.op, term.args
        match TERM_OPERATOR[op].sort:
            case Sort.CHOICE:
                self._needs(args[0], TRUTH, known)
                yes, no = narrowed(args[0], known)
                return self._joined([self.kind(args[1], yes), self.kind(args[2], no)], term.at)
            case Sort.LOGIC:
                for arg in args:
                    self._needs(arg, TRUTH, known)
                return TRUTH
            case Sort.COMPARISON:
                return self._comparison(term, known)
            case Sort.ARITHMETIC:
                for arg in args:
                    self._needs(arg, NUMBER, known)
                if op == "/" and isinstance(args[1], Number) and not args[1].value:
                    self._fail(TermMistake.DIVISION_BY_ZERO, "division by zero", term.at)
                return NUMBER
            case other:
                assert_never(other)

    def _needs(self, term: Term, wanted: Kind, known: Known) -> None:
        kind = self.kind(term, known)
        if kind != wanted:
            message = f"{named(wanted)} is needed, {shorten(show(term), 30)} is {named(kind)}"
            self._fail(TermMistake.WRONG_TYPE, message, term.at)

    def _comparison(self, term: Apply, known: Known) -> Kind:
        left, right = (self.kind(arg, known) for arg in term.args)
        if isinstance(left, tuple) and isinstance(right, tuple):
            if term.op not in ("==", "!="):
                self._fail(TermMistake.WRONG_TYPE, "options have no order", term.at, "use == or !=")
            sides = (term.args, term.args[::-1])
            for (text, other), options in zip(sides, (right, left), strict=True):
                every = self._every(other.name, options) if isinstance(other, Name) else options
                if isinstance(text, Text) and text.value not in every:
                    self._fail(
                        TermMistake.UNKNOWN_OPTION,
                        f"{shorten(text.value)} never occurs here",
                        text.at,
                        did_you_mean(text.value, options),
                    )
        elif left != right or (left == TRUTH and term.op not in ("==", "!=")):
            message = f"{named(left)} cannot be compared with {named(right)} by {term.op}"
            self._fail(TermMistake.WRONG_TYPE, message, term.at)
        return TRUTH

    def _fail(self, mistake: TermMistake, message: str, at: int, remedy: str | None = None) -> None:
        raise TermError(mistake, message, self.text, at, remedy)


def narrowed(condition: Term, known: Known) -> tuple[Known, Known]:
    """What is known of choices where a condition holds, and where it does not."""
    if not (isinstance(condition, Apply) and condition.op in ("==", "!=")):
        return known, known
    name, text = condition.args
    if isinstance(name, Text):
        name, text = text, name
    if not (isinstance(name, Name) and isinstance(text, Text)):
        return known, known
    options = known.get(name.name)
    if not isinstance(options, tuple):
        return known, known
    rest = tuple(option for option in options if option != text.value)
    same: Known = {**known, name.name: (text.value,)}
    other: Known = {**known, name.name: rest or options}
    return (same, other) if condition.op == "==" else (other, same)
