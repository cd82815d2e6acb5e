# SPDX-License-Identifier: GPL-2.0-only
"""What ./mrc reproduce --plan tells: how many runs an experiment has, which are kept, and how long the others may take."""

import json


def lengths(folder):
    """Returns seconds that kept runs took, those of other builds too: {(kind, arguments): [s]} and {kind: [s]}."""
    of_same, of_kind = {}, {}
    for path in sorted(folder.glob("*.json")):
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            kind, words, seconds = found["identity"]["kind"], found["identity"]["arguments"], float(found["seconds"])
        except (OSError, ValueError, KeyError, TypeError):
            continue  # cut short, or of a version that kept no time
        of_same.setdefault((kind, tuple(words)), []).append(seconds)
        of_kind.setdefault(kind, []).append(seconds)
    return of_same, of_kind


def expected(job, known):
    """Returns seconds that a job may take: those of the same one, or the longest of its kind; None if none is kept."""
    of_same, of_kind = known
    same = of_same.get((job.kind, tuple(job.words)))
    return sum(same) / len(same) if same else max(of_kind[job.kind]) if job.kind in of_kind else None


def minutes(todo, known, at_a_time):
    """Returns the time of jobs in words."""
    times = [expected(job, known) for job in todo]
    told = [seconds for seconds in times if seconds is not None]
    words = f"{sum(told) / 60 / at_a_time:.1f} min" if told or not todo else "no like run is kept"
    lacking = len(times) - len(told)
    return words if not told or not lacking else f"{words} and {lacking} of unknown length"


def rows(wanted, setting, is_kept, known, at_a_time):
    """Yields texts of each experiment: name, runs, kept ones, and how long the others may take."""
    for each in wanted:
        mine = list(dict.fromkeys(each.jobs(setting)))
        todo = [job for job in mine if not is_kept(job)]
        yield [each.name, str(len(mine)), str(len(mine) - len(todo)), minutes(todo, known, at_a_time)]


def table(wanted, setting, is_kept, known, at_a_time):
    """Returns the plan for a person. What nobody runs is in the table of the experiments themselves."""
    found = list(rows(wanted, setting, is_kept, known, at_a_time))
    jobs = list(dict.fromkeys(job for each in wanted for job in each.jobs(setting)))
    todo = [job for job in jobs if not is_kept(job)]
    total = ["all", str(len(jobs)), str(len(jobs) - len(todo)), minutes(todo, known, at_a_time)]
    head = ["experiment", "runs", "kept", f"left, {at_a_time} at a time"]
    widths = [max(map(len, column)) for column in zip(head, *found, total)]
    return "\n".join("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths)).rstrip() for row in [head, *found, total])
