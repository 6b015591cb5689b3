"""What verifies an alignment: counting, and rational dot products. No solver is imported here."""
