"""Graph files, one module per notation, its reader beside its writer."""
