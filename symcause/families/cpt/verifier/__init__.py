"""What verifies certificates about tables: no search, no float, and nothing of what made them."""
