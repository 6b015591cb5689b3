"""The verdict sentence of an audit of statements, and why there is no member, in words."""

from __future__ import annotations

from symcause.audits.story import Tone
from symcause.audits.verdicts import VerdictWords
from symcause.families.statements.documents.audit_document import StatementsAudit
from symcause.families.statements.problem.problem import Statement, StatementsProblem
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict
from symcause.families.statements.space.faithful_dags import (
    Differs,
    Exhausted,
    NoOrientation,
    Reason,
)
from symcause.families.statements.space.skeleton import Conflict, Mixed
from symcause.models.bit_sets import bits
from symcause.models.number_phrases import plural

WORDS: dict[HypothesisVerdict, VerdictWords] = {
    HypothesisVerdict.ENTAILED: VerdictWords(
        "Entailed",
        "Entailed ({asked}): {many}, and it is true in {each}",
        Tone.GOOD,
        headline="true in {members}",
    ),
    HypothesisVerdict.OPEN: VerdictWords(
        "Open",
        "Open ({asked}): {many}, and it is true in {holding} of them",
        Tone.SOME,
        headline="true in some DAGs that fit and false in others",
    ),
    HypothesisVerdict.IMPOSSIBLE: VerdictWords(
        "Impossible",
        "Impossible ({asked}): {many}, and it is false in {each}",
        Tone.GOOD,
        headline="false in {members}",
    ),
    HypothesisVerdict.INCONSISTENT: VerdictWords(
        "Inconsistent",
        "No DAG fits the statements: {reason}",
        Tone.BAD,
        headline="no DAG fits the statements",
    ),
    HypothesisVerdict.UNKNOWN: VerdictWords(
        "Unknown",
        "Whether the hypothesis follows is not known ({asked}): {reason}",
        Tone.UNKNOWN,
        headline="the budget ended first",
    ),
}
"""Every verdict about a hypothesis, in words; sentences are without their full stop."""

UNCOUNTED = "Open ({asked}): two DAGs fit the statements and differ in it"
"""The sentence of an open hypothesis where the DAGs were not counted."""


def sentence_of(document: StatementsAudit) -> str:
    """The verdict in words."""
    verdict = HypothesisVerdict(document.verdict or HypothesisVerdict.UNKNOWN)
    count = document.count
    fit = "fits" if count == 1 else "fit"
    uncounted = verdict is HypothesisVerdict.OPEN and count is None
    text = (UNCOUNTED if uncounted else WORDS[verdict].sentence).format(
        asked=document.hypothesis,
        many="" if count is None else f"{plural(count, 'DAG')} {fit} the statements",
        each="it" if count == 1 else "each",
        holding=document.holds_in,
        reason=document.reason,
    )
    if document.gold_right is False and document.gold_right_by_sentence is True:
        by = f"by its sentence alone ({document.sentence_reading})"
        text += f"; the stored label {document.gold} is right {by}"
    elif document.gold_right is False:
        text += f"; the stored label {document.gold} is wrong"
    return f"{text}."


def headline(audit: StatementsAudit) -> str:
    """What a page begins with."""
    words = WORDS[HypothesisVerdict(audit.verdict or HypothesisVerdict.UNKNOWN)]
    members = "the one DAG that fits" if audit.count == 1 else f"all {audit.count} DAGs that fit"
    text = f"{words.title}: {words.headline.format(members=members)}"
    if audit.gold_right is False:
        return f"{text}, and the stored label {audit.gold} says otherwise"
    return text


def no_member(problem: StatementsProblem, reason: Reason) -> tuple[str, str]:
    """The kind of a contradiction, and what it is."""
    names = problem.variables
    if isinstance(reason, Mixed):
        x, c, y = (names[i] for i in reason.triple)
        both = [
            Statement(x, y, tuple(names[i] for i in bits(mask)))
            for mask in (reason.having, reason.lacking)
        ]
        return "mixed", (
            f"{c} cannot be a collider between {x} and {y} because of ({both[0]}), and must be one "
            f"because of ({both[1]})"
        )
    if isinstance(reason, Conflict):
        first, second = (
            " -> ".join((names[t[0]], names[t[1]])) + f" <- {names[t[2]]}"
            for t in (reason.first, reason.second)
        )
        return "conflict", f"{first} and {second} turn one edge both ways"
    if isinstance(reason, NoOrientation):
        return "no orientation", "no DAG has the adjacencies and colliders that they demand"
    if isinstance(reason, Differs):
        told = problem.statement(reason.pair, reason.given)
        stated, shown = ("independent", "dependent")[:: 1 if reason.independent else -1]
        return "triple", (
            f"({told}) is stated {stated}, and {shown} in every DAG with the adjacencies and "
            "colliders that they demand"
        )
    assert isinstance(reason, Exhausted), "there is no other reason"
    return "exhausted", f"every DAG of {len(names)} variables makes one of them false"
