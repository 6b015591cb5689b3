"""The structs in which file formats are defined: msgspec's, or stand-ins in plain Python.

Verifying a certificate needs nothing but Python (``python -m symcause.kernel``); all else has msgspec,
which is faster and explains mistakes better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from msgspec import Meta, Struct, field

    from symcause.formats.struct_decoder import decode
else:
    try:
        from msgspec import Meta, Struct, field

        from symcause.formats.struct_decoder import decode
    except ImportError:
        from symcause.formats.plain_structs import Meta, Struct, decode, field

__all__ = ["Meta", "Struct", "decode", "field"]
