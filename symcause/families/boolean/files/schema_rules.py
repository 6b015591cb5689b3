"""Schema rules of Boolean files: which keys each setting needs, beyond what types say."""

from __future__ import annotations

from symcause.families.boolean.files.document import BooleanDocument
from symcause.families.boolean.files.document_v2 import InformedDocument
from symcause.models.disclosure import DISCLOSED

__all__ = ["RULES", "BooleanDocument", "InformedDocument"]


def _setting_rules() -> list[dict[str, object]]:
    """What each setting discloses: the keys it needs, and the others that must stay away."""
    keys = {key for needed in DISCLOSED.values() for key in needed}
    return [
        {
            "if": {"properties": {"setting": {"const": str(setting)}}, "required": ["setting"]},
            "then": {
                "required": list(needed),
                "properties": {
                    key: {"not": {"type": "null"}} if key in needed else {"type": "null"}
                    for key in sorted(keys)
                },
            },
        }
        for setting, needed in DISCLOSED.items()
    ]


RULES = {kind: {"allOf": _setting_rules()} for kind in ("BooleanDocument", "InformedDocument")}
"""Parts of the JSON Schema that the types cannot express."""
