"""Results for people: one story each."""
