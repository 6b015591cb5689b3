"""Reader of a record in released Boolean files (ReplaySCM), compact or verbose, as a problem.

A record holds a ``problem`` and the stored results of systems (``modelResults``). Its worlds come
compact (bit rows in the order of ``signature.variables``, labelled by ``panelUnits``) or verbose
(``extra.rows`` with values by name). What a task discloses is told by ``task.taskName`` and
``task.parameters.scmPromptVariant``; a world's own ``split`` decides where it belongs.

Metadata keeps what scoring pairs by: ``latent``, the id that items of one latent model share, and for
Alternative-SCM items ``alternative`` with the systems whose answers the known alternative comes from; and
the record itself (:mod:`.record_copy`), which the release is written from again.
"""

from __future__ import annotations

import re
from dataclasses import replace

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.families.boolean.files.mechanism_maps import read_model
from symcause.families.boolean.problem.evaluator_order import RELEASE
from symcause.families.boolean.problem.mechanism_answers import Answer
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.problem.prompt_variants import VARIANTS
from symcause.families.boolean.problem.release_task import LABEL_KEYS, PAIR_KEYS, holding
from symcause.families.boolean.release.files.record_copy import Record, kept_record, paired_source
from symcause.families.boolean.release.files.release_worlds import read_worlds
from symcause.formats.metadata import check_id
from symcause.formats.pools.foreign_values import Placed
from symcause.models.disclosure import Disclosure, Setting
from symcause.models.variable_names import OPERATORS

VERSION = "cind-a-scm-runtime-v2"

_ALTERNATIVE = "CIND_A_SCM_ALT_EXP"
IDENTIFY = "CIND_A_SCM_ID"
TASKS = ("CIND_A_SCM", "CIND_A_SCM_ROOT_UNKNOWN", _ALTERNATIVE, IDENTIFY)

# Where a complaint about the problem points to in a record.
_PLACES = {
    "variables": "signature.variables",
    "roots": "task.parameters.rootVariables",
    "order": "task.parameters.topologicalOrder",
    "blocks": "task.parameters.topologicalLayers",
    "root_count": "task.parameters.rootCount",
    "operators": "task.parameters.allowedOperators",
    "max_parents": "task.parameters.maxPredecessorsPerMechanism",
}


def record_id(document: object) -> str | None:
    """The id of a record, if it can be told."""
    if not isinstance(document, dict):
        return None
    inner = document.get("problem", document)
    name = inner.get("instanceId") if isinstance(inner, dict) else None
    return name if isinstance(name, str) else None


def read_record(document: object, file: str | None = None) -> BooleanProblem:
    """The problem of one record, compact or verbose."""
    try:
        record = Placed(document)
        problem = _read_problem(record["problem"] or record)
        assert isinstance(document, dict)
        own = kept_record(document)
        metadata = _metadata(record["problem"] or record, own)
        return replace(problem, metadata={**metadata, RELEASE: own})
    except SymcauseError as error:
        raise error.at(file=file) from None


def _read_problem(record: Placed) -> BooleanProblem:
    parameters = record["task"]["parameters"]
    variables = (record["signature"]["variables"] or parameters["variables"]).texts()
    task = _task(record["task"]["taskName"])
    operators = parameters["allowedOperators"]
    bound = parameters["maxPredecessorsPerMechanism"]
    name = check_id(record["instanceId"].text(), record["instanceId"].place)
    worlds = read_worlds(record, variables)
    disclosure = _disclosure(record, task, variables)
    try:
        problem = BooleanProblem(
            id=name,
            disclosure=disclosure,
            worlds=worlds,
            operators=operators.texts() if operators else OPERATORS,
            constants=parameters["allowConstants"].flag() if parameters["allowConstants"] else True,
            max_parents=bound.integer() if bound else None,
            identify=task == IDENTIFY,
            certification=_certification(record["goldAnswer"]) if task == IDENTIFY else None,
        )
    except ProblemError as error:
        raise _moved(error, record.place) from None
    return replace(
        problem, gold=_gold(record, problem), reference=_reference(record, task, problem)
    )


def _moved(error: ProblemError, place: str) -> ProblemError:
    """The error with its place in terms of the record."""
    inner = error.complaint.place or ""
    head = re.split(r"[.\[]", inner)[0]
    moved = error.at()
    named = _PLACES.get(head, head) + inner[len(head) :]
    moved.complaint = error.complaint._replace(place=named or None)
    return moved.at(place=place or None)


