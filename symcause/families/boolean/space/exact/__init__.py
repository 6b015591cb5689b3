"""The exact Boolean version space: branches by root set, and the count of all members."""
