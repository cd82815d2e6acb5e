#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Does .ci/citations.py find names that are no clause, clauses without code or a test, and old citations?"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = "[{}]"  # keeps this file's examples from being citations of their own

PAGE = """Reliability
===========

.. _sack-gap:

sack-gap
~~~~~~~~

A gap is a loss.

*Source:* ours.

Timers
------

.. _ack-timeout:

ack-timeout
~~~~~~~~~~~

A timeout.

*Source:* ours.

*Code:* none: an example of something else.
"""
UNIT = f"""// Clauses: {NAME.format("sack-gap")}
TEST(Gap, IsALoss)
{{
}}

/** A case. */
TEST(Timer, Expires)
{{
    // {NAME.format("ack-timeout")}
}}
"""
SUITE = f"""// Clauses: {NAME.format("ack-timeout")},
//          {NAME.format("sack-gap")}
class SlowTestCase : public TestCase
{{
}};
"""
QUESTIONS = """#. Where is a gap judged?

   *Place:* ``model/mrc-a.h``, ``Gap::Judge``,
   ``Lost``
"""


class CitationsTest(unittest.TestCase):
    """Each test has a small tree in which all is well, and breaks one thing."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("doc/model/reliability.rst", PAGE)
        self.write("model/mrc-a.h", f"// Judge says Lost {NAME.format('sack-gap')}\n")
        self.write("test/model/a-test.cc", UNIT)
        self.write("test/mrc-slow-test-suite.cc", SUITE)
        self.write("doc/questions.rst", QUESTIONS)
        self.check("--write")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def add(self, name, text):
        path = self.root / name
        path.write_text(path.read_text() + text)

    def check(self, *options):
        command = [sys.executable, ROOT / ".ci/citations.py", "--root", self.root, *options]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 1 if result.stderr.strip() else 0)
        return result.stderr.strip()

    def test_all_is_well(self):
        self.assertEqual(self.check(), "")

    def test_a_name_that_is_no_clause(self):
        self.add("model/mrc-a.h", f"// as {NAME.format('sack-gaps')} says\n")
        self.assertEqual(self.check(), f"model/mrc-a.h:2: {NAME.format('sack-gaps')} is no clause of doc/model")

    def test_names_in_help_texts_and_documents_count_too(self):
        self.write("model/mrc-b.cc", f'"Bytes after which a SACK is due {NAME.format("no-such")}",\n')
        self.write("doc/b.rst", f"See {NAME.format('not-this')}.\n")
        self.assertEqual(len(self.check().split("\n")), 2)

    def test_other_brackets_are_no_citations(self):
        text = "[a-z] [this] x[i - 1] [MODULE] a[b] [ns-link](http://x)\n"
        self.write("README.md", text)
        self.assertEqual(self.check(), "")

    def test_a_clause_without_a_test(self):
        self.write("test/model/a-test.cc", UNIT.replace(NAME.format("sack-gap"), ""))
        self.write("test/mrc-slow-test-suite.cc", SUITE.replace(NAME.format("sack-gap"), ""))
        self.assertIn(f"doc/model: no test names {NAME.format('sack-gap')}", self.check())

    def test_a_clause_without_code(self):
        self.write("model/mrc-a.h", "// Judge says Lost\n")
        self.check("--write")
        expected = f"doc/model: no code names {NAME.format('sack-gap')}; expected a line, or *Code:* none: and the reason"
        self.assertEqual(self.check(), expected)
        self.write("doc/validation/a.py", f"# {NAME.format('sack-gap')}\n")  # such programs count, documents do not
        self.check("--write")
        self.assertEqual(self.check(), "")

    def test_code_of_a_clause_that_says_it_has_none(self):
        self.write("model/mrc-b.h", f"// {NAME.format('ack-timeout')}\n")
        self.check("--write")
        self.assertEqual(self.check(), f"doc/model: {NAME.format('ack-timeout')} says *Code:* none: and b names it")

    def test_a_heading_proves_nothing(self):
        self.add("test/model/a-test.cc", f"// --- timers {NAME.format('sack-gap')} ---\n\nTEST(Timer, Begins)\n{{\n}}\n")
        self.assertEqual(self.check(), "")

    def test_a_clause_that_is_there_twice(self):
        self.write("doc/model/z.rst", PAGE)
        self.assertIn("doc/model/z.rst: sack-gap is a clause of doc/model/reliability.rst too", self.check())

    def test_a_title_that_is_not_the_label(self):
        self.write("doc/model/reliability.rst", PAGE.replace("sack-gap\n~~~~~~~~", "sack-hole\n~~~~~~~~~"))
        self.assertIn("label sack-gap has the title sack-hole", self.check())

    def test_a_clause_without_a_source(self):
        self.write("doc/model/reliability.rst", PAGE.replace("*Source:* ours.", "Ours.", 1))
        self.assertIn("sack-gap has no source", self.check())

    def test_old_citations(self):
        numbers = "12 " + "#"
        mrc, spec = "MR" + "C", ".m" + "d"
        old = [f"{mrc} sec. 4.3", numbers + "9", f"fabric{spec}", "ruling" + " 7", "9" + ".15", "V" + "11",
               f"{mrc}\n * sec. 4.4", "12" + "\n// #20", f'{mrc} "\n    "sec. 3.1']
        for citation in old:
            self.write("model/mrc-b.h", f"/* {citation} */\n")
            self.assertIn("cites what no reader can open", self.check(), citation)
        self.write("model/mrc-b.h", "/* RFC 9800 sec. 4.1; the paper, 5.2.1; 9.155 us; PSN 12, #define; IPv6 */\n")
        self.assertEqual(self.check(), "")

    def test_the_table_says_who_cites(self):
        table = (self.root / "doc/clauses.rst").read_text()
        self.assertIn('":ref:`sack-gap`", "a", "Gap.IsALoss, slow: SlowTestCase"', table)
        self.assertIn('":ref:`ack-timeout`", "none", "Timer.Expires, slow: SlowTestCase"', table)

    def test_a_table_that_is_out_of_date(self):
        self.write("model/mrc-b.h", f"// {NAME.format('sack-gap')}\n")
        self.assertEqual(self.check(), "doc/clauses.rst is not up to date: .ci/citations.py --write")

    def test_places_of_questions(self):
        self.write("doc/questions.rst", QUESTIONS.replace("mrc-a.h", "mrc-c.h"))
        self.assertIn("doc/questions.rst: there is no model/mrc-c.h", self.check())
        self.write("doc/questions.rst", QUESTIONS.replace("model/mrc-a.h", "mrc-a.h"))  # wherever it is
        self.assertEqual(self.check(), "")
        self.write("doc/questions.rst", QUESTIONS.replace("model/mrc-a.h", "mrc-c.h"))
        self.assertIn("doc/questions.rst: there is no mrc-c.h", self.check())
        self.write("doc/questions.rst", QUESTIONS.replace("``Lost``", "``Found``"))
        self.assertEqual(self.check(), "doc/questions.rst: there is no Found in mrc-a.h")

    def test_names_of_the_code_map(self):
        judge = "class alignas(64) Judge : public Court\n{\n    Lost Decide(int n);\n};\n"
        self.write("model/mrc-b.h", judge + "int ROWS[3];\n")
        names = "``model`` ``mrc-b.h`` ``Judge`` ``Judge::Decide`` ``ROWS`` ``model/mrc-a.h``\n"
        self.write("doc/code-map.rst", names)
        self.assertEqual(self.check(), "")
        for name in ("mrc-c.h", "model/mrc-c.h", "Court", "Judge::Ask", "COLUMNS"):
            self.write("doc/code-map.rst", names + f"``{name}``\n")
            self.assertEqual(self.check(), f"doc/code-map.rst: there is no {name}")

    def test_unit_tests_of_the_list_of_edits(self):
        head = "# a comment\nclause,text,by\n"
        for by in ("", "mrc-fault", "mrc-unit-tests", "mrc-unit-tests: Gap.IsALoss", "mrc-unit-tests: All/Gap.IsALoss/1"):
            self.write("test/mutate/clauses.csv", f'{head}sack-gap,"a, b",{by}\n')
            self.assertEqual(self.check(), "", by)
        for by in ("Gap.IsNoLoss", "Timer.IsALoss", "All/Gap.Is/1"):
            self.write("test/mutate/clauses.csv", f'{head}sack-gap,"a, b",mrc-unit-tests: {by}\n')
            self.assertEqual(self.check(), f"test/mutate/clauses.csv: sack-gap: there is no test {by}")

    def test_a_row_that_is_there_twice(self):
        table = (self.root / "doc/clauses.rst").read_text()
        row = next(line for line in table.split("\n") if "sack-gap" in line)
        self.write("doc/clauses.rst", table.replace(row, f"{row}\n{row}"))
        self.assertEqual(self.check(), "doc/clauses.rst is not up to date: .ci/citations.py --write")


if __name__ == "__main__":
    unittest.main()
