"""Column lookup for Boolean models: outputs of a wide truth table on many rows at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def lookup(table: int, inputs: list[int], mask: int) -> int:
    """The output column; numpy is faster, and plain Python does where nothing else is installed."""
    try:
        import numpy as np
    except ImportError:
        return plain_lookup(table, inputs, mask)
    rows = mask.bit_length()
    pattern = np.zeros(rows, dtype=np.int64)
    for j, column in enumerate(inputs):
        pattern |= _unpack(column, rows).astype(np.int64) << j
    output = np.packbits(_unpack(table, 1 << len(inputs))[pattern], bitorder="little")
    return int.from_bytes(output.tobytes(), "little") & mask


def _unpack(column: int, rows: int) -> NDArray[np.uint8]:
    import numpy as np

    data = np.frombuffer(column.to_bytes((rows + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(data, count=rows, bitorder="little")


def plain_lookup(table: int, inputs: list[int], mask: int) -> int:
    """The same, row by row."""
    output = 0
    for row in range(mask.bit_length()):
        pattern = sum((column >> row & 1) << j for j, column in enumerate(inputs))
        output |= (table >> pattern & 1) << row
    return output & mask
