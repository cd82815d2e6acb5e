# SPDX-License-Identifier: GPL-2.0-only
"""Runs the paper's experiments, and writes a table of its claims and a page with pictures."""

import concurrent.futures
import csv
import html
import io
import os
import pathlib
import signal
import sys
import threading
import time

import claims
import figures
import jobs
import kept
import plan
from experiments import Setting, chosen
from mrc_report import beside, errors, files, page, sections

MARK = '<meta name="generator" content="mrc reproduce">'
SETTING_MARK = "stand for one of the paper's seconds"
TITLE = "The paper's figures beside ours"
STYLE = beside.STYLE + "td.miss, td.failed { color: #b00000; font-weight: bold; } td.pass { color: #17692d; }\n"
STYLE += "td.number, td.pass, td.miss { white-space: nowrap; } td:nth-child(2) { min-width: 8em; }\n"
STYLE += ".beside figure { max-width: 570px; } details { margin: .6em 0; }\n"
NUMBER = ' class="number"'
LOOK = 0.1  # s between looks at programs that are to end
PATIENCE = 5  # s that they may take
SIGNALLED = 128  # a shell adds the number of the signal


class Ended(KeyboardInterrupt):
    """A signal other than that of Ctrl-C came."""

    def __init__(self, number):
        super().__init__()
        self.number = number


def end_by(number, _):
    """Handles a signal."""
    raise Ended(number)


def signal_children(number):
    """Sends a signal to the programs that run: nobody would wait for their results."""
    for listed in pathlib.Path("/proc/self/task").glob("*/children"):
        try:
            for child in listed.read_text(encoding="ascii").split():
                os.kill(int(child), number)
        except OSError:  # a child, or a thread, has ended meanwhile; the next round has the others
            pass


def end_jobs(pool):
    """Ends the programs of jobs until the last job has ended. A job may be about to start a program, or may have several, one
    after the other. Further signals change nothing: a program that does not end by itself is killed."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    killed = time.monotonic() + PATIENCE
    last = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True})
    last.start()
    while last.is_alive():
        signal_children(signal.SIGTERM if time.monotonic() < killed else signal.SIGKILL)
        last.join(LOOK)


class Runs:
    """Results of jobs: those that are kept, and those that are made now. None begins after an end, in minutes from now."""

    def __init__(self, folder, again, minutes=None):
        self.kept = kept.Kept(folder / "runs")
        self.again = again
        self.end = None if minutes is None else time.monotonic() + 60 * minutes
        self.results, self.failures, self.left = {}, {}, set()

    def known(self, job):
        """Whether a job has a kept result, which is taken then."""
        found = None if self.again else self.kept.get(jobs.identity(job))
        if found is not None:
            self.results[job] = found
        return found is not None

    def do(self, job):
        """Runs a job and keeps its result. Returns the words for a person."""
        begin, before = time.monotonic(), jobs.identity(job)
        if self.end is not None and begin > self.end:
            self.left.add(job)
            return "left, as the time of --minutes is over"
        try:
            self.results[job] = jobs.measure(job)
        except jobs.RunFailed as error:
            self.failures[job] = str(error)
            return f"failed: {error}"
        seconds = time.monotonic() - begin
        words = f"{seconds:.1f} s"
        if jobs.identity(job) != before:
            return f"{words}; not kept, as the program changed meanwhile"
        self.kept.put(before, self.results[job], round(seconds, 1))
        return words

    def do_all(self, todo, at_a_time):
        """Runs jobs, so many at a time, and says which have ended."""
        with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
            try:
                futures = {pool.submit(self.do, job): job for job in todo}
                for count, future in enumerate(concurrent.futures.as_completed(futures), 1):
                    say(f"{count} of {len(todo)}, {futures[future].name()}: {future.result()}")
            except BaseException:
                end_jobs(pool)
                raise


def say(words):
    """Tells how far it is."""
    print(f"mrc reproduce: {words}", file=sys.stderr, flush=True)


def rows_of(experiment, runs, setting):
    """The claims of an experiment, with those of failed runs behind."""
    mine = list(dict.fromkeys(experiment.jobs(setting)))
    results = {job: runs.results[job] for job in mine if job in runs.results}
    failed = [claims.of_failure(job, runs.failures[job]) for job in mine if job in runs.failures]
    left = sum(job in runs.left for job in mine)
    lacking = [claims.of_left(experiment.name, left, len(mine))] if left else []
    return results, [*experiment.claims(results), *failed, *lacking]


def table(rows):
    """The rows as a table of HTML."""
    head = "".join(f"<th>{name}</th>" for name in claims.COLUMNS)
    body = []
    for claim in rows:
        cells = [html.escape(text) for text in claim.row()]
        mark = f' class="{claim.verdict.replace(" ", "-")}"'
        marks = {"verdict": mark, "ours": NUMBER, "difference": NUMBER}
        cells = [f"<td{marks.get(name, '')}>{cell}</td>" for name, cell in zip(claims.COLUMNS, cells)]
        body.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"


def section(experiment, results, rows, setting):
    """What the page has of an experiment."""
    words = sections.note(experiment.words) if experiment.words else ""
    words += sections.note(f"Failure knowledge: {experiment.knowledge}.") if experiment.knowledge else ""
    drawn = experiment.draw(results, setting) if experiment.draw and results else ""
    bars = figures.beside(rows) if experiment.has_bars else ""
    command = f"./mrc reproduce {experiment.name}" + (" --quick" if setting.is_quick else "")
    listed = f"<details><summary>{counted(rows)}</summary>{table(rows)}</details>"
    return f'{words}<div class="beside">{drawn}</div>{bars}{listed}<p class="note"><code>{command}</code></p>'


def counted(rows):
    """How many claims have which verdict."""
    counts = {verdict: sum(claim.verdict == verdict for claim in rows) for verdict in claims.VERDICTS}
    return f"{len(rows)} claims: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)


def page_of(parts, setting):
    """The texts of the page; parts: (experiment, results, rows)."""
    rows = [row for _, _, some in parts for row in some]
    version = jobs.version()
    head = sections.note(f"mrc {version}; {setting.words()}; seeds count from 1.") + sections.note(counted(rows) + ".")
    head += sections.note(
        "A verdict is that against the published value, within the tolerance of the target and the error of reading a "
        "drawing. Where nothing is published it is that against what the target asks for. "
        "None: no tolerance is asked for, or the figure follows from an input. doc/validation.rst explains each target."
    )
    found = [("All claims", table(rows))]
    found += [(html.escape(each.title), section(each, results, some, setting)) for each, results, some in parts]
    return list(page.whole(TITLE, MARK, head, found, STYLE))


def csv_of(rows):
    """The table as comma-separated values."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([claims.COLUMNS, *(claim.row() for claim in rows)])
    return out.getvalue()


