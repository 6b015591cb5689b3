"""The id ``symcause-episodes`` of verifiers, which looks for a module of that name at the top."""

from symcause.harnesses.verifiers_episodes import EpisodesEnv, EpisodesTaskset

__all__ = ["EpisodesEnv", "EpisodesTaskset"]
