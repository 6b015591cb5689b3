"""Bits of a word in Boolean models: how many are set, for arrays at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


def set_bits(words: Words) -> NDArray[np.uint8]:
    """How many bits are set in each word."""
    if hasattr(np, "bitwise_count"):  # since numpy 2.0
        counted: NDArray[np.uint8] = np.bitwise_count(words)
        return counted
    return count_by_halves(words)


def count_by_halves(words: Words) -> NDArray[np.uint8]:
    """The same by adding up neighbours: pairs of bits, fours, eights, and all of them by a product."""
    one, two, four = (np.uint64(m * 0x0101010101010101) for m in (0x55, 0x33, 0x0F))
    pairs = words - (words >> np.uint64(1) & one)
    fours = (pairs & two) + (pairs >> np.uint64(2) & two)
    eights = fours + (fours >> np.uint64(4)) & four
    counted: NDArray[np.uint8] = (eights * np.uint64(0x0101010101010101) >> np.uint64(56)).astype(
        np.uint8
    )
    return counted
