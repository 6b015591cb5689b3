"""The CLadder release: questions, models and printed numbers."""
