"""Episodes: an agent acts on a hidden model, sees what happens, answers and is judged."""
