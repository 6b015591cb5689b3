"""Bounds on scoring: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

FINAL_LINE_LENGTH = bound(
    300, "characters", "Characters of the last line that are looked at for an abstention."
)
TAIL_LENGTH = bound(
    2_000, "characters", "Characters of a text, from its end, in which the last line is looked for."
)
ANSWER_LENGTH = bound(
    4_000_000, "characters", "Most characters of one text in which an answer is looked for."
)
OBJECT_STARTS = bound(20_000, "places", "Most places of a text at which an object could open.")
DECODED_LENGTH = bound(
    8_000_000, "characters", "Most characters decoded in search of the object, all places together."
)
FLAG_WAYS = bound(4096, "sets of flags", "Ways to have flags that are remembered.")
FLIPS = bound(
    100_000_000,
    "words",
    "Most words of arithmetic that the exact test of unequal differences may take.",
)
SUPPRESSED_CASES = bound(
    5, "cases", "A conditional rate over at most this many cases is suppressed."
)
MAX_DIGITS = bound(4_300, "digits", "Longest decimal integer in a document; a longer one is null.")

# comparison
COMPARED_SYSTEMS = bound(
    6, "systems", "Systems of which every pair is compared without being asked."
)

# difficulty
NEWTON_STEPS = bound(200, "iterations", "Steps of Newton's method before a regression is given up.")
HALVED_STEPS = bound(40, "halvings", "How often one step of Newton's method is halved.")

# remarks
SUGGESTED_IDS = bound(10_000, "ids", "Ids among which the closest match is looked for.")
REMARK_LENGTH = bound(300, "characters", "Characters of a text that a remark repeats.")
