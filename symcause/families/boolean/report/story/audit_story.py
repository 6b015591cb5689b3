"""The audit story of a Boolean report: the verdict first, then its reasons and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from symcause.audits.of_space.count import between_words
from symcause.audits.of_space.query_parts import heldout_sections
from symcause.audits.story import Line, Section, Story
from symcause.audits.verdicts import Verdict, headline, in_short
from symcause.families.boolean.bounds import NAMED_PAIRS, OPEN_VARIABLES
from symcause.families.boolean.documents.audit_document import (
    BooleanAudit,
    CoveragePart,
    GoldPart,
    RedundancyPart,
    SupportPart,
)
from symcause.families.boolean.report.story.alternatives_story import describe, pattern_words
from symcause.families.boolean.report.story.audit_tables import (
    legend,
    profile_sparks,
    profile_table,
    variables_table,
)
from symcause.families.boolean.report.story.margin_sentences import (
    margin_remarks,
    spectrum_words,
    unobserved_words,
)
from symcause.families.boolean.report.story.next_steps import audit_steps
from symcause.families.boolean.report.story.variable_facts import variable_facts
from symcause.families.boolean.space.exclusion import row_words
from symcause.models.number_phrases import fixed, joined_names, number_of, percent, plural, yes_no

_UNREACHED = {"redundancy": "which worlds are needed is"}
"""How a note begins that says why a section is missing, where its name says nothing to a reader."""


def audit_story(d: BooleanAudit) -> Story:
    """The report of ``symcause audit``."""
    verdict = Verdict(d.verdict or Verdict.UNKNOWN)
    return Story(
        f"{d.problem} · {d.setting}",
        _sentence(d, verdict),
        str(verdict),
        verdict.tone,
        facts=tuple(_facts(d)),
        notes=_all_notes(d, verdict),
        sections=tuple(_sections(d, verdict)),
        steps=tuple(audit_steps(d, verdict)),
        short=in_short(verdict, d.count, "model"),
    )


def _sentence(d: BooleanAudit, verdict: Verdict) -> str:
    """The document's own; of gold that is wrong it says what is."""
    if verdict is not Verdict.INVALID or d.gold is None:
        return d.sentence
    text = next(_gold(d.gold, d.scope.errors), "")
    return f"{text[0].upper()}{text[1:]}." if text else d.sentence


def _facts(d: BooleanAudit) -> Iterator[tuple[str, str]]:
    """The figures beside the verdict, those that matter most first."""
    yield "models", number_of(d.count, between_words(d.at_least, d.at_most) or "unknown")
    yield "separable", yes_no(d.separable)
    if d.gold is not None:
        yield "gold", gold_words(d.gold, d.scope.errors)
    if d.support is not None:
        yield "local coverage", percent(d.support.mean_coverage)
    if d.exposure is not None:
        training, heldout = sum(d.exposure.modes.values()), len(d.exposure.heldout_novelty)
        yield "worlds", f"{training} training, {heldout} held-out"
    yield "setting", d.setting
    yield "class", str(d.scope)
    if d.seconds is not None:
        yield "time", f"{fixed(d.seconds, 2)} s"


def gold_words(gold: GoldPart, errors: int = 0) -> str:
    """How gold fares, in a few words."""
    if gold.illegal:
        return "illegal"
    if gold.disturbed and gold.disturbed <= errors:
        return f"disturbs {plural(gold.disturbed, 'training cell')}"
    if not gold.train_exact:
        return "does not replay the training worlds"
    if gold.heldout_exact is False:
        return "replays the training worlds only"
    return "replays all worlds"


def _notes(d: BooleanAudit, verdict: Verdict) -> Iterator[str]:
    """What is missing from the answer, and why."""
    if d.early:
        yield f"stopped early: {d.early}; what is shown was known by then"
    if d.reason and d.reason != d.early:
        what = "why" if verdict is Verdict.UNKNOWN else "the number is not known"
        yield f"{what}: {d.reason}"
    if verdict is Verdict.AMBIGUOUS and (settled := settled_graph(d)) is not None:
        yield settled
    yield from conflict_words(d)
    yield from margin_remarks(d, verdict)
    for name, why in d.beyond_reach.items():
        yield f"{_UNREACHED.get(name, name)} beyond reach: {why}"
    if verdict is Verdict.AMBIGUOUS and d.separable is False:
        yield "No single-variable experiment tells these models apart: they differ where none leads."
    elif d.separable_reason:
        yield f"whether an experiment tells them apart is not known: {d.separable_reason}"


