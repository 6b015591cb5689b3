"""Class file of finite files: found beside the problem, read as JSON or TOML."""

from __future__ import annotations

import tomllib
from pathlib import Path, PurePosixPath

from symcause.errors import ProblemError, SymcauseError
from symcause.families.finite.bounds import CLASS_FILE_BYTES
from symcause.families.finite.files.placed_values import Placed, json_text
from symcause.formats.json_text import read_json
from symcause.formats.knowledge_files import Contents

FORMAT = "symcause.finite-class/1"


def class_document(at: Placed, file: str | None) -> tuple[dict[str, object], str]:
    """The keys of ``class`` that a class file has, and its path as the problem states it."""
    path = at.text("class")
    stated = PurePosixPath(path)
    if not path.strip() or stated.is_absolute() or ".." in stated.parts or "\0" in path:
        raise at.refused("is no path beside the problem", "name a file in the problem's folder")
    if file is None:
        raise at.refused("is the path of a class file, and the problem is no file", "write {...}")
    try:
        with (Path(file).parent / stated).open("rb") as stream:
            content = stream.read(CLASS_FILE_BYTES + 1)
        if len(content) > CLASS_FILE_BYTES:
            raise at.refused("is too large for a class file", f"at most {CLASS_FILE_BYTES} bytes")
        document = _decoded(content.decode("utf-8"), path)
    except OSError as error:
        raise at.refused(f"cannot be read ({error.strerror})", "name a class file") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise at.refused(
            f"is no class file ({json_text(str(error))})", "write JSON or TOML"
        ) from None
    except SymcauseError as error:
        raise at.refused(f"is no class file ({error.complaint.message})") from None
    if not isinstance(document, dict):
        raise at.refused("is no class file", "a class file is one object")
    if document.get("format") != FORMAT:
        message = f"has the format {json_text(document.get('format'))}, not {FORMAT}"
        raise at.refused(message, f'write "format": "{FORMAT}"')
    return {key: value for key, value in document.items() if key != "format"}, path


def class_keys(contents: Contents) -> dict[str, object]:
    """The keys of a class file that was given by itself."""
    try:
        document = _decoded(contents.text, contents.file)
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"no TOML: {error}", file=contents.file) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ProblemError("no class file", file=contents.file, remedy=f'format = "{FORMAT}"')
    return {key: value for key, value in document.items() if key != "format"}


def _decoded(text: str, path: str) -> object:
    return tomllib.loads(text) if path.endswith(".toml") else read_json(text)
