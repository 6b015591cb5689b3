"""Published cases, and seeded ones of prescribed difficulty."""
