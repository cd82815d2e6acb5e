#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does each figure of failures name what NICs knew of them? Clause: [failure-knowledge]

A section of a document shows failures if a command in it has some, or a script that it runs. A table or a picture there
needs a line that begins with "Failure knowledge:" and has one of the clause's words. A column of that name does too, as studies
have it, and the row "failure mode" of a program's output.

Tables are those of reStructuredText (simple ones, grids, lists, CSV), of Markdown, and columns of a program's output. Those in subsections
below their command are not seen. One line serves all tables and pictures of a section.
"""

import csv
import importlib
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOC = ROOT / "doc"
sys.dont_write_bytecode = True
sys.path[:0] = [str(DOC / "validation"), str(ROOT / "utils")]
import experiments  # noqa: E402
import study  # noqa: E402
import study_knowledge  # noqa: E402

plot = importlib.import_module("mrc-plot")

WORDS = re.compile(r"\b(?:Ideal|Cx8Like|Production|[Nn]obody|beforehand)\b")
LINE = re.compile(r"^ *(?:[-*] )?Failure knowledge: (?:.+\n?)+|^ *failure mode(?:: |  ).*|^case .*\bfailure knowledge\b(?:.*\n){2,}?(?=\n)", re.M)
TITLE = re.compile(r"^(?P<title>\S[^\n]*)\n(?P<mark>[=~*-])(?P=mark){2,}\n|^#{1,4} (?P<heading>\S.*)\n", re.M)
PICTURE = re.compile(r"^\.\. (?:figure|image)::(?! (?:\.\./)?pictures/)|^!\[.*\]\(doc/plots/", re.M)
RULE = re.compile(r"^ *=+(?: +=+)+$", re.M)
BARS = re.compile(r"^ *\|(.*)\| *$", re.M)  # a row of a grid, or of Markdown
CSV = re.compile(r"^( *)\.\. csv-table::.*\n((?:\1 +.*\n|\n)*)", re.M)
COMMAND = re.compile(r" *(?:\$ |\./|[\w./]+\.py\b|--|&&)")
OUTPUT = re.compile(r"::(?: \w+)?\n\n((?: {2,}.*\n|\n)+)|^```.*\n((?:(?!```).*\n)*)", re.M)  # a literal block
NUMBER = re.compile(r"[-+]?\d[\d,.]*(?: ?(?:%|[mun]?s|[GMk]b/s|[GM]B))?(?:[ ,(].*)?")

# What makes a failure: options, targets, experiments, and programs that have failures without an option.
FAILURE = re.compile(
    r"--fail=(?!none\b)\S+|--faults=|--fault=|--links=\S*missing|FabricProfile::PortFailure"
    r"|mrc-(?:convergence|clustermapper|grey-link|job-life|tutorial)\b(?! --fail=none)|mrc bench --scale\b"
    r"|--target=T(?:3|4|5|6|13|14)\b|\.\. table (?:failures|paths):|mrc reproduce (?:x1|fig(?:4|8|9[a-d]|10|11|16|19a))\b"
)
MAIN_JOB = re.compile(r"mrc run mrc-fabric\b(?:[^\n]*\\\n)*[^\n]*")  # has a failure of its own without these options
NO_MAIN_JOB = ("--matrix", "--topology", "--workload", "--fail=none", "--Print")
SCRIPT = re.compile(r"\bdoc/validation/([\w-]+\.py)")
SCRIPT_WITH_FAILURE = re.compile(r"--fail=(?!none\b)|--faults=")

# of ./mrc reproduce: targets with failures by how their names begin, and kinds of jobs that have some
FAILING_TARGETS = ("T3", "T4", "T5", "T6", "T13", "T14")
FAILING_JOBS = ("ring", "collective", "flaps", "cables", "optic")

# (document, section): its tables are of options, words or files, and have no figure of a run with a failure
NO_FIGURES = {
    ("defaults.rst", "Defaults that nobody published"),  # values of attributes
    ("examples/data/README.md", "Traffic matrices and topologies"),  # files
    ("shapes.rst", "Links that differ, and graphs"),  # slow and long links, none of which fails
}


def sections(text):
    """Yields (title, text) of each section, down to the next title of any level."""
    found = list(TITLE.finditer(text))
    for match, after in zip(found, [*found[1:], None]):
        yield match["title"] or match["heading"], text[match.end() : after.start() if after else None]


def cells_of_simple_tables(text):
    """Yields the cells of tables between rules of equals signs."""
    lines = text.split("\n")
    rules = [number for number, line in enumerate(lines) if RULE.match(line)]
    for first, last in zip(rules, rules[1:]):
        starts = [match.start() for match in re.finditer("=+", lines[first])]
        rows = lines[first + 1 : last] if first > 0 and lines[first - 1].strip() else []
        yield from (row[begin:end].strip() for row in rows for begin, end in zip(starts[1:], [*starts[2:], None]))


def cells_of_output(block):
    """Yields the cells of columns in a literal block: at least two lines that follow each other and have a number behind their first word."""
    rows = [[] if COMMAND.match(line) else re.split(r" {2,}|,(?! )|\t", line.strip())[1:] for line in block.splitlines()]
    numbers = [any(NUMBER.fullmatch(cell) for cell in row) for row in rows]
    for number, row in enumerate(rows):
        if numbers[number] and any(numbers[max(number - 1, 0) : number] + numbers[number + 1 : number + 2]):
            yield from row


def cells(text):
    """Yields the cells of all tables of a section but those of first columns and, mostly, heads."""
    yield from cells_of_simple_tables(text)
    if ".. list-table::" in text:
        yield from re.findall(r"^ +- (.*)", text, re.M)
    for row in BARS.findall(text):
        yield from (cell.strip() for cell in row.split("|")[1:])
    for _, block in CSV.findall(text):
        for row in csv.reader(line.strip() for line in block.splitlines() if not line.strip().startswith(":")):
            yield from (cell.strip() for cell in row[1:])
    for blocks in OUTPUT.findall(text):
        yield from cells_of_output("".join(blocks))


def has_figures(text):
    """Whether a section has a picture of a run, or a table with several numbers."""
    return bool(PICTURE.search(text)) or sum(bool(NUMBER.fullmatch(cell)) for cell in cells(text)) > 1


def failure_of(text):
    """Returns the words of a section that make a failure, or None."""
    match = FAILURE.search(text)
    if match:
        return match[0]
    for command in MAIN_JOB.findall(text):
        if not any(option in command for option in NO_MAIN_JOB):
            return command
    for name in SCRIPT.findall(text):
        path = DOC / "validation" / name
        if path.exists() and SCRIPT_WITH_FAILURE.search(path.read_text(encoding="utf-8")):
            return name
    return None


def lacking(text):
    """Yields (title, failure) of sections that show failures, and do not say what NICs knew."""
    for title, body in sections(text):
        failure = failure_of(body)
        if failure and has_figures(body) and not any(WORDS.search(line) for line in LINE.findall(body)):
            yield title, failure


def pages():
    """Yields (name, text) of all documents."""
    for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "examples").rglob("*.md")), *sorted(DOC.rglob("*.rst"))]:
        yield path.relative_to(DOC if path.suffix == ".rst" else ROOT).as_posix(), path.read_text(encoding="utf-8")


class FailuresTest(unittest.TestCase):
    maxDiff = None

    def test_each_figure_of_failures_names_what_nics_knew(self):
        found = {(name, title): failure for name, text in pages() for title, failure in lacking(text)}
        self.assertEqual({each: failure for each, failure in found.items() if each not in NO_FIGURES}, {})
        self.assertEqual(NO_FIGURES - set(found), set(), "sections that need no exception")

    def test_what_a_section_has_to_say(self):
        head, table = "A title\n=======\n\n", "\n=== ===\na   b\n=== ===\n1   2\n3   4 %\n=== ===\n\n"
        for command, expected in (
            ("mrc-fabric --topology=x --fail=t1:0.3@1ms", 1), ("mrc-fabric --topology=x --fail=none", 0), ("mrc-fabric", 1),
            ("mrc-fabric --matrix=x", 0), ("mrc-fabric \\\n        --matrix=x", 0), ("mrc-convergence", 1), ("mrc-first", 0),
            ("mrc-fabric --topology=x --faults=y", 1), ("mrc-fabric --matrix=x --links=link:0.0.1/missing", 1),
        ):
            body = f"{head}::\n\n    ./mrc run {command}\n"
            self.assertEqual(len(list(lacking(body + table))), expected, command)
            self.assertEqual(list(lacking(body)), [], command)  # without a figure
            self.assertEqual(list(lacking(f"{body}\nFailure knowledge: *Ideal*, 10 us.\n{table}")), [], command)
            self.assertEqual(len(list(lacking(f"{body}\nFailure knowledge: as above.\n{table}"))), expected, command)
            self.assertEqual(list(lacking(f"{body}\nOther\n=====\n{table}")), [], command)  # the table is another section's
        rule = "\n==== ================= ===\n"
        study = f"    mrc-fabric --fail=t1:0.3@1ms\n{rule}{{}}{rule}one  nobody            1.0\ntwo  nobody            2.0{rule}\n"
        self.assertEqual(list(lacking(head + study.format("case failure knowledge us"))), [])
        self.assertEqual(len(list(lacking(head + study.format("case goodput           us")))), 1)
        self.assertEqual(len(list(lacking(f"{head}::\n\n    doc/validation/collectives.py\n{table}"))), 1)
        self.assertEqual(list(lacking(f"{head}::\n\n    doc/validation/rdma.py\n{table}")), [])
        picture = f"{head}``mrc-convergence``\n\n.. figure:: {{}}\n"
        self.assertEqual(len(list(lacking(picture.format("plots/convergence.svg")))), 1)
        self.assertEqual(list(lacking(picture.format("pictures/fabric.svg"))), [])  # a drawing
        for kind, other in {
            "grid": "+---+-----+\n| a | b   |\n+===+=====+\n| 1 | {}   |\n+---+-----+\n| 3 | {}   |\n+---+-----+\n",
            "Markdown": "| a | b |\n|---|---|\n| 1 | {} |\n| 3 | {} |\n",
            "CSV": ".. csv-table::\n   :header: a, b\n\n   1, {}\n   3, {}\n\n",
            "list": ".. list-table::\n\n   * - 1\n     - {}\n   * - 3\n     - {}\n",
            "output": "It prints::\n\n    case    us\n    one     {}\n    two     {}\n\n",
            "output of CSV": "It prints::\n\n    case,us\n    one,{}\n    two,{}\n\n",
            "output in Markdown": "```\ncase    us\none     {}\ntwo     {}\n```\n",
        }.items():
            body = f"{head}::\n\n    ./mrc run mrc-convergence\n\n{other}"
            self.assertEqual(len(list(lacking(body.format("2.5", "4")))), 1, kind)
            self.assertEqual(list(lacking(body.format("words", "more words"))), [], kind)
            self.assertEqual(list(lacking(body.format("2.5", "4") + "\nFailure knowledge: *nobody*.\n")), [], kind)
        commands = f"{head}::\n\n    ./mrc run mrc-convergence --a=1,2\n    ./mrc run mrc-convergence --a=1,2\n\n"
        self.assertEqual(list(lacking(commands)), [])  # no table
        printed = f"{head}::\n\n    $ ./mrc run mrc-convergence\n    a    1\n    b    2\n{{}}\n\n"
        self.assertEqual(len(list(lacking(printed.format("    mode  3")))), 1)
        self.assertEqual(list(lacking(printed.format("    failure mode         Ideal: 10 us"))), [])  # the program says so
        prose = f"{printed.format('')}A run without a\nfailure mode of its own takes Ideal.\n"
        self.assertEqual(len(list(lacking(prose))), 1)  # a wrapped sentence says nothing of these figures
        words = f"{head}::\n\n    mrc-fabric --fail=t1:0.3@1ms\n\n=== =======\na   b\n=== =======\nx   a word\n=== =======\n\n"
        self.assertEqual(list(lacking(words)), [])

    def test_experiments_with_failures_say_so_on_their_page(self):
        for each in experiments.EXPERIMENTS:
            jobs = each.jobs(experiments.Setting(True, 20))
            targets = {job.words[0].split("-")[0] for job in jobs if job.kind == "target"}
            fails = bool(targets.intersection(FAILING_TARGETS)) or any(job.kind in FAILING_JOBS for job in jobs)
            self.assertEqual(bool(WORDS.search(each.knowledge)), fails, each.name)

    def test_studies_say_of_each_case_what_nics_know(self):
        told = study_knowledge.column(study.read("x2"))
        self.assertEqual(told["ports down, slow NIC"], "Cx8Like, 9ms to 11ms")
        self.assertEqual([told[name] for name in ("no loss", "ports down, ideal", "silent")], ["-", "Ideal, 10us", "nobody"])
        self.assertEqual(study_knowledge.column(study.read("x3"))["known, draw 1"], "beforehand")
        self.assertEqual(study_knowledge.column(study.read("x7")), {})  # nothing fails
        one = study.read("x7")
        for fault, expected in (
            ("t1:0.3@1ms", "nobody"), ("port-down:0.1@1ms", "Ideal, 10us"), ("nic:3/silent@1ms", "nobody"),
            ("t0:0.1/drain=1ms@2ms", "Ideal, 10us"), ("nic:3/loss=1%@0ns,plane:1@2ms", "nobody; Ideal, 10us"),
        ):
            self.assertEqual(study_knowledge.of_case(one, study.Case("", {"fail": fault})), expected, fault)
        slow = {"fail": "nic:3@1ms", study_knowledge.FAILURES + "PortFailure": "Production"}
        self.assertEqual(study_knowledge.of_case(one, study.Case("", slow)), "Production, 2s to 4s")

    def test_a_picture_has_the_words_of_its_source(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            table = folder / "table.csv"
            table.write_text("# failure mode: Ideal: 10 us\ntime_ms,MRC\n5,100.5\n")
            self.assertEqual(plot.read_table(table), ([5000.0], {"MRC": [100.5]}))
            self.assertEqual(plot.knowledge(table), "Ideal: 10 us")
            table.write_text("time_ms,MRC\n5,100.5\n")
            self.assertEqual((plot.knowledge(table), plot.knowledge(folder)), ("", ""))
            (folder / "run.json").write_text('{"failure_mode": "blackout: 1 us"}')
            self.assertEqual(plot.knowledge(folder), "blackout: 1 us")

    def test_the_words_are_those_of_the_clause(self):
        clause = (DOC / "model/failures.rst").read_text(encoding="utf-8").partition("failure-knowledge\n~")[2].partition("*Source:*")[0]
        named = re.findall(r"^- \*(\w+)\*:", clause, re.M)
        self.assertEqual(len(named), 5)
        self.assertTrue(all(WORDS.fullmatch(word) for word in named), named)


if __name__ == "__main__":
    unittest.main()
