"""Seeded instances that come with their audits."""
