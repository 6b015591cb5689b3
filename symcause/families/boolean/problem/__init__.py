"""Evidence, disclosure settings, legality, hypothesis classes, answers, fingerprints."""
