"""Release stream: the records of a whole ReplaySCM release file, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symcause.errors import ProblemError
from symcause.families.boolean.release.files.record_copy import RESULTS
from symcause.families.boolean.release.files.record_reader import VERSION
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source

_BESIDE: dict[str, tuple[str, ...]] = dict.fromkeys(RESULTS, ())


def release_documents(source: Source, *, problems_only: bool = False) -> Iterator[Document]:
    """The records of a release file, one at a time.

    With *problems_only* the stored results are not built.
    """
    from symcause.formats.pools.yaml_stream import YamlStream

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
