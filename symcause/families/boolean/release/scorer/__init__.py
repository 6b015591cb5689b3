"""The released ReplaySCM scorer as it behaves: extraction, messages, canonical form, prompt."""
