#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes a page of HTML of what mrc-fabric --csv=FOLDER has written, or of two such runs side by side. The page needs
no network and no other file."""

import argparse
import html
import os
import pathlib
import sys

sys.dont_write_bytecode = True  # the sources may be somebody else's

from mrc_report import database, errors, files, results, sections, timeline  # noqa: E402

MARK = '<meta name="generator" content="mrc report">'
STYLE = """
body { font: 14px/1.45 sans-serif; margin: 1.5em auto; max-width: 1240px; padding: 0 1em; color: #222; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #ccc; } h3 { font-size: 1em; }
table { border-collapse: collapse; margin: .6em 0; } th, td { padding: .15em .6em; text-align: left; vertical-align: top; }
th { border-bottom: 1px solid #888; } td { border-bottom: 1px solid #eee; overflow-wrap: anywhere; }
td.number { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
td.bar { width: 9em; } td.bar div { background: #1f6fb4; height: .9em; margin-top: .25em; }
tr.differs td { background: #fff4d6; } .note { color: #555; } figure { margin: .6em 0; }
.beside { display: flex; flex-wrap: wrap; gap: 0 2em; } svg { max-width: 100%; height: auto; } svg text { font-size: 11px; }
.grid { stroke: #ddd; } .curve { fill: none; stroke-width: 1.5; } .band { fill: #d02020; fill-opacity: .15; }
.fabric line { stroke-width: 1.3; } .fabric line.dead { stroke: #d02020; stroke-dasharray: 4 3; stroke-width: 2; }
.fabric circle { fill: #333; } .fabric circle.deadnode { fill: #d02020; }
"""
SECTIONS = (
    ("What was run", sections.record),
    ("Figures", sections.summary),
    ("The fabric", sections.drawing),
    ("Completion times", sections.completion),
    ("Collective operation", sections.collective),
    ("Planes", sections.planes),
    ("Links", sections.links),
    ("Goodput over time", sections.goodput),
    ("Faults", sections.faults),
)


def page(runs):
    """The whole page."""
    title = html.escape(" and ".join(label for label, _ in runs))
    parts = [
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{MARK}',
        f"<title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1>",
        sections.note("Columns and figures are explained in doc/main-job.rst, this page in doc/report.rst."),
    ]
    for name, section in SECTIONS:
        parts.append(f"<section><h2>{name}</h2>{section(runs)}</section>\n")
    return "".join(parts) + "</body></html>\n"


def check_output(path, mark, what):
    """Refuses to write over a file without this mark; an empty one has nothing to lose."""
    if path.is_file() and path.stat().st_size:
        with open(path, encoding="utf-8", errors="replace") as file:
            if mark not in file.read(300):
                raise errors.InputError(f"{path} is there already and is no {what}; expected another name")


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
        check_output(output, MARK, "report")
        for each in folders if options.sqlite else ():
            database.check_database(each)
        timelines = {each.folder / "timeline.json": each for each in folders} if options.timeline else {}
        for path in timelines:
            check_output(path, timeline.MARK, "timeline of a report")
        files.write_texts(output, [page(runs)])
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
        sys.exit(f"mrc-report: error: cannot write to standard output: {error.strerror}")


if __name__ == "__main__":
    main()
