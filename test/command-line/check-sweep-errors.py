#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Runs sweeps with wrong files, folders and options, and reads what programs print. Argument: the folder of
the built examples."""

import json
import pathlib
import resource
import shutil
import subprocess
import tempfile
import unittest

from sweep_rig import EXAMPLES, SMALL, SweepTest

from sweep import figures, folder  # in the folder that sweep_rig names


class WrongTest(SweepTest):
    """Files, folders and options that are wrong."""

    def check_error(self, words, *options, text=SMALL, **how):
        _, error = self.sweep(*options, text=text, status=2, **how)
        self.assertIn(words, error)
        self.assertNotIn("Traceback", error)

    def test_files(self):
        grid = SMALL[SMALL.index("[grid]") :]
        for text, words in (
            (SMALL.replace("mrc-fabric", "mrc-fabrics"), "small.toml:1: expected program = NAME of an example in C++"),
            (SMALL.replace("[grid]", "[gird]"), "small.toml:6: expected program, [arguments] or [grid], not 'gird'; did you"),
            (SMALL.replace("[1, 2]", "[]"), "small.toml:9: expected a list of values for RngRun, not []"),
            (SMALL.replace("[1, 2]", "1"), "small.toml:9: expected a list of values for RngRun, not 1"),
            (SMALL.replace("[1, 2]", "[1, [2]]"), "small.toml:9: expected a text, a number, true or false for RngRun, not [2]"),
            (SMALL.replace("[1, 2]", "[1, '1']"), "small.toml:9: expected each value of RngRun once; 1 is there twice"),
            (SMALL.replace("[1, 2]", "[1, 2"), "small.toml:10: expected TOML: "),
            (SMALL.replace("nics = 16", "ns3::mrc::QpProfile::Payload = 16"), "small.toml:4: expected TOML: Expected '=' after"),
            (SMALL.replace("nics = 16", "ns3::mrc::QpProfile::Payload = 16"), "; a name with :: needs quotes\n"),
            (SMALL.replace("nics", "--nics"), "small.toml:4: expected the name of an option without dashes, not '--nics'"),
            (SMALL.replace("nics", "csv"), "small.toml:4: expected no csv: the sweep gives it to mrc-fabric"),
            (SMALL.replace("nics", "RngRun"), "small.toml:9: expected RngRun in one table; it is in [arguments] too"),
            (SMALL.replace("nics = 16", "nics.x = 16"), "small.toml:4: expected a text, a number, true or false for nics"),
            (SMALL.replace(grid, ""), "small.toml: expected a table [grid] of the program's options"),
            (SMALL.replace(grid, "[grid]\n"), "small.toml:6: expected an option with a list of values in [grid]"),
            (f"grid = 3\n{SMALL}".replace(grid, ""), "small.toml:1: expected a table [grid]"),
            (SMALL.replace("16", "9" * 5000), "small.toml:4: expected TOML: a number has too many digits\n"),
            (SMALL.replace("16", "0x" + "f" * 5000), "small.toml:4: expected a text, a number, true or false for nics, not what"),
            (SMALL.replace("[1, 2]", "[" * 5000 + "]" * 5000), "small.toml: expected TOML: lists or tables are nested too deeply"),
            (SMALL.replace("[1, 2]", "[" * 100 + "]" * 100), "true or false for RngRun, not " + "[" * 80 + "...\n"),
            (SMALL.replace("[1, 2]", str(list(range(30000)))), "expected 1 .. 100000 runs; these lists make 120000"),
        ):
            with self.subTest(words):
                self.check_error(words, text=text)
        (self.folder / "small.toml").write_bytes(b"\xff")
        self.check_error("small.toml: not a text; expected TOML in UTF-8", text="")
        (self.folder / "small.toml").unlink()
        self.check_error("small.toml: No such file or directory; expected a sweep", text="")
        self.assertEqual(self.starts(), 0)
        self.assertFalse((self.folder / "small").exists())

    def test_options(self):
        for options, words in (
            (["--part=3/2"], "'3/2'; expected K/N with K from 1 to N"),
            (["--only=9"], "--only=9; expected 1 .. 8, the runs of small.toml"),
            (["--jobs=0"], "'0'; expected a whole number above 0"),
            (["--timeout=nan"], "'nan'; expected a number above 0"),
            (["--only=1", "--part=1/2"], "not allowed with argument"),
            (["--gather", "--again"], "--gather goes with --output only"),
            (["--gather"], "small has no results; ./mrc sweep small.toml makes them"),
        ):
            with self.subTest(options):
                self.check_error(words, *options)
        self.assertFalse((self.folder / "small").exists())

    def test_results_of_another_sweep_are_refused(self):
        self.sweep("--only=1")
        for text, words in (
            (SMALL.replace("[1, 2]", "[1, 2, 3]"), "RngRun of [grid] is ['1', '2'] there, ['1', '2', '3'] here"),
            (SMALL.replace("nics = 16", "nics = 32"), "nics of [arguments] is 16 there, 32 here"),
            (SMALL.replace("nics = 16", ""), "nics of [arguments] is 16 there, not given here"),
            (SMALL.replace('"mrc-fabric"', '"mrc-first"'), "program is mrc-fabric there, mrc-first here"),
        ):
            for options in ([], ["--list"], ["--gather"]):
                self.check_error(f"small has the results of another sweep: {words}; expected", *options, text=text)
        self.sweep("--only=1", text="# other words\n" + SMALL)
        path = self.folder / "small/results/1.json"
        shutil.copy(path, path.with_name("2.json"))
        self.check_error("small/results/2.json: a result of --topology=clos-4x100g")
        result = json.loads(path.read_text())
        numbers = ("exit_status", "wall_s")
        wrong = [json.dumps({**result, name: [[1, "2", ""]]}) for name in result]
        wrong += [json.dumps({**result, name: "7" if name in numbers else 7}) for name in result]
        for text in ("{", "[]", "[" * 100000, "9" * 5000, *wrong):
            path.write_text(text)
            self.check_error("small/results/1.json: not a result; expected one of ./mrc sweep, or no such file", "--gather")
        identity = self.folder / "small/sweep.json"
        for text in ("[", "[]", "[" * 100000, json.dumps({**json.loads(identity.read_text()), "grid": 3})):
            identity.write_text(text)
            self.check_error("small/sweep.json: not of a sweep; expected another --output=FOLDER", "--gather")

    def test_an_output_that_is_full(self):
        for options in (["--list"], ["--gather"], ["--only=1"]):
            self.sweep("--only=1")
            with open("/dev/full", "wb") as full:
                how = {"cwd": self.folder, "stdout": full, "stderr": subprocess.PIPE}
                run = subprocess.run(self.command(*options), **how, text=True, check=False)
            self.assertEqual(run.returncode, 2)
            self.assertTrue(run.stderr.endswith("mrc sweep: error: standard output: No space left on device\n"), run.stderr)

    def test_folders_of_others_are_left_alone(self):
        (self.folder / "small").mkdir()
        (self.folder / "small/thesis.tex").write_text("all of it")
        self.check_error("small holds other files; expected another --output=FOLDER, new or empty")
        self.assertEqual([path.name for path in (self.folder / "small").iterdir()], ["thesis.tex"])
        self.check_error("small.toml is no folder; expected another", "--output=small.toml")
        self.check_error("cannot write small.toml/x: Not a directory", "--output=small.toml/x")

    def test_a_full_disk_ends_the_sweep(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1500, resource.RLIM_INFINITY))
        self.wait("ulimit -S -f unlimited")
        words = "mrc sweep: error: cannot write small/results/1.json: File too large; results that are there are kept: go on"
        self.check_error(words, "--jobs=1", preexec_fn=limit)
        self.assertEqual([path.name for path in (self.folder / "small/results").iterdir()], [])
        self.assertEqual(self.starts(), 1)
        self.sweep()
        self.assertEqual(len(self.table()), 8)

    def test_a_program_that_is_not_there(self):
        (self.examples / "mrc-fabric").unlink()
        self.check_error("mrc-fabric: No such file or directory; ./mrc sweep builds it")


class FiguresTest(unittest.TestCase):
    """Figures as programs print them."""

    def print_of(self, *command):
        run = subprocess.run([EXAMPLES / command[0], *command[1:]], capture_output=True, text=True, timeout=120, check=False)
        return run.stdout

    def test_of_other_programs(self):
        lines = figures.read_lines(self.print_of("mrc-own-selector"))
        self.assertIn(["end", "finished", ""], lines)
        self.assertIn(["flows complete", "640", "flows"], lines)
        targets = figures.read_targets(self.print_of("mrc-incast", "--target=4:1-400G", "--runs=2", "--csv"))
        self.assertIn("4:1-400G, mean Jain index", [name for name, _, _ in targets])
        steps = figures.read_steps("GPT: words\nstep,time_us,idle_percent\n0,3286.38,47\n1,3286.6,\n")
        self.assertEqual(steps[0], ["step 0, time_us", "3286.38", ""])
        self.assertEqual(steps[3], ["step 1, idle_percent", "", ""])

    def test_lines_are_those_of_the_summary(self):
        with tempfile.TemporaryDirectory() as where:
            printed = self.print_of("mrc-fabric", "--repeat=1", "--quiet", f"--csv={where}")
            summary = figures.read_summary(pathlib.Path(where, "summary.csv").read_text())
        self.assertEqual(figures.read_lines(printed), summary)

    def test_what_is_no_figure_is_left_out(self):
        text = "Write 0 is complete after 45 us\nfault  link  runs  together\nrate  nan  Gb/s\nname  two words\n"
        self.assertEqual(figures.read_lines(text), [["rate", "nan", "Gb/s"], ["name", "two words", ""]])
        whole = {figures.read_targets: "target,figure,ours,unit\n", figures.read_steps: "Words\nstep,time_us\n"}
        for read, text in (
            *((read, text) for read in (figures.read_summary, *whole) for text in ("", "figure,value\n1,2\n")),
            *((read, head + rows) for read, head in whole.items() for rows in ("", "1\n", "1,2,3,4,5\n")),
        ):
            with self.subTest(read=read, text=text), self.assertRaises(figures.NoFigures):
                read(text)

    def test_equal_names_are_told_apart(self):
        told = [["rate", "1", "Gb/s"], ["rate", "2", "Gb/s"], ["rate", "3", ""], ["rate, 2", "4", "Gb/s"], ["status", "5", ""]]
        self.assertEqual(figures.read_lines("rate  1  Gb/s\nrate  2  Gb/s\n"), told[:2])
        columns = {"rate (Gb/s)": "1", "rate, 2 (Gb/s)": "2", "rate": "3", "rate, 2, 2 (Gb/s)": "4", "status, 2": "5"}
        self.assertEqual(figures.by_column(told, ["status"]), columns)

    def test_columns_of_runs_are_merged_in_order(self):
        self.assertEqual(folder.merged([["a", "b", "d"], ["a", "c", "d"], ["x", "a", "d", "e"]]), list("xacbde"))


if __name__ == "__main__":
    unittest.main()
