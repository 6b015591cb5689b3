"""The attack on the project: damaged files, interrupted runs, and every engine against plain listing.

``python -m attack --minutes 20`` goes on for that long and prints what it tried, how often, and what it
found; every fault is saved as a file that ``python -m attack --replay FILE`` runs again. The same seed
tries the same things in the same order.
"""
