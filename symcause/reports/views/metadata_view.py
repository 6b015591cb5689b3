"""The view of a problem's metadata on its page."""

from __future__ import annotations

import json
from collections.abc import Mapping

from symcause.bounds.reports_bounds import METADATA_LENGTH


def metadata_text(metadata: Mapping[str, object]) -> str | None:
    """Metadata as text, shortened where it is endless."""
    if not metadata:
        return None
    text = json.dumps(dict(metadata), ensure_ascii=False, indent=1, default=str)
    return text if len(text) <= METADATA_LENGTH else text[:METADATA_LENGTH] + "\n… (shortened)"
