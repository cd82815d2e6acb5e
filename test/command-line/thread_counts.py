# SPDX-License-Identifier: GPL-2.0-only
"""On how many threads checks compare runs with those on one."""

ALL = (2, 3, 5, 8)
FEW = (2, 5)


def thread_counts(words):
    """Returns the numbers that a command line asks for: --threads=N that one, --all all of them."""
    given = [int(word.split("=", 1)[1]) for word in words if word.startswith("--threads=")]
    return tuple(given) or (ALL if "--all" in words else FEW)
