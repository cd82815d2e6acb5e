#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Reproduces one target, and has its figures leave their bands on either side. Argument: the folder of
the built examples."""

# Clauses of this file: [compressed-time], [deals-shown], [target-ports], [target-links], [target-switches],
#          [target-two-evs], [target-permutation], [target-incast], [target-start-up],
#          [target-silent-switch]

import argparse
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "doc/validation"
sys.path.insert(0, str(FOLDER))
import reproduce  # noqa: E402
import tables  # noqa: E402


class ReproduceTest(unittest.TestCase):
    """Runs the script with target T1 only, which takes no time."""

    def run_script(self, *options):
        """Returns status, standard output and standard error."""
        result = subprocess.run(
            [sys.executable, FOLDER / "reproduce.py", "--target=T1", *options],
            env={**os.environ, "MRC_BUILD_DIR": str(EXAMPLES.parent)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return result.returncode, result.stdout, result.stderr

    def compare_with(self, change):
        """Compares with stored figures of T1 that change(line) has changed."""
        with tempfile.TemporaryDirectory() as folder:
            stored = pathlib.Path(folder) / "stored.csv"
            lines = reproduce.STORED.read_text().splitlines()
            stored.write_text("".join(f"{change(line)}\n" for line in lines))
            return self.run_script("--short", f"--stored={stored}")

    def test_what_is_stored_comes_out(self):
        status, text, error = self.run_script("--short")
        self.assertEqual((status, error), (0, ""), text)
        self.assertRegex(text, r"^6 figures with 3 pairs of verdicts, 0 not as stored, \d+ s\n$")

    def test_figures_may_leave_their_band_on_neither_side(self):
        prefix = "mrc-validation,T1,half round trip cross-T1,"
        for band, side in (("60,61,62,pass pass", "below"), ("1,2,3,pass pass", "above")):
            status, text, _ = self.compare_with(
                lambda line, band=band: prefix + band if line.startswith(prefix) else line
            )
            self.assertEqual(status, 1)
            self.assertRegex(text, rf"half round trip cross-T1: [\d.]+ lies {side} its band")
            self.assertIn("\n6 figures with 3 pairs of verdicts, 1 not as stored", text)

    def test_a_verdict_may_not_change_within_its_band(self):
        prefix = "mrc-validation,T1,half round trip cross-T1,"
        for stored, words in (("miss pass", "miss pass"), ("pass miss", "pass miss"), ("", "none")):
            status, text, _ = self.compare_with(
                lambda line, stored=stored: f"{line.rpartition(',')[0]},{stored}" if line.startswith(prefix) else line
            )
            self.assertEqual(status, 1)
            self.assertIn(f"T1, half round trip cross-T1: verdicts pass pass, stored {words}\n", text)
            self.assertIn("\n6 figures with 3 pairs of verdicts, 1 not as stored", text)

    def test_new_figures_of_one_target_leave_the_others(self):
        with tempfile.TemporaryDirectory() as folder:
            stored = pathlib.Path(folder) / "stored.csv"
            text = reproduce.STORED.read_text()
            old = next(line for line in text.splitlines() if "T1,half round trip cross" in line)
            stored.write_text(text.replace(old, old.replace(".", "1.")))
            status, _, _ = self.run_script("--short", "--renew", f"--stored={stored}")
            self.assertEqual(status, 0)
            self.assertEqual(stored.read_text(), text)

    def test_figures_neither_come_nor_go(self):
        status, text, _ = self.compare_with(lambda line: line.replace("their difference", "gone"))
        self.assertEqual(status, 1)
        self.assertRegex(text, r"T1, their difference: [\d.]+ has no stored band")
        self.assertIn("T1, gone: stored, but not measured", text)

    def test_a_file_with_other_columns_is_named(self):
        status, _, error = self.compare_with(lambda line: line.rpartition(",")[0] if "," in line else line)
        self.assertEqual(status, 1)
        self.assertRegex(error, r"stored.csv: 6 columns in 'program,.*'; expected program,.*,verdicts\n$")

    def test_tables_of_full_length_are_printed(self):
        status, text, error = self.run_script("--tables")
        self.assertEqual((status, error), (0, ""))
        self.assertRegex(text, r"(?m)^targets\n\n==")
        self.assertRegex(text, r"(?m)^T1 +half round trip T0-local +us +\d\.\d+ .* pass +pass ")

    def test_a_part_of_a_table_is_not_written(self):
        page = reproduce.PAGE.read_text()
        status, _, error = self.run_script("--write")
        self.assertEqual(status, 1)
        self.assertIn("--target leaves out rows of the table targets", error)
        self.assertEqual(reproduce.PAGE.read_text(), page)

    def test_options_that_do_not_go_together(self):
        for options in (["--renew"], ["--short", "--write"], ["--jobs=0"], [], ["--tables", "--second=9"], ["--drawn"],
                        ["--short", "--drawn", "--renew"]):
            status, _, error = self.run_script(*options)
            self.assertEqual(status, 2, options)
            self.assertIn("reproduce.py: error: ", error)


class DrawnTest(unittest.TestCase):
    """What the present commit draws for CI."""

    def chosen(self, **variables):
        options = argparse.Namespace(target=None, drawn=True)
        kept = {name: value for name, value in os.environ.items() if name != "MRC_ALL"}
        with unittest.mock.patch.dict(os.environ, {**kept, **variables}, clear=True):
            return reproduce.chosen(options)

    def test_a_third_of_the_targets(self):
        whole = reproduce.everything()
        mine = self.chosen()
        self.assertEqual(len(mine), -(-len(whole) // 3))
        self.assertEqual(mine, [job for job in whole if job in mine])
        self.assertEqual(mine, self.chosen())

    def test_all_of_them_if_asked(self):
        self.assertEqual(self.chosen(MRC_ALL="1"), reproduce.everything())

    def test_a_drawn_target_without_a_row_fails(self):
        whole = reproduce.everything()
        mine = [("mrc-validation", "T1")]
        options = argparse.Namespace(target=None, drawn=True, renew=False, stored=reproduce.STORED)
        stored = {key: row for key, row in reproduce.stored_rows(reproduce.STORED).items() if key[:2] == mine[0]}
        rows = [
            dict(zip(("target", "figure", "ours", "fixed", "against_published", "against_expected"), (*key[1:], row[1], "-", *row[3].split())))
            for key, row in stored.items() if row[3]
        ]
        fixed = {row["figure"]: stored[(*mine[0], row["figure"] + " (fixed window)")][1] for row in rows}
        rows = [{**row, "fixed": fixed[row["figure"]]} for row in rows]
        for result, status, words in (([], 1, "mrc-validation, T1: stored, but nothing was measured"), (rows, 0, "0 not as stored")):
            with (
                unittest.mock.patch.object(reproduce, "chosen", return_value=mine),
                unittest.mock.patch.object(reproduce, "run_all", return_value=[[result]]),
                contextlib.redirect_stdout(io.StringIO()) as told,
            ):
                self.assertEqual(reproduce.short(options), status, told.getvalue())
            self.assertIn(words, told.getvalue())
            self.assertRegex(told.getvalue(), rf"(?m)^1 of {len(whole)} targets; left out: .*\bmrc-validation T2")


class BandTest(unittest.TestCase):
    """Bands and what lies outside."""

    def test_bands_are_as_wide_as_the_runs_are_apart(self):
        self.assertEqual(reproduce.band(["10", "12", "11"]), ("8.0000", "14.0000"))
        self.assertEqual(reproduce.band(["200", "200"]), ("199.0000", "201.0000"))
        self.assertEqual(reproduce.band(["0", "0"]), ("0.0000", "0.0000"))
        self.assertEqual(reproduce.band(["0", "-"]), ("-", "-"))

    def test_what_has_no_number_keeps_having_none(self):
        self.assertEqual(reproduce.complaint(("p", "t", "f"), "-", ("-",) * 3), "")
        self.assertIn("f: 3, stored -", reproduce.complaint(("p", "t", "f"), "3", ("-",) * 3))
        self.assertIn("f: -, stored 1", reproduce.complaint(("p", "t", "f"), "-", ("1", "1", "2")))


class TableTest(unittest.TestCase):
    """The tables, and their places in the page."""

    def test_a_table_takes_the_place_of_the_one_before(self):
        page = reproduce.PAGE.read_text()
        changed = tables.replace(page, "targets", "=\na\n=")
        self.assertIn("--write\n\n=\na\n=\n\n.. end of table targets\n", changed)
        begin = changed.index("--write\n\n=\na\n=")
        self.assertEqual(changed[:begin], page[:begin], "nothing else is touched")
        with self.assertRaisesRegex(SystemExit, "no place for the table none"):
            tables.replace(page, "none", "")

    def test_the_page_has_a_place_for_each_table(self):
        names = re.findall(r"(?m)^\.\. table ([a-z-]+): made by", reproduce.PAGE.read_text())
        incasts = ["incast-completions", "incast-indices", "incast-excess"]
        self.assertEqual(sorted(names), sorted([*tables.STREAMS, *incasts, "htsim"]))

    def test_each_target_is_in_a_table_and_stored(self):
        stems = sum(tables.STREAMS.values(), ())
        stored = {key[1] for key in reproduce.stored_rows(reproduce.STORED)}
        for target in reproduce.targets("mrc-validation"):
            self.assertTrue(tables.belongs(target, stems), target)
            self.assertIn(target, stored)
        self.assertLessEqual(set(reproduce.targets("mrc-incast")), stored)


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
    os.environ["MRC_BUILD_DIR"] = str(EXAMPLES.parent)
    reproduce.EXAMPLES = EXAMPLES
    unittest.main()
