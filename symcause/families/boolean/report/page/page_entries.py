"""Page entries of a Boolean report: worlds, models and alternatives, variables by position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symcause.families.boolean.documents.question_results import AlternativePart
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.page.packed_models import mechanism_texts, packed
from symcause.families.boolean.report.story.margin_sentences import cell_words
from symcause.models.number_phrases import plural

View = dict[str, object]


def model_view(
    model: BooleanSCM, texts: Mapping[str, str], name: str, problem: BooleanProblem
) -> View:
    """A model under a name: its mechanisms as texts, and as tables that the page can run."""
    place = {v: i for i, v in enumerate(problem.variables)}
    tables = packed(model, problem.variables)
    return {
        "name": name,
        "text": {str(place[v]): mechanism_texts(text) for v, text in texts.items() if v in place},
        **(tables or {"roots": [place[r] for r in model.roots], "f": None}),
    }


def world_view(world: World, place: Mapping[str, int]) -> Sequence[object]:
    """Id, whether it is held out, mode, targets, rows."""
    return [
        world.id,
        int(world.split is Split.HELDOUT),
        str(world.mode),
        [place[name] for name in world.targets],
        " ".join(world.rows),
    ]


def alternative_view(found: AlternativePart, number: int, place: Mapping[str, int]) -> View:
    """What tells a model from the first one."""
    rates = (found.pair_disagreement_rate, found.cell_difference_rate)
    do = None if found.experiment is None else found.experiment.assignments
    witness = found.witness
    roots = None if witness is None else witness.root_assignment
    state = None if witness is None else witness.state
    return {
        "model": number,
        "disturbs": _disturbs(found),
        "changed": [place[v] for v in found.changed],
        "separable": found.separable,
        "rates": [None if rate is None else round(rate, 4) for rate in rates],
        "do": None if do is None else _placed(do, place),
        "context": _placed(roots, place) if isinstance(roots, dict) else None,
        "state": None
        if witness is None or not isinstance(state, dict)
        else ["".join(str(state.get(name, "?")) for name in place), witness.possible_in],
    }


def _disturbs(found: AlternativePart) -> str | None:
    """The training cells that a model leaves unexplained; None where it explains all."""
    if not found.disturbed:
        return None
    cells = f": {cell_words(found.cells)}" if found.cells else ""
    return f"Disturbs {plural(found.disturbed, 'training cell')}{cells}."


def _placed(assignments: Mapping[str, int], place: Mapping[str, int]) -> list[list[int]]:
    return [[place[name], bit] for name, bit in assignments.items()]