def _all_notes(d: BooleanAudit, verdict: Verdict) -> tuple[str, ...]:
    gold = () if d.gold is None else tuple(_gold(d.gold, d.scope.errors))
    return (*_notes(d, verdict), *gold[verdict is Verdict.INVALID :])  # the sentence has the first


def page_headline(d: BooleanAudit) -> str | None:
    """The verdict with its number; where variables are latent, behaviours are what is counted."""
    return headline(d.verdict, d.count, "behaviour" if d.counts_behaviours else "model")


def page_notes(d: BooleanAudit) -> list[str]:
    """The notes below a page's headline: what its sentence says is not said again."""
    said = None if page_headline(d) is None else _finding(d)
    return [note for note in audit_story(d).notes if note != said]


def page_sentence(d: BooleanAudit) -> str:
    """What a page says under its headline, which has verdict and number: what is open, how firm it is."""
    if page_headline(d) is None:
        return audit_story(d).sentence
    finding = _finding(d)
    alike = ["Models that behave alike count once."] if d.counts_behaviours else []
    return " ".join([*([f"{finding[0].upper()}{finding[1:]}."] if finding else []), *alike])


def _finding(d: BooleanAudit) -> str | None:
    verdict = Verdict(d.verdict or Verdict.UNKNOWN)
    if verdict is Verdict.AMBIGUOUS:
        return settled_graph(d) or _open_words(d)
    return next(margin_remarks(d, verdict), None)


def open_variables(d: BooleanAudit) -> list[str]:
    """The variables whose mechanisms differ between members."""
    if d.verdict != Verdict.AMBIGUOUS:
        return []
    return [name for name in d.variables or {} if variable_facts(d, name).status == "open"]


def _open_words(d: BooleanAudit) -> str | None:
    names, total = open_variables(d), len(d.variables or {})
    if not names:
        return None
    if len(names) > OPEN_VARIABLES:
        return f"the mechanisms of {len(names)} of {total} variables are open"
    others = {variable_facts(d, name).status for name in d.variables or {} if name not in names}
    rest = "; all others are settled" if "settled" in others else ""
    many = "mechanism of" if len(names) == 1 else "mechanisms of"
    return f"the {many} {joined_names(names)} {'is' if len(names) == 1 else 'are'} open{rest}"


def settled_graph(d: BooleanAudit) -> str | None:
    """Where all members have one graph: which functions are still open."""
    if not d.edges or "open" in d.edges.values():
        return None
    names = [name for name in d.variables or {} if variable_facts(d, name).status == "open"]
    if not names:
        return None
    if len(names) == 1:
        return f"the graph is settled, the function of {names[0]} is not"
    return f"the graph is settled, the functions of {joined_names(names)} are not"


def _gold(gold: GoldPart, errors: int) -> Iterator[str]:
    if gold.illegal:
        yield f"gold is illegal: {gold.illegal}"
    elif gold.disturbed and gold.disturbed <= errors:
        yield f"gold disturbs {plural(gold.disturbed, 'training cell')}"
    elif not gold.train_exact and gold.disturbed and errors:
        cells = plural(gold.disturbed, "training cell")
        yield f"gold disturbs {cells}, more than the {errors} that may be wrong"
    elif not gold.train_exact:
        yield f"gold does not replay the training worlds{_where(gold)}"
    elif gold.heldout_exact is False:
        yield "gold replays the training worlds but not the held-out ones"
    for name, parents in gold.inactive_parents.items():
        yield f"gold mentions {', '.join(parents)} in {name} without effect"
    for name in gold.constant:
        yield f"gold's {name} is constant"


def _where(gold: GoldPart) -> str:
    """The first cell that gold misses, and how many more there are."""
    cell = gold.disagrees
    if isinstance(cell, UnsetType):
        return ""
    more = (gold.disturbed or 1) - 1
    rest = f", and {plural(more, 'more cell')} {'is' if more == 1 else 'are'} wrong" if more else ""
    place = row_words(cell.world, cell.row)
    return f": in {place}, {cell.variable} is {cell.observed} where gold gives {cell.gold}{rest}"


