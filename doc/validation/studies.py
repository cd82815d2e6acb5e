# SPDX-License-Identifier: GPL-2.0-only
"""Runs studies, experiments of the field and open questions, each described by a file of doc/validation/studies."""

import dataclasses
import pathlib
import sys

import study
import study_kept
import study_page
import study_picture
import study_runs
from mrc_report import files
from study_figures import Figures
from sweep.grid import SweepError

PAGES = pathlib.Path(__file__).resolve().parents[1] / "studies"
SIGNALLED = 128


@dataclasses.dataclass(frozen=True)
class How:
    """How runs are done."""

    examples: pathlib.Path
    jobs: int
    again: bool
    say: object


def say(words):
    """Tells how far it is."""
    print(f"mrc reproduce: {words}", file=sys.stderr, flush=True)


def do(name, options, examples):
    """Runs a study and writes what came of it. Returns its verdicts and how many runs failed."""
    mine = study.read(name, options.quick)
    output = options.output / (f"{name}-quick" if options.quick else name)
    runs = study_runs.StudyRuns(mine, output, How(examples.resolve(), options.jobs, options.again, say))
    figures = Figures(mine, runs.run())
    verdicts = [figures.judge(check) for check in mine.checks]
    files.write_texts(output / "table.csv", [study_page.csv_of(study_page.figure_rows(mine, figures))])
    files.write_texts(output / "claims.csv", [study_page.csv_of(study_page.claim_rows(verdicts))])
    picture, text = study_picture.draw(mine, figures), study_page.text_page(mine, figures, verdicts)
    files.write_texts(output / "picture.svg", [picture])
    files.write_texts(output / "text.txt", [text])
    if options.write and runs.failed():
        say(f"{name}: {runs.failed()} runs failed; its page stays as it was")
    elif options.write:
        files.write_texts(PAGES / f"{name}.rst", [study_page.rst_page(mine, figures, verdicts)])
        files.write_texts(PAGES / f"{name}.svg", [picture])
        files.write_texts(study_kept.path_of(mine), [study_kept.text_of(mine, figures)])
    print(f"{text}\n{output}/table.csv, claims.csv, picture.svg, text.txt")
    return verdicts, runs.failed()


def run(options, examples):
    """The same for all that are named. Returns the status: 1 if a run failed, 0 though claims miss."""
    try:
        failed = sum(do(name, options, examples)[1] for name in options.names)
        return 1 if failed else 0
    except study_runs.Interrupted as error:
        say(str(error))
        return SIGNALLED + error.number
    except SweepError as error:
        say(f"error: {error}")
    except OSError as error:
        say(f"error: cannot write {error.filename or options.output}: {error.strerror}")
    return 2
