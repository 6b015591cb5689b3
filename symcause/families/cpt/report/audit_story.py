"""The audit story in a cpt report: answer, value or range, and gold in words."""

from __future__ import annotations

from fractions import Fraction

from symcause.audits.story import Line, Section, Story, Tone
from symcause.families.cpt.documents.question_documents import CptAudit, NetworkPart
from symcause.families.cpt.models.answer_rule import UNKNOWN
from symcause.families.cpt.report.verdict_sentences import WORDS
from symcause.models.exact_numbers import print_number

_LONGEST, _LONGEST_FRACTION = 12, 9
_SMALL = Fraction(1, 1000)


def number_words(text: str) -> str:
    """A fraction as people read it: exact where that is short, else four digits, and never 0.

    >>> number_words("-1/40"), number_words("1/3"), number_words("61840255800730647/250000000000000000")
    ('-0.025', '1/3', 'about 0.2474')
    >>> number_words("48163/360000"), number_words("-1/987654321")
    ('about 0.1338', 'about -1.012e-09')
    """
    number = Fraction(text)
    exact = print_number(number)
    if len(exact) <= (_LONGEST_FRACTION if "/" in exact else _LONGEST):
        return exact
    return f"about {float(number):.4f}" if abs(number) >= _SMALL else f"about {float(number):.3e}"


def range_words(document: CptAudit) -> str:
    """The range of a query; a round bracket stands for an end that no network attains."""
    assert document.low is not None and document.high is not None and document.attained is not None
    left, right = "[" if document.attained[0] else "(", "]" if document.attained[1] else ")"
    return f"{left}{number_words(document.low)}, {number_words(document.high)}{right}"


def sentence_of(document: CptAudit) -> str:
    """The verdict in one sentence."""
    why = ""
    if document.value is not None:
        why = f": the value is {number_words(document.value)}"
    elif document.low is not None:
        why = f": the value lies in {range_words(document)}"
    words = WORDS[document.answer or UNKNOWN]
    sentence = words.sentence.format(why=why, reason=document.reason)
    if document.gold_right is False:
        sentence += f" The stored answer, {document.gold}, is wrong."
    return sentence


def network_lines(part: NetworkPart) -> tuple[Line, ...]:
    """A network, a table on each line."""
    head = Line(f"answer {part.answer}, value {number_words(part.value)}", strong=True)
    return (head, *(Line(f"  {key} = {_entry(value)}") for key, value in part.tables.items()))


def _entry(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_entry, value))}]"
    return number_words(str(value))


def audit_story(document: CptAudit) -> Story:
    """The story of an audit."""
    facts: list[tuple[str, str]] = [("query", document.query)]
    if document.value is not None:
        facts.append(("value", number_words(document.value)))
    if document.low is not None:
        about = "range by the given numbers" if document.value is not None else "range"
        facts.append((about, range_words(document)))
    if document.given_answer is not None:
        facts.append(("answer by the given numbers", document.given_answer))
    if document.gold is not None:
        word = {True: "right", False: "wrong", None: "cannot be told"}[document.gold_right]
        facts.append(("gold", f"{document.gold} ({word})"))
    if document.stored_value_right is not None:
        word = "right" if document.stored_value_right else "wrong"
        facts.append(("stored value", f"{document.stored_value} ({word})"))
    if document.valid is not None:
        facts.append(
            ("valid sets", ", ".join("yes" if valid else "no" for valid in document.valid))
        )
    if document.text_answer is not None:
        agrees = "as by the tables" if document.text_agrees else "not as by the tables"
        facts.append(("answer by the text", f"{document.text_answer} ({agrees})"))
    if document.assumed:
        facts.append(("assumed", ", ".join(document.assumed)))
    notes = [
        f"{part.number} is given as {number_words(part.given)}; the tables have "
        f"{number_words(part.tables) if part.tables else 'no such condition'}"
        for part in document.given_right or ()
    ]
    if document.status == "bounded":
        notes.append("The range is proven from outside: its true ends may lie further in.")
    lines = tuple(line for part in document.alternatives for line in network_lines(part))
    wrong = document.gold_right is False
    sections = (Section("Two networks that have the given numbers", lines),) if lines else ()
    return Story(
        document.problem or "",
        document.sentence or sentence_of(document),
        verdict=document.answer,
        tone=Tone.BAD if wrong else WORDS[document.answer or UNKNOWN].tone,
        facts=tuple(facts),
        notes=tuple(notes),
        sections=sections,
        short=document.answer or "",
    )