def print_rows(rows):
    """The table for people, without the reasons of what passes."""
    cells = [claims.COLUMNS, *([*claim.row()[:-1], "" if claim.verdict == "pass" else claim.why] for claim in rows)]
    widths = [max(map(len, column)) for column in zip(*cells)][:-1]
    for row in cells:
        print("  ".join([*(f"{cell:{width}}" for cell, width in zip(row, widths)), row[-1]]).rstrip())


def reproduce(options):
    """Runs what is asked for. Returns the status: 1 if a run failed."""
    setting = Setting(options.quick, options.second)
    wanted = chosen(options.names)
    folder = options.output
    if options.plan:
        known = Runs(folder, options.again).known
        print(plan.table(wanted, setting, known, plan.lengths(folder / "runs"), options.jobs))
        return 0
    report, listed = folder / "report.html", folder / "table.csv"
    page.check_output(report, MARK, "page of ./mrc reproduce")
    page.check_output(listed, ",".join(claims.COLUMNS), "table of ./mrc reproduce")
    page.check_output(folder / "setting.txt", SETTING_MARK, "setting of ./mrc reproduce")
    folder.mkdir(parents=True, exist_ok=True)
    files.write_texts(folder / "setting.txt", [setting.words(), "\n"])  # fails now rather than after the first run
    runs = Runs(folder, options.again, options.minutes)
    all_jobs = list(dict.fromkeys(job for each in wanted for job in each.jobs(setting)))
    todo = [job for job in all_jobs if not runs.known(job)]
    say(f"{len(all_jobs)} runs, {len(all_jobs) - len(todo)} of them kept, {options.jobs} at a time, in {folder}")
    runs.do_all(todo, options.jobs)
    parts = [(each, *rows_of(each, runs, setting)) for each in wanted]
    rows = [row for _, _, some in parts for row in some]
    files.write_texts(listed, [csv_of(rows)])
    files.write_texts(report, page_of(parts, setting))
    print_rows(rows)
    print(f"\n{counted(rows)}\n{listed}\n{report}")
    if runs.left:
        say(f"{len(runs.left)} runs are left; the same command goes on with them")
    return 1 if runs.failures else 0


def run(options):
    """The same, with words for what goes wrong."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup(1) has it
            signal.signal(number, end_by)
    try:
        return reproduce(options)
    except KeyboardInterrupt as error:
        say("interrupted; what has ended is kept, and the same command goes on from there")
        return SIGNALLED + getattr(error, "number", signal.SIGINT)
    except (errors.InputError, ValueError) as error:
        say(f"error: {error}")
    except OSError as error:
        say(f"error: cannot write {error.filename or options.output}: {error.strerror}")
    return 2
