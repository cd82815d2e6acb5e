#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Reads runs and sweeps as pandas frames, and executes the notebook cell by cell, with json and exec alone. Without
pandas or matplotlib this exits with 77: skipped. Argument: the built mrc-fabric."""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = "examples/mrc-results.ipynb"
SKIPPED = 77
OPTIONS = ["--workload=permutation ranks=32 size=64KiB", "--topology=clos-4x100g", "--fail=link:0.0.1@1us", "--sample=5us", "--sampleOf=all"]
GRID = {"RngRun": [1, 2], "fail": ["none", "t1:0.1@1us"], "wireMode": ["true", "false"]}
FIGURES = [["goodput", "51.5", "Gb/s"], ["end", "finished", ""], ["End", "", ""]]  # names may differ in capitals alone


def write_sweep(path):
    """Writes the table of a sweep of two runs, the second one missing, as sweeps do."""
    path.mkdir()
    runs = [grid.Run(number, values, ()) for number, values in enumerate(zip(*GRID.values()), 1)]
    sweep = types.SimpleNamespace(grid=GRID, runs=lambda: runs)
    folder.Folder(path, sweep).write_table([folder.Result("ok", 0, "", 0.125, "ab", FIGURES), None])


def execute(cells):
    """Executes cells of Python in turn, and returns their names."""
    names = {}
    for number, cell in enumerate(cells, 1):
        exec(compile(cell, f"cell {number}", "exec"), names)
    return names


class FramesTest(unittest.TestCase):
    """All tests have the folder of one run, `mine`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        subprocess.run([FABRIC, "--quiet", "--csv=mine", *OPTIONS], check=True, timeout=60, stdout=subprocess.DEVNULL)
        write_sweep(pathlib.Path("sweep"))

    def refused(self, read, path, words):
        with self.assertRaises(frames.InputError) as raised:
            read(path)
        self.assertEqual(str(raised.exception)[: len(words)], words)
        self.assertNotIn("\n", str(raised.exception))

    def test_columns_have_their_types(self):
        run = frames.read("mine")
        flows = run.tables["flows"]
        self.assertEqual(run.record["topology"]["nics"], 32)
        self.assertEqual(len(flows), 32)
        found = [str(flows[name].dtype) for name in ("bytes", "fct_ns", "status")]
        self.assertEqual(found, ["int64", "float64", "string"])
        self.assertEqual(run.faults.begin_ns.tolist(), [1000.0])
        self.assertTrue(run.faults.end_ns.isna().all())
        summary = run.tables["summary"].set_index("figure")
        self.assertEqual((summary.value["flows"], summary.words["end"]), (32.0, "finished"))

    def test_great_numbers_and_missing_ones_are_kept(self):
        path = pathlib.Path("mine/flows.csv")
        names, row, *_ = path.read_text().splitlines()
        fields = dict(zip(names.split(","), row.split(",")), bytes=str(2**64 - 1), fct_ns="", slowdown="")
        path.write_text(f"{names}\n{','.join(fields.values())}\n")
        record = pathlib.Path("mine/run.json")
        told = json.loads(record.read_text())
        told["figures"] = [figure for figure in told["figures"] if figure["name"] != "flows"]
        record.write_text(json.dumps(told))
        flows = frames.read("mine").tables["flows"]
        self.assertEqual((str(flows.bytes.dtype), int(flows.bytes[0])), ("uint64", 2**64 - 1))
        self.assertTrue(flows.fct_ns.isna()[0])
        path.write_text(f"{names}\n")
        self.assertEqual(list(frames.read("mine").tables["flows"]), names.split(","))

    def test_wrong_folders_are_one_line(self):
        self.refused(frames.read, "none", "none/run.json: there is no such file; expected a folder of")
        path = pathlib.Path("mine/flows.csv")
        names, row, *_ = path.read_text().splitlines()
        path.write_text(f"{names}\nx{row}\n")
        self.refused(frames.read, "mine", f"mine/flows.csv:2:1: {names.split(',')[0]} is 'x")
        for path, words in (("none.csv", "none.csv"), ("mine", "mine/table.csv"), (".", "table.csv")):
            expected = "expected the folder of ./mrc sweep, or its table.csv; --gather makes it"
            hint = "; frames.read takes the folder of a run" if path == "mine" else ""
            self.refused(frames.read_sweep, path, f"{words}: there is no such file; {expected}{hint}")
        path = pathlib.Path("sweep/table.csv")
        path.write_text(path.read_text().replace(",0.125,", ",soon,"))
        self.refused(frames.read_sweep, "sweep", "sweep/table.csv:2:21: wall time (s) is 'soon'; expected a number")

    def test_a_sweep_is_a_frame(self):
        self.assertEqual(list(frames.SWEEP), ["number", *folder.RESULT_COLUMNS])
        table = frames.read_sweep("sweep")
        self.assertTrue(table.equals(frames.read_sweep("sweep/table.csv")))
        kinds = {name: str(kind) for name, kind in table.dtypes.items()}
        for name, kind in (("number", "int64"), ("option RngRun", "int64"), ("option fail", "string"), ("option wireMode", "bool"),
                           ("exit status", "Int64"), ("wall time (s)", "float64"), ("goodput (Gb/s)", "float64"), ("end", "string")):
            self.assertEqual(kinds[name], kind, name)
        self.assertEqual(table["goodput (Gb/s)"].isna().tolist(), [False, True])

    def test_a_missing_pandas_is_named(self):
        script = "import sys; sys.modules['pandas'] = None\nfrom mrc_report import frames"
        run = subprocess.run([sys.executable, "-B", "-c", script], env={**os.environ, "PYTHONPATH": str(ROOT / "utils")},
                             capture_output=True, text=True, timeout=60)
        self.assertIn("pandas is missing: apt-get install python3-pandas, or pip install pandas", run.stderr)

    def test_the_listings_of_the_page_run(self):
        text = (ROOT / "doc/report.rst").read_text()
        listings = re.findall(r"::\n\n((?:    .*\n|\n)*    from mrc_report import frames\n(?:    .*\n|\n)*)", text)
        self.assertTrue(listings)
        execute([re.sub("^    ", "", listing, flags=re.M) for listing in listings])

    def test_the_notebook_runs(self):
        notebook = json.loads((ROOT / NOTEBOOK).read_text())
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertEqual([cell["outputs"] for cell in code], [[]] * len(code), "none is stored")
        pathlib.Path("utils").symlink_to(ROOT / "utils")
        pathlib.Path("mrc").write_text(f'#!/bin/sh\nshift 2\nexec "{FABRIC}" "$@" >/dev/null\n')  # ./mrc run mrc-fabric
        pathlib.Path("mrc").chmod(0o755)
        pathlib.Path("examples").mkdir()
        os.chdir("examples")
        names = execute(["".join(cell["source"]) for cell in code])
        self.assertEqual(list(names["slowdowns"].columns), ["no fault", "fault"])
        healthy, hurt = (names["slowdowns"][name][0.5] for name in ("no fault", "fault"))
        self.assertGreater(hurt, healthy)
        self.assertLess(hurt, healthy * 1.33, "a quarter of the links is gone for a part of the time")
        for curve in names["axes"].lines:
            self.assertGreater(max(curve.get_ydata()[1:]), 100, "Gb/s")


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    FABRIC = str(pathlib.Path(sys.argv.pop(1)).resolve())
    os.environ["MPLBACKEND"] = "Agg"
    for package in ("pandas", "matplotlib"):
        if not importlib.util.find_spec(package):
            print(f"{package} is not installed: ./mrc setup")
            sys.exit(1 if os.environ.get("MRC_CI") else SKIPPED)
    sys.path.insert(0, str(ROOT / "utils"))
    from mrc_report import frames
    from sweep import folder, grid

    unittest.main()