def _task(name: Placed) -> str:
    task = name.text().upper()
    if task not in TASKS:
        raise ProblemError(
            "unknown task", place=name.place, value=name.value, remedy=did_you_mean(task, TASKS)
        )
    return task


def _disclosure(record: Placed, task: str, variables: tuple[str, ...]) -> Disclosure:
    parameters, signature = record["task"]["parameters"], record["signature"]
    roots = parameters["rootVariables"] or signature["rootVariables"]
    if task == "CIND_A_SCM_ROOT_UNKNOWN":
        count = parameters["rootCount"]
        size = count.integer() if count or not roots else len(roots.texts())
        return Disclosure(Setting.HIDDEN_ROOTS, variables, root_count=size)
    order = parameters["topologicalOrder"] or signature["topologicalOrder"]
    variant = parameters["scmPromptVariant"] or parameters["promptVariant"]
    setting = Setting.ORDERED if order else Setting.HIDDEN_ORDER
    if variant:
        word = variant.text().strip().lower()
        if word not in VARIANTS and not order:
            raise ProblemError(
                "unknown variant of the prompt",
                place=variant.place,
                value=word,
                remedy=did_you_mean(word, VARIANTS),
            )
        setting = VARIANTS.get(word, Setting.ORDERED)  # as the released tools have it
    if setting is Setting.ORDERED:
        return Disclosure(setting, variables, roots.texts(), order=order.texts())
    if setting is Setting.BLOCK_ORDER:
        layers = tuple(layer.texts() for layer in parameters["topologicalLayers"].parts())
        return Disclosure(setting, variables, roots.texts(), blocks=layers)
    return Disclosure(setting, variables, roots.texts())


def _metadata(record: Placed, own: Record) -> dict[str, object]:
    """A few facts that scoring and readers of a converted file may want."""
    task = _task(record["task"]["taskName"])
    difficulty = record["task"]["parameters"]["difficulty"].value
    facts = {
        "task": task,
        "subslice": own.get("subslice") or record["subslice"].value,
        "difficulty": difficulty,
        "latent": latent
        if (latent := paired_source(own)) != own["problem"]["instanceId"]
        else None,
    }
    alternative: dict[str, object] = {key: v for key, v in facts.items() if isinstance(v, str)}
    if task == _ALTERNATIVE:
        alternative |= _known_alternative(_pair(record["goldAnswer"]))
    return alternative


def _known_alternative(pair: Placed) -> dict[str, object]:
    """Who found the alternative that the item was made from; nothing for an open-ended item."""
    support, role = pair["alternativeSupport"].value, pair["referenceRole"].value
    rows = support if isinstance(support, list) else []
    models = [row.get("model") for row in rows if isinstance(row, dict)]
    systems = sorted({model for model in models if isinstance(model, str)})
    if not systems and not pair["otherMechanisms"]:
        return {}
    record: dict[str, object] = {"source": "answers", "systems": systems}
    return {"alternative": {**record, "reference_role": role} if isinstance(role, str) else record}


def _certification(gold: Placed) -> str | None:
    """Gold's label, wherever it stands; None if there is none."""
    key = holding(gold.value, LABEL_KEYS)
    value = (gold if key is None else gold[key])["certification"].value
    word = value.strip().upper() if isinstance(value, str) else ""
    return word if word in ("UNIQUE", "AMBIGUOUS") else None


def _pair(gold: Placed) -> Placed:
    """Gold of an Alternative-SCM item, wherever it stands."""
    return gold[holding(gold.value, PAIR_KEYS) or PAIR_KEYS[0]]


def _gold(record: Placed, problem: BooleanProblem) -> Answer | None:
    scm = record["goldAnswer"]["scm"]
    if not scm["mechanisms"]:
        return None
    return _model(problem, scm, "mechanisms")


def _reference(record: Placed, task: str, problem: BooleanProblem) -> Answer | None:
    if task != _ALTERNATIVE:
        return None
    return _model(problem, _pair(record["goldAnswer"]), "referenceMechanisms")


def _model(problem: BooleanProblem, scm: Placed, key: str) -> Answer:
    mechanisms = {name: text.text() for name, text in scm[key].entries().items()}
    derived = scm["derived"].texts() if scm["derived"] else ()  # by our own writer, for other tools

    def stated(key: str) -> tuple[str, ...] | None:
        return scm[key].texts() if scm[key] and key not in derived else None

    return read_model(
        problem,
        mechanisms,
        place=scm.place,
        key=key,
        roots=stated("rootVariables"),
        order=stated("topologicalOrder"),
    )
