"""Linear files: our versioned JSON, sheets, Python objects, and the CausaLab release."""