def conflict_words(d: BooleanAudit) -> Iterator[str]:
    """Two rows that contradict each other, and which variables would be roots without that."""
    conflict = d.conflict
    if isinstance(conflict, UnsetType):
        return
    first, second = (f"{row_words(row.world, row.row)} ({row.cells})" for row in conflict.rows)
    yield (
        f"two rows contradict each other whatever the model: {first} and {second} differ in "
        f"{conflict.variable} and in nothing that it may depend on"
    )


def _sections(d: BooleanAudit, verdict: Verdict) -> Iterator[Section]:
    table = variables_table(d)
    if table is not None:
        yield Section("Variables", (table, Line(legend(table), quiet=True)))
    if d.profile:
        sparks = f"  {profile_sparks(d.profile)}"
        title = "Profile: how many models explain the worlds, by class"
        if d.counts_behaviours:
            title += " (those that behave alike count one by one)"
        yield Section(title, (sparks, profile_table(d.profile)))
    yield from heldout_sections(d.heldout, ())
    if d.alternatives:
        title, before = _reference(d, verdict)
        told = tuple(describe(d.alternatives[0], before))
        yield Section(f"Nearest alternative to {title}", told)
    remarks = [*filter(None, (spectrum_words(d), unobserved_words(d))), *evidence_remarks(d)]
    if d.coordinated_pairs:
        yield Section("Coordinated pairs", (f"  {pairs_remark(d)}",))
    if remarks:
        yield Section("Evidence", tuple(f"  {remark}" for remark in remarks))
    if d.certificate_file:
        yield Section("Certificate", (f"  written to {d.certificate_file}",))
    elif d.certificate_reason:
        yield Section("Certificate", (f"  none: {d.certificate_reason}",))


def _reference(d: BooleanAudit, verdict: Verdict) -> tuple[str, Mapping[str, str]]:
    """The model that alternatives were compared with, and its mechanisms."""
    if d.gold is not None and verdict in (Verdict.UNIQUE, Verdict.AMBIGUOUS):
        return "gold", d.gold.mechanisms
    return "a fitting model", {} if d.member is None else d.member.mechanisms


def pairs_remark(d: BooleanAudit) -> str:
    """The first mechanisms that can only change together."""
    pairs = d.coordinated_pairs or ()
    names = "; ".join(" and ".join(pair.variables) for pair in pairs[:NAMED_PAIRS])
    more = len(pairs) - NAMED_PAIRS
    rest = f"; and {plural(more, 'more pair')}" if more > 0 else ""
    return f"mechanisms that can only change together: {names}{rest}"


def evidence_remarks(d: BooleanAudit) -> list[str]:
    """What the worlds show of the mechanisms, and which of them are needed."""
    found = [] if d.support is None else list(_coverage(d.support))
    worlds = None if d.redundancy is None else len(d.redundancy.without)
    return [*found, _needed(d.redundancy)] if d.redundancy is not None and worlds != 1 else found


def _coverage(support: SupportPart) -> Iterator[str]:
    missing = plural(len(support.missing), "input set")
    full = "full" if support.full else f"{missing} incomplete"
    yield f"mean local coverage {percent(support.mean_coverage)} ({full})"
    for name, facts in support.parents.items():
        if facts.missing:
            yield f"{name}: never shown at {_unseen(facts)}"


def _unseen(facts: CoveragePart) -> str:
    """The corners of a mechanism that the rows never query."""
    named = [pattern_words(facts.inputs, pattern) for pattern in facts.missing[:NAMED_PAIRS]]
    more = len(facts.missing) - len(named)
    return "; ".join(named) + (f" and {more} more" if more else "")


def _needed(redundancy: RedundancyPart) -> str:
    """How many of the training worlds the result rests on."""
    size, total = redundancy.size, len(redundancy.without)
    if size == total and redundancy.optimal:
        return "every training world is needed for this result"
    if size == 1:
        return f"1 of {total} training worlds is enough for this result"
    few = "no fewer are" if redundancy.optimal else f"fewer than {redundancy.lower_bound} are not"
    return f"{size} of {total} training worlds are enough for this result; {few}"
