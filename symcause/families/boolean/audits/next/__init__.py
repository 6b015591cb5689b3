"""The next experiment on a Boolean problem: what each one would show, and how many models it leaves."""
