"""Croissant metadata of a dataset, as JSON-LD.

Follows Croissant 1.0 (http://mlcommons.org/croissant/1.0): every file is a ``FileObject`` with its
SHA-256, every public table a ``RecordSet`` whose fields are columns of its JSON lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symcause.formats.datasets.dataset_manifest import About, Dataset, FileEntry

_CONTEXT: dict[str, object] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "containedIn": "cr:containedIn",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}

_ENCODINGS = {"jsonl": "application/jsonlines", "parquet": "application/x-parquet"}


@dataclass(frozen=True)
class Table:
    """A file of JSON lines: its name, and its columns with their descriptions, the key first."""

    name: str
    columns: Mapping[str, str]


_TABLES = {
    "public/problems.jsonl": Table(
        "problems",
        {
            "id": "The name that answers refer to.",
            "format": "The version of the problem format.",
        },
    ),
    "public/prompts.jsonl": Table(
        "prompts",
        {
            "id": "The id of the problem.",
            "instruction": "The system instruction.",
            "message": "The message with the task.",
            "prompt": "Both in one text.",
        },
    ),
}


def croissant(dataset: Dataset) -> dict[str, object]:
    """The JSON-LD document; what is not stated about the dataset is left out."""
    return described(dataset.about, dataset.files, _TABLES, _description(dataset))


def described(
    about: About, files: Sequence[FileEntry], tables: Mapping[str, Table], description: str
) -> dict[str, object]:
    """The document about *files*, of which some are *tables* by their paths."""
    stated = {
        "license": about.license,
        "url": about.url,
        "datePublished": about.date,
        "creator": {"@type": "sc:Person", "name": about.creator} if about.creator else "",
    }
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": about.name,
        "description": about.description or description,
        "version": about.version,
        "citeAs": about.citation or _citation(about),
        **{key: value for key, value in stated.items() if value},
        "distribution": [_file(entry) for entry in files],
        "recordSet": [_records(one.path, tables[one.path]) for one in files if one.path in tables],
    }


def _description(dataset: Dataset) -> str:
    return (
        f"{dataset.problems} causal induction problems with prompts; "
        "held-out worlds and true models are kept apart for the evaluator."
    )


def _citation(about: About) -> str:
    """How to cite a dataset of which nobody said it."""
    parts = (about.creator, about.name, f"version {about.version}", about.date, about.url)
    return ", ".join(part for part in parts if part)


def _name(path: str) -> str:
    return path.replace("/", "-")


def _file(entry: FileEntry) -> dict[str, object]:
    return {
        "@type": "cr:FileObject",
        "@id": _name(entry.path),
        "name": _name(entry.path),
        "contentUrl": entry.path,
        "contentSize": f"{entry.bytes} B",
        "encodingFormat": _ENCODINGS[entry.path.rpartition(".")[2]],
        "sha256": entry.sha256,
    }


def _records(path: str, table: Table) -> dict[str, object]:
    name, columns = table.name, table.columns
    first = next(iter(columns))
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "key": {"@id": f"{name}/{first}"},
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": f"{name}/{column}",
                "description": text,
                "dataType": "sc:Text",
                "source": {"fileObject": {"@id": _name(path)}, "extract": {"column": column}},
            }
            for column, text in columns.items()
        ],
    }
