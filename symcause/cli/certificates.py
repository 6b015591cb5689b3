"""Where certificates are written: one file, or a folder with one file a problem."""

from __future__ import annotations

import json
import re
from pathlib import Path

from symcause.errors import UsageError

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def save(certificate: object, path: str, problem: str, *, folder: bool = False) -> str:
    """Write a certificate to the file, or into the folder under the problem's id."""
    target = Path(path)
    if folder or target.is_dir() or path.endswith("/"):
        target = target / f"{_UNSAFE.sub('_', problem).lstrip('.') or 'problem'}.certificate.json"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(certificate, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write the certificate: {error.strerror}", file=path) from error
    return str(target)
