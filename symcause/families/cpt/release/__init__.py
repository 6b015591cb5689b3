"""What is known of the CLadder release: questions, models and printed numbers."""
