"""The separation story: what tells two Boolean answers apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from symcause.audits.story import Story, Tone
from symcause.families.boolean.documents.question_results import BooleanSeparate
from symcause.models.number_phrases import percent


def separation_text(d: BooleanSeparate) -> str:
    """The outcome of ``symcause separate`` in a few lines."""
    return "\n".join((_sentence(d), *(f"  {line}" for line in _lines(d))))


def separation_story(d: BooleanSeparate) -> Story:
    """The same for pages and notebooks."""
    tones = {True: Tone.GOOD, False: Tone.BAD, None: Tone.UNKNOWN}
    facts = (("setting", d.setting), ("variables at once", str(d.targets)))
    whole = (
        "\n".join(_lines(d)).replace(":\n  ", ": ").replace("\n  ", "; ")
    )  # a list beside its head
    notes = tuple(whole.splitlines())
    return Story(d.problem or "", _sentence(d), tone=tones[d.separated], facts=facts, notes=notes)


def _sentence(d: BooleanSeparate) -> str:
    if d.separated is None:
        return f"Whether an experiment tells the two models apart is not known: {d.reason}."
    if not d.separated:
        many = "one variable" if d.targets == 1 else f"up to {d.targets} variables"
        return f"No experiment on {many} tells the two models apart."
    return f"{d.experiment} tells the two models apart."


def _lines(d: BooleanSeparate) -> Iterator[str]:
    rate, cells, witness = d.pair_disagreement_rate, d.cell_difference_rate, d.witness
    if witness is None:
        return
    if rate is not None and cells is not None:
        yield f"rows differ in {percent(rate)} of root contexts, cells in {percent(cells)}"
    if not isinstance(witness.state, UnsetType):
        which = "first" if witness.possible_in == "reference" else "second"
        yield f"a state that only the {which} allows: {_bits(witness.state)}"
    if not isinstance(witness.root_assignment, UnsetType):
        yield f"seen with the roots {_bits(witness.root_assignment)}:"
    if not isinstance(witness.differences, UnsetType):
        for cell in witness.differences:
            yield (
                f"  {cell.variable} is {cell.reference} in the first, "
                f"{cell.alternative} in the second"
            )


def _bits(values: Mapping[str, int]) -> str:
    return " ".join(f"{name}={bit}" for name, bit in values.items())
