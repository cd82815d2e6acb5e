#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes a page of HTML of what mrc-fabric, mrc-training or mrc-job-life has written by --csv=FOLDER, or of two such runs side by side. The page needs
no network and no other file."""

import argparse
import os
import pathlib
import sys

sys.dont_write_bytecode = True  # the sources may be somebody else's

from mrc_report import database, errors, files, page, results, sections, timeline  # noqa: E402

MARK = '<meta name="generator" content="mrc report">'
SECTIONS = (
    ("What was run", sections.record),
    ("Figures", sections.summary),
    ("The fabric", sections.drawing),
    ("Completion times", sections.completion),
    ("Collective operation", sections.collective),
    ("Steps", sections.steps),
    ("Planes", sections.planes),
    ("Links", sections.links),
    ("Goodput over time", sections.goodput),
    ("Faults", sections.faults),
)
LIFE_SECTIONS = (
    ("What was run", sections.record),
    ("Figures", sections.summary),
    ("Where the days went", sections.lives),
    ("Each life", sections.seeds),
)


def texts_of(runs):
    """The texts of the whole page."""
    are_lives = {results.is_life() for _, results in runs}
    if len(are_lives) > 1:
        raise errors.InputError("one folder has lives of jobs, the other a run on a fabric; expected two of one kind")
    columns, parts = ("doc/job-life.rst", LIFE_SECTIONS) if True in are_lives else ("doc/main-job.rst", SECTIONS)
    note = sections.note(f"Columns and figures are explained in {columns}, this page in doc/report.rst.")
    return page.whole(" and ".join(label for label, _ in runs), MARK, note, ((name, draw(runs)) for name, draw in parts))


def labels(folders):
    """Names of the runs: of the folders, with what is above them if that is the same."""
    names = [folder.resolve().name or str(folder) for folder in folders]
    names = names if len(set(names)) == len(names) else [str(folder) for folder in folders]
    return [os.fsencode(name).decode(errors="replace") for name in names]  # a page has UTF-8 only


def main():
    parser = argparse.ArgumentParser(prog="mrc-report", description=__doc__)
    parser.add_argument("folders", type=pathlib.Path, nargs="+", metavar="FOLDER", help="of a run: --csv=FOLDER; one or two")
    parser.add_argument("--output", type=pathlib.Path, metavar="FILE.html", help="the page; report.html in the first folder")
    parser.add_argument("--sqlite", action="store_true", help="write results.sqlite into each folder too")
    parser.add_argument("--timeline", action="store_true", help="write timeline.json into each folder too, for Perfetto")
    options = parser.parse_args()
    if len(options.folders) > 2:
        parser.error(f"{len(options.folders)} folders; expected one or two")
    output = options.output or options.folders[0] / "report.html"
    try:
        runs = list(zip(labels(options.folders), map(results.Results, options.folders)))
        folders = list({each.folder.resolve(): each for _, each in runs}.values())
        page.check_output(output, MARK, "report")
        for each in folders if options.sqlite else ():
            database.check_database(each)
        timelines = {each.folder / "timeline.json": each for each in folders} if options.timeline else {}
        for path, each in timelines.items():
            if each.is_life():
                raise errors.InputError(f"{each.folder}: lives of jobs have no timeline; expected a run on a fabric")
            page.check_output(path, timeline.MARK, "timeline of a report")
        files.write_texts(output, list(texts_of(runs)))
        written = [output, *(database.write_database(each) for each in folders if options.sqlite), *timelines]
        for path, each in timelines.items():
            files.write_texts(path, timeline.texts(each))
    except errors.InputError as error:
        sys.exit(f"mrc-report: error: {error}")
    except OSError as error:
        sys.exit(f"mrc-report: error: cannot write {error.filename or output}: {error.strerror}")
    except database.Error as error:
        sys.exit(f"mrc-report: error: cannot write results.sqlite: {error}")
    if sys.stdout is None:  # the caller closed standard output
        return
    try:
        sys.stdout.buffer.write(b"".join(os.fsencode(path) + b"\n" for path in written))
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        sys.exit(f"mrc-report: error: cannot write to standard output: {error.strerror}")


if __name__ == "__main__":
    main()
