"""Whole files of the ReplaySCM release: records as a stream, and the writer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symcause.errors import ProblemError, UsageError
from symcause.families.boolean.files.replayscm import ORIGIN, VERSION
from symcause.families.boolean.files.replayscm_worlds import write_world
from symcause.families.boolean.problem.answers import Answer
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.documents import Document
from symcause.formats.streams import Source
from symcause.models.expressions import spell

_VARIANTS = {
    Setting.ORDERED: "with_topological_order",
    Setting.BLOCK_ORDER: "partial_topological_order",
    Setting.HIDDEN_ORDER: "no_topological_order",
    Setting.HIDDEN_ROOTS: "no_topological_order",
}

_BESIDE: dict[str, tuple[str, ...]] = {"modelResults": (), ORIGIN[0]: ORIGIN[1:]}


def release_documents(source: Source, *, problems_only: bool = False) -> Iterator[Document]:
    """The records of a release file, one at a time.

    With *problems_only* the stored results are not built, nor what is said about a problem beside it
    except where it comes from.
    """
    from symcause.formats.yaml_stream import YamlStream

    stream = YamlStream(source, only=_BESIDE if problems_only else None)
    known = False
    for key in stream.entries():
        if key == "metadata":
            _check_version(stream.take("metadata"))
            known = True
        elif key == "problems" and known:
            for index, record in enumerate(stream.items("problems")):
                yield Document(record, source.file, f"problems[{index}]")
        else:
            if key == "problems":
                raise _not_a_release("`problems` before `metadata`")
            stream.drop()
    if not known:
        raise _not_a_release("no metadata.runtimeSchemaVersion")


def release_problems(source: Source) -> Iterator[Document]:
    """The problems of a release file, one at a time, without the results stored beside them."""
    return release_documents(source, problems_only=True)


def _check_version(metadata: object) -> None:
    version = metadata.get("runtimeSchemaVersion") if isinstance(metadata, Mapping) else None
    if version is None:
        raise _not_a_release("no metadata.runtimeSchemaVersion")
    if version != VERSION:
        raise ProblemError(
            "unknown version of the release format",
            place="metadata.runtimeSchemaVersion",
            value=version,
            remedy=f"known: {VERSION}",
        )


def _not_a_release(reason: str) -> ProblemError:
    return ProblemError(
        f"neither JSON nor a ReplaySCM release: {reason}",
        remedy=f"a release has metadata.runtimeSchemaVersion: {VERSION}",
    )


def write_header() -> str:
    """The beginning of a release file; records follow."""
    return (
        f"metadata:\n  runtimeSchemaVersion: {VERSION}\n"
        "  problemEncoding: scm-panel-binary-rows-v1\nproblems:\n"
    )


def exported(problem: BooleanProblem, first: bool) -> str:
    """A problem as part of a release file; the *first* one brings the header."""
    return write_header() + write_record(problem) if first else write_record(problem)


def write_record(problem: BooleanProblem) -> str:
    """A problem as one entry of ``problems``, compact."""
    import yaml

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump(
        [{"problem": _describe(problem)}],
        Dumper=dumper,
        sort_keys=False,
        allow_unicode=True,
        width=1_000_000,
    )
    return text


def _describe(problem: BooleanProblem) -> dict[str, object]:
    units = {world.units for world in problem.worlds}
    shared = len(units) == 1
    panel = next(iter(units)) if shared else None
    document: dict[str, object] = {
        "instanceId": problem.id,
        "signature": {"domains": "binary", "variables": list(problem.variables)},
        "task": {"taskName": _task(problem), "parameters": _parameters(problem)},
        "worlds": [write_world(world, problem.variables, shared) for world in problem.worlds],
    }
    if panel is not None:
        document["panelUnits"] = list(panel)
    answers: dict[str, object] = {}
    if problem.gold is not None:
        answers["scm"] = _model(problem.gold, "mechanisms")
    if problem.reference is not None:
        answers["scm_alt_exp"] = _model(problem.reference, "referenceMechanisms")
    if answers:
        document["goldAnswer"] = answers
    return document


def _task(problem: BooleanProblem) -> str:
    hidden = problem.setting is Setting.HIDDEN_ROOTS
    if problem.is_alternative_task:
        if hidden:
            raise UsageError(
                f"problem {problem.id!r}: the release has no Alternative-SCM task with hidden roots",
                remedy="write it as symcause.boolean/1",
            )
        return "CIND_A_SCM_ALT_EXP"
    return "CIND_A_SCM_ROOT_UNKNOWN" if hidden else "CIND_A_SCM"


def _parameters(problem: BooleanProblem) -> dict[str, object]:
    disclosure = problem.disclosure
    parameters: dict[str, object] = {
        "allowConstants": problem.constants,
        "allowedOperators": list(problem.operators),
        "scmPromptVariant": _VARIANTS[disclosure.setting],
    }
    if problem.max_parents is not None:
        parameters["maxPredecessorsPerMechanism"] = problem.max_parents
    if disclosure.roots is None:
        parameters["rootCount"] = disclosure.size_of_root_set
    else:
        parameters["rootVariables"] = list(disclosure.roots)
        parameters["endogenousVariables"] = list(disclosure.endogenous(disclosure.roots))
    if disclosure.order is not None:
        parameters["topologicalOrder"] = list(disclosure.order)
    if disclosure.blocks is not None:
        parameters["topologicalLayers"] = [list(block) for block in disclosure.blocks]
    return parameters


def _model(answer: Answer, key: str) -> dict[str, object]:
    document: dict[str, object] = {key: {v: spell(e) for v, e in answer.mechanisms.items()}}
    if answer.roots is not None:
        document["rootVariables"] = list(answer.roots)
    if answer.order is not None:
        document["topologicalOrder"] = list(answer.order)
    return document
