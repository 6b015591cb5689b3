"""Knowledge in advance: edges, tiers and signs, their reader, and what is disclosed of roots and order."""
