"""The linear generator: seeded episodes, and what their evidence settles."""
