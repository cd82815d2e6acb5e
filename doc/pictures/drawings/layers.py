# SPDX-License-Identifier: GPL-2.0-only
"""The folders of the library, as the table of .ci/layers.py has them."""

import pathlib
import runpy
import textwrap

from canvas import BLUE, Canvas

STEP, HIGH, GAP = 82, 58, 30
TABLE = runpy.run_path(str(pathlib.Path(__file__).parents[3] / ".ci/layers.py"))


def right_below(allowed):
    """Returns for each folder those that it includes and that no other one of these includes."""
    return {
        folder: [x for x in names if not any(x in allowed[other] for other in names)]
        for folder, names in allowed.items()
    }


def rows_of(below):
    """Returns the rows of folders, highest first; each is as high as what is above it lets it be."""
    row = {}
    for folder in reversed(list(below)):  # the table has the lowest first
        row[folder] = 1 + max((row[above] for above in row if folder in below[above]), default=-1)
    rows = [[] for _ in range(max(row.values()) + 1)]
    for folder in below:
        rows[row[folder]].append(folder)
    return rows


def draw():
    below = right_below(TABLE["ALLOWED"])
    rows = rows_of(below)
    c = Canvas(760, STEP * len(rows), "The folders: each may include what is below it along the arrows")
    words, wide, middle = {}, {}, {}
    for folder in below:
        lines = textwrap.wrap(TABLE["MEANINGS"][folder], 36)
        words[folder] = "\n".join(lines)
        wide[folder] = max(max(map(len, lines)) * 7 + 16, 120)
    for row in rows:
        wished = {f: [middle[a] for a in middle if f in below[a]] for f in row}
        wished = {f: sum(x) / len(x) if x else 380 for f, x in wished.items()}
        row.sort(key=lambda f: (wished[f], list(below).index(f)))
        total = sum(wide[f] for f in row) + GAP * (len(row) - 1)
        left = sum(wished.values()) / len(row) - total / 2
        for folder in row:
            middle[folder] = left + wide[folder] / 2
            left += wide[folder] + GAP
    place = {f: 10 + STEP * i for i, row in enumerate(rows) for f in row}
    for folder, names in below.items():
        for name in names:
            tip = middle[name] + max(-40, min(40, (middle[folder] - middle[name]) / 4))
            c.arrow([(middle[folder], place[folder] + HIGH), (tip, place[name])])
    for folder in below:
        x, y = middle[folder], place[folder]
        c.box(x - wide[folder] / 2, y, wide[folder], HIGH, colour=BLUE)
        c.text(x, y + 13, folder, bold=True)
        c.text(x, y + 31 + (6 if "\n" not in words[folder] else 0), words[folder], size=12)
    return c
