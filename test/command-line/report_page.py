# SPDX-License-Identifier: GPL-2.0-only
"""Makes reports of runs, and reads their pages and timelines."""

import csv
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT = [sys.executable, ROOT / "utils/mrc-report.py"]
VOID = ("meta", "br", "hr", "img", "link", "input")
SAMPLES = ["--saiCounters", "--sample=20us", "--sampleOf=all"]
HEADS = ["What was run", "Figures", "The fabric", "Completion times", "Collective operation", "Steps", "Planes", "Links"]
HEADS += ["Goodput over time", "Faults"]


class Page(html.parser.HTMLParser):
    """Reads a page: whether its elements are closed in turn, and the text and the tables of each section."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.count = [], [], {}
        self.sections, self.rows, self.head = {}, {}, None
        self.feed(text)
        self.close()
        self.wrong += self.open

    def handle_starttag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1
        self.wrong += [value for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.setdefault(self.head, []).append([])
        if tag == "td":
            self.rows[self.head][-1].append("")

    def handle_startendtag(self, tag, attrs):
        self.count[tag] = self.count.get(tag, 0) + 1

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag}")

    def handle_data(self, data):
        if self.open[-1:] == ["h2"]:
            self.head = data
        self.sections[self.head] = self.sections.get(self.head, "") + data
        if self.open[-1:] == ["td"]:
            self.rows[self.head][-1][-1] += data

    def row(self, head, first):
        """The row of a section's tables with this first cell."""
        return next(row for row in self.rows[head] if row[:1] == [first])


def slices_of(text):
    """The (category, id, process, name, begin, end) that Perfetto's importer makes of Chrome's trace format.

    The rules are those of its json_trace_parser_impl.cc, and of the Trace Event Format. An asynchronous event needs
    process, time, category and id, where category and id together say what ends. A name of a process is a text. A
    counter has numbers. What the importer would count as a failure, or show without an end, is an error here."""

    def no_number(word):
        raise ValueError(f"{word} is no JSON")

    begun, slices, named, used = {}, [], set(), set()
    for event in json.loads(text, parse_constant=no_number)["traceEvents"]:
        phase, process = event["ph"], event["pid"]
        if phase not in "MbeC" or type(process) is not int or not 0 <= process < 2**32:
            raise ValueError(f"no phase or process of ours: {event}")
        if phase == "M":
            if event["name"] != "process_name" or not isinstance(event["args"]["name"], str) or not event["args"]["name"]:
                raise ValueError(f"names no process: {event}")
            named.add(process)
            continue
        used.add(process)
        if type(event["ts"]) not in (int, float) or event["ts"] < 0 or not event["name"]:
            raise ValueError(f"neither time nor name: {event}")
        if phase == "C":
            if not event["args"] or any(type(value) not in (int, float) for value in event["args"].values()):
                raise ValueError(f"a counter without a number: {event}")
            continue
        if not isinstance(event["cat"], str) or not event["cat"] or not str(event["id"]):
            raise ValueError(f"an asynchronous event without category or id: {event}")
        key = event["cat"], str(event["id"])
        if phase == "b":
            if key in begun:
                raise ValueError(f"begins twice: {event}")
            begun[key] = (*key, process, event["name"], event["ts"])
        else:
            first = begun.pop(key)
            if first[2:4] != (process, event["name"]) or event["ts"] < first[4]:
                raise ValueError(f"ends what has another name or begins later: {event}")
            slices.append((*first, event["ts"]))
    if begun or not used <= named:
        raise ValueError(f"without an end: {begun}; without a name: {used - named}")
    return slices


class ReportCase(unittest.TestCase):
    """Each test has a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "runs"
        self.folder.mkdir()

    def report(self, *options, status=0):
        """Returns what it says."""
        command = [*REPORT, *options]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        return run.stdout if status == 0 else run.stderr

    def page(self, name):
        text = (self.folder / name).read_text(encoding="utf-8")
        self.assertNotIn("http", text)
        self.assertNotIn("<script", text)
        page = Page(text)
        self.assertEqual(page.wrong, [])
        self.assertEqual([head for head in page.sections if head in HEADS], HEADS)
        return page

    def table(self, name):
        with open(self.folder / name, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
