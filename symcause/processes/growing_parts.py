"""Growing parts of a result on their way from a child: each holds all that the one before held.

What the next part has in common with the last one is not sent again, as long as nothing can have changed in
it: a frozen structure is followed by the fields that are other objects, and by those that could be altered.

>>> from symcause.processes.isolation import Limits
>>> child = Handover(growing=True)
>>> sent = [child.message(Limits(3.0)), child.message(Limits(3.0, 1_000))]
>>> [is_part(message) for message in sent], latest(sent)
([True, True], Limits(seconds=3.0, megabytes=1000))
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

_PART, _MORE = b"part:", b"more:"
"""Mark messages that are parts of a result: whole, or what is new in them. No pickle begins like this."""

_ALTERABLE = (list, dict, set, bytearray)


class Handover:
    """What a child says of one result, part by part."""

    def __init__(self, growing: bool) -> None:
        self._growing = growing
        self._last: object = None

    def message(self, part: object) -> bytes:
        from pickle import dumps

        last, self._last = self._last, part
        alike = self._growing and isinstance(part, Struct) and type(part) is type(last)
        if isinstance(part, Struct) and alike and part.__struct_config__.frozen:
            return _MORE + dumps(_new(part, last))
        return _PART + dumps(part)


def _new(part: Struct, last: object) -> dict[str, object]:
    """The fields that the last part does not have already."""
    fields = ((name, getattr(part, name)) for name in part.__struct_fields__)
    return {
        name: value
        for name, value in fields
        if value is not getattr(last, name) or isinstance(value, _ALTERABLE)
    }


def is_part(message: bytes) -> bool:
    return message.startswith((_PART, _MORE))


def is_whole(message: bytes) -> bool:
    """Does the part need no message before it?"""
    return message.startswith(_PART)


def latest(messages: Sequence[bytes]) -> object:
    """The last part: the first message is a whole one, the others say what is new."""
    from pickle import loads

    whole, *more = (loads(memoryview(message)[len(_PART) :]) for message in messages)
    for new in more:
        whole = replace(whole, **new)
    return whole
