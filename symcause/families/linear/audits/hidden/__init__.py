"""Audits of linear problems under a hidden disturbance: worst cases and plans."""
