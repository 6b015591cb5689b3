"""Twin scenarios of the generator: found by search, proven, and kept if worth playing.

*Necessary*: nobody who only reads the history wins the worse of the two as often as 0.55. *Sufficient*: one
experiment tells them apart, and whoever knows which it is wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from symcause.families.scenario.certify.twin_certificate import WORK, twin_part
from symcause.families.scenario.documents.question_documents import TwinPart
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.files.document_writer import write_scenario
from symcause.families.scenario.generator.draft_templates import (
    TRAPPED,
    Tables,
    document,
    first_best,
    spelled,
)
from symcause.families.scenario.generator.template_match import tables_of
from symcause.families.scenario.generator.twin_search import Search
from symcause.families.scenario.models.rational_intervals import point
from symcause.families.scenario.problem.problem import ScenarioProblem
from symcause.families.scenario.value.fleet_chances import winning
from symcause.families.scenario.verifier.finite_scenario import Finite
from symcause.families.scenario.verifier.finite_status import Data
from symcause.kernel.work import Work

MOST_READING = Fraction(55, 100)
LEAST_WINNING = Fraction(90, 100)
SURE = Fraction(95, 100)

NO_FORM = (
    "the search for twins knows the templates of generate scenario; this scenario has none's form"
)
NOT_REGULAR = "the scenario itself does not keep to the lines of the search"
NONE = "no tables within the bounds make a twin with this margin"


@dataclass(frozen=True)
class Twin:
    """The second scenario, and what is proven of the two."""

    document: dict[str, object]
    part: TwinPart


def twin_of(problem: ScenarioProblem, margin: Fraction) -> Twin | TwinPart:
    """The twin of a scenario that has a template's form; else what can be said."""
    tables = tables_of(problem)
    if tables is None:
        return TwinPart(status="unknown", reason=NO_FORM)
    source = problem.source
    file = dict(write_scenario(problem) if source is None else source)
    return twinned(problem, file, tables, margin)


def twinned(
    problem: ScenarioProblem, file: Mapping[str, object], tables: Tables, margin: Fraction
) -> Twin | TwinPart:
    """The first twin that is necessary and sufficient."""
    asked = problem.evaluate
    assert asked is not None
    search = Search(tables, asked.threshold, margin)
    if not search.regular:
        return TwinPart(status="unknown", reason=NOT_REGULAR)
    for found in search.twins():
        for other in (found.rounded, found.plain):
            if not search.keeps(other, found.design):
                continue
            made = _written(file, other, asked.threshold)
            part = twin_part(problem, read_scenario(made), f"{made['id']}.scenario.json")
            if part.status == "proven":
                if worthwhile(problem, tables, other, part):
                    return Twin(made, part)
                break
    return TwinPart(status="none", reason=NONE)


def worthwhile(problem: ScenarioProblem, first: Tables, second: Tables, part: TwinPart) -> bool:
    """Is the experiment necessary, and sufficient?"""
    asked = problem.evaluate
    assert asked is not None and part.passive is not None
    if Fraction(part.passive) >= MOST_READING or part.active is None:
        return False
    wins = [winning(point(first_best(tables)[1]), asked).low for tables in (first, second)]
    return SURE * min(wins) > LEAST_WINNING


def _written(file: Mapping[str, object], tables: Tables, threshold: Fraction) -> dict[str, object]:
    """The file of the twin: other tables, its own claims, all else as it was."""
    template = tables.template
    id = f"{file['id']}-twin"
    variables = document(tables, id, threshold, {})["variables"]
    kept = {key: value for key, value in file.items() if key != "metadata"}
    claimed = kept.get("claims")
    claims = dict(claimed) if isinstance(claimed, Mapping) else {}
    claims |= {"optimum": spelled(template, first_best(tables)[0]), "traps": []}
    made = {**kept, "id": id, "variables": variables, "claims": claims}
    name = TRAPPED[template]
    if Data(Finite(read_scenario(made), Work(WORK))).word(name)[0] == "proven":
        made["claims"] = {**claims, "traps": [name]}
    return made


def filed(part: TwinPart, certificate: str) -> dict[str, object]:
    """What ``generate --json`` says of a twin: the names of its files."""
    import msgspec

    found: dict[str, object] = msgspec.to_builtins(replace(part, certificate=None))
    return {**found, "certificate": certificate}
