"""File formats: one module per format, its reader beside its writer."""
