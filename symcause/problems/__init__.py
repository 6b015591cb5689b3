"""Evidence, disclosure settings, hypothesis classes and answers."""
