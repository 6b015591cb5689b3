"""Linear algebra and linear programmes, in exact fractions or in floating point."""
