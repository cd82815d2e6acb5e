# SPDX-License-Identifier: GPL-2.0-only
"""Reads threads-may-differ.txt: what a run on several threads may write in another way than one on one."""

import pathlib

LIST = pathlib.Path(__file__).with_name("threads-may-differ.txt")


def _named(kind):
    """Returns what the list allows of a kind."""
    rows = [line.split(" ", 1) for line in LIST.read_text().splitlines() if line and line[0] != "#"]
    return [words for name, words in rows if name == kind]


LINES = tuple(_named("line"))
MEMBERS = _named("member")
FIGURES = _named("figure")
XML_LINES = int(_named("xml")[0])


def kept(lines):
    """Returns the lines that must be the same."""
    return [line for line in lines if not line.startswith(LINES)]


def kept_record(record):
    """Returns what must be the same of run.json."""
    left = {name: value for name, value in record.items() if name not in MEMBERS}
    left["figures"] = [each for each in record["figures"] if each["name"] not in FIGURES]
    return left
