#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Reads all studies of doc/validation/studies and judges their kept figures again: pages and pictures must be those of
these. Runs one in its quick form, and breaks another. Argument: the folder of the built examples."""

import csv
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "doc/validation"), str(ROOT / "utils")]
import study  # noqa: E402
import study_files  # noqa: E402
import study_kept  # noqa: E402
import study_loads  # noqa: E402
import study_page  # noqa: E402
import study_picture  # noqa: E402
import study_runs  # noqa: E402
import study_series  # noqa: E402
from study_figures import Figures, Point, Spread, word_of  # noqa: E402
from sweep.folder import Result  # noqa: E402
from sweep.grid import Sweep, SweepError  # noqa: E402


def claims_of(page):
    """The rows of claims of a page."""
    lines = page.split("\n")
    head = next((number for number, line in enumerate(lines) if line.startswith("claim ")), None)
    if head is None:
        return []
    starts = [match.start() for match in re.finditer("=+", lines[head - 1])]
    rows = lines[head + 2 : lines.index(lines[head - 1], head + 2)]
    return [[row[begin:end].strip() for begin, end in zip(starts, [*starts[1:], None])] for row in rows]


class StudiesTest(unittest.TestCase):
    """What ./mrc reproduce STUDY runs and writes."""

    def reproduce(self, folder, *options, status=0):
        """Returns what is printed, and what is said meanwhile."""
        environment = {**os.environ, "MRC_BUILD_DIR": str(EXAMPLES.parent)}
        command = [sys.executable, ROOT / "doc/validation/reproduce.py", *options]
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        return run.stdout, run.stderr

    def test_each_file_has_a_page(self):
        names = study.names()
        self.assertGreaterEqual(len(names), 12)
        for name in names:
            for quick in (False, True):
                one = study.read(name, quick)
                self.assertTrue(one.checks or not quick, name)
            page = (ROOT / f"doc/studies/{name}.rst").read_text(encoding="utf-8")
            self.assertIn(one.texts["title"], page)
            self.assertTrue((ROOT / f"doc/studies/{name}.svg").exists(), name)

    def test_pages_are_those_of_kept_figures(self):
        for name in study.names():
            one = study.read(name)
            figures = study_kept.read(one)
            verdicts = [figures.judge(check) for check in one.checks]
            page = (ROOT / f"doc/studies/{name}.rst").read_text(encoding="utf-8")
            self.assertEqual(study_page.rst_page(one, figures, verdicts), page, f"./mrc reproduce {name} --write")
            picture = (ROOT / f"doc/studies/{name}.svg").read_text(encoding="utf-8")
            self.assertEqual(study_picture.draw(one, figures), picture, f"./mrc reproduce {name} --write")

    def test_no_two_cases_of_a_picture_look_alike(self):
        for name in study.names():
            picture = (ROOT / f"doc/studies/{name}.svg").read_text(encoding="utf-8")
            keys = re.findall(r'<rect x="58" y="\d+" width="12" height="10" (.*?)/>|<path d="M58 \d+h12" (.*?)/>', picture)
            self.assertGreater(len(keys), 0, name)
            self.assertEqual(len(set(keys)), len(keys), name)

    def test_verdicts_of_pages_are_those_of_their_intervals(self):
        for name in study.names():
            one = study.read(name)
            page = (ROOT / f"doc/studies/{name}.rst").read_text(encoding="utf-8")
            rows = claims_of(page)
            self.assertEqual(len(rows), len(one.checks), name)
            for check, (claim, of, ours, bound, verdict, _) in zip(one.checks, rows):
                self.assertEqual((claim, of, bound), (check.claim, study_page.where(check), study_page.bound(check)), name)
                mean, half = map(float, ours.split(" ± "))
                slack = 10 ** -len(ours.split(" ± ")[0].partition(".")[2])  # of numbers that the page rounds
                likely = {word_of(check, Spread(mean, max(half + by, 0), one.seeds), one.seeds) for by in (-slack, 0, slack)}
                self.assertIn(verdict, likely, f"{name}: {claim}")

    def test_verdicts(self):
        check = study.Check("a claim", "a figure", "a case", at_most=5)
        for mean, half, count, expected in (
            (4, 0.9, 5, "pass"), (4, 1, 5, "pass"), (4, 1.1, 5, "open"), (6, 1, 5, "open"), (6, 0.9, 5, "miss"),
            (4, 0.5, 4, "failed"),
        ):
            self.assertEqual(word_of(check, Spread(mean, half, count), 5), expected, (mean, half, count))
            least = dataclasses.replace(check, at_most=None, at_least=-5)
            self.assertEqual(word_of(least, Spread(-mean, half, count), 5), expected, (mean, half, count))
        self.assertEqual(word_of(check, Spread(1, 0, 1), 1), "open")
        self.assertEqual(word_of(check, None, 5), "failed")

    def test_other_values_of_an_option_are_judged_too(self):
        one = dataclasses.replace(study.read("q-window"), seeds=2)
        option = "ns3::mrc::QpProfile::Mpr"
        self.assertEqual((one.grid[option], one.checks[0].at, one.checks[0].against_at), ([2, 4, 8, 16], {option: 4}, {option: 8}))
        figures = Figures(one, {})
        for value, goodput in (("2", 80), ("4", 99.5), ("8", 100)):
            figures.by_seed["goodput"][Point("no loss", (value,))] = {"1": goodput, "2": goodput}
        verdict = figures.judge(one.checks[0])
        self.assertEqual(verdict.word, "pass")
        self.assertEqual(verdict.values, {option: {"2": "miss", "16": "failed"}})  # 8 is what it is compared with
        self.assertEqual(study_page.others_of(verdict), "Mpr 2: miss, Mpr 16: failed")
        alike = dataclasses.replace(verdict, others={"Oblivious": "pass"}, values={option: dict.fromkeys("123", "miss")})
        self.assertEqual(study_page.others_of(alike), "Oblivious: pass, each other Mpr: miss")

    def test_kept_figures_come_back(self):
        with tempfile.TemporaryDirectory() as folder:
            one = dataclasses.replace(study.read("x16"), path=pathlib.Path(folder, "x16.toml"), seeds=2)
            figures = Figures(one, {})
            point = Point("no fault", ("clos-8x100g",))
            figures.by_seed["mean step"][point] = {"1": 0.1 + 0.2, "2": 1e-9}
            figures.by_seed["longest step"][point] = {"2": 3.0}
            figures.series["step", point] = {"1": {"1": 5.0, "2": 6.0}, "2": {"1": 7.0}}
            study_kept.path_of(one).write_text(study_kept.text_of(one, figures), encoding="utf-8")
            again = study_kept.read(one)
            self.assertEqual((again.by_seed, again.series), (figures.by_seed, figures.series))
            with self.assertRaisesRegex(SweepError, "figures of other runs"):
                study_kept.read(dataclasses.replace(one, arguments={**one.arguments, "quiet": False}))

    def test_figures_of_samples_and_flows(self):
        with tempfile.TemporaryDirectory() as folder:
            samples, flows = pathlib.Path(folder, "sample-qps.csv"), pathlib.Path(folder, "flows.csv")
            rows = ((1000, 0, 100), (1000, 1, 25), (2000, 0, 150), (2000, 1, 25), (4000, 0, 250), (4000, 1, 175))
            samples.write_text("time_ns,qp,placed_bytes\n" + "".join(f"{t},{qp},{placed}\n" for t, qp, placed in rows))
            self.assertEqual(study_series.figures(samples), [
                ["goodput at 0.001 ms", "1.00", "Gb/s"], ["goodput at 0.002 ms", "0.40", "Gb/s"],
                ["goodput at 0.004 ms", "1.00", "Gb/s"], ["time below 70 % of the greatest goodput", "0.0010", "ms"],
            ])
            flows.write_text("bytes,fct_ns,slowdown\n100000,10,1.5\n100000,10,2.5\n2000000,200,3\n2000000,,\n")
            self.assertEqual(study_loads.by_size(flows), {"up to 100 kB": 2.5, "above 1 MB": 3})
            self.assertAlmostEqual(study_loads.fairness(flows), 1)
            missing = pathlib.Path(folder, "none.csv")
            self.assertEqual((study_series.ports(missing), study_loads.by_length(missing)), ([], []))
            self.assertEqual((study_series.figures(missing), study_loads.by_size(missing), study_loads.fairness(missing)), ([], {}, None))

    def test_figures_of_ports_and_of_messages_by_length(self):
        with tempfile.TemporaryDirectory() as folder:
            samples, flows = pathlib.Path(folder, "sample-ports.csv"), pathlib.Path(folder, "flows.csv")
            rows = ((1000, "a", 500, 0.5), (1000, "b", 2000, 1), (2000, "a", 0, 0), (2000, "b", 0, 1))
            samples.write_text("time_ns,port,data_bytes,load\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
            self.assertEqual(study_series.ports(samples), [
                ["load of ports at 0.001 ms", "75.00", "%"], ["least load of a port at 0.001 ms", "50.00", "%"],
                ["longest queue of a port at 0.001 ms", "2.000", "kB"],
                ["load of ports at 0.002 ms", "50.00", "%"], ["least load of a port at 0.002 ms", "0.00", "%"],
                ["longest queue of a port at 0.002 ms", "0.000", "kB"],
            ])
            head = "source,bytes,start_ns,finish_ns\n"
            flows.write_text(head + "0,1000,0,80\n0,1000,20,100\n1,1000,0,90\n1,1000,0,90\n2,5000,0,400\n3,7000,0,\n")
            self.assertEqual(study_loads.by_length(flows), [
                ["time of messages of 1000 B", "0.100", "us"],
                ["goodput of messages of 1000 B", "160.000", "Gb/s a sender"],
                ["time of messages of 5000 B", "0.400", "us"],
                ["goodput of messages of 5000 B", "100.000", "Gb/s a sender"],
            ])
            flows.write_text(head + "".join(f"0,{length},0,1\n" for length in range(1, 6)))
            self.assertEqual(study_loads.by_length(flows), [])

    def test_a_study_is_run_and_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            printed, said = self.reproduce(folder, "q-window", "--quick")
            self.assertIn("no loss: 2 of 2 runs", said)
            self.assertIn("claims", printed)
            made = pathlib.Path(folder, "reproduced/q-window-quick")
            with open(made / "claims.csv", encoding="utf-8", newline="") as file:
                claims = list(csv.reader(file))
            self.assertEqual(len(claims), 1 + len(study.read("q-window", True).checks))
            self.assertTrue((made / "picture.svg").read_text(encoding="utf-8").startswith("<"))
            self.assertIn("open", claims[1])  # one seed has no interval
            self.assertFalse(any("pass" in row for row in claims))
            self.assertNotIn("runs", self.reproduce(folder, "q-window", "--quick")[1])

    def test_an_edited_file_makes_results_stale(self):
        with tempfile.TemporaryDirectory() as folder:
            mine, data = pathlib.Path(folder, "studies"), pathlib.Path(folder, "data")
            mine.mkdir()
            data.mkdir()
            self.addCleanup(setattr, study_files, "DATA", study_files.DATA)
            study_files.DATA = data
            (mine / "one.life").write_text("job MRC\nslow-tables edge ../data/steps.csv ../data/steps.csv\n")
            (data / "steps.csv").write_text("1\n")
            (data / "web.cdf").write_text("0 0\n1500 1\n")
            arguments = {"life": "{folder}/one.life", "workload": "poisson cdf=web.cdf load=0.4"}
            sweep = Sweep(mine / "one.toml", "mrc-job-life", arguments, {"RngRun": ["1"]})
            seen = [study_runs.digest(sweep)]
            for path in (mine / "one.life", data / "steps.csv", data / "web.cdf"):
                path.write_text(path.read_text() + "\n")
                seen.append(study_runs.digest(sweep))
            self.assertEqual(len(set(seen)), 4)
            (data / "other.csv").write_text("2\n")
            self.assertEqual(study_runs.digest(sweep), seen[-1])

    def test_runs_without_a_result_count_as_failed(self):
        with tempfile.TemporaryDirectory() as folder:
            runs = study_runs.StudyRuns(study.read("q-window"), pathlib.Path(folder), None)
            good = Result("ok", 0, "", 1.0, "b", [])
            bad = dataclasses.replace(good, status="failed", exit_status=1)
            runs.results = {("no loss", ("1", str(seed))): found for seed, found in enumerate((good, bad, None), 1)}
            self.assertEqual(runs.failed(), 2)

    def test_mistakes_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            said = self.reproduce(folder, "q-window", "fig14", status=2)[1]
            self.assertIn("fig14 beside the study q-window; expected studies only", said)
            said = self.reproduce(folder, "q-window", "--tables", status=2)[1]
            self.assertIn("expected --quick", said)
            said = self.reproduce(folder, "q-window", "--jobs=0", status=2)[1]
            self.assertIn("expected at least 1 job and 1 seed", said)

    def test_a_wrong_file_is_refused(self):
        text = (study.FOLDER / "q-window.toml").read_text(encoding="utf-8")
        kept = study.FOLDER
        with tempfile.TemporaryDirectory() as folder:
            study.FOLDER = pathlib.Path(folder)
            self.addCleanup(setattr, study, "FOLDER", kept)
            for wrong, expected in (
                (text.replace("title =", "titel ="), "expected title"),
                (text.replace("[[check]]", "[[check]]\nbound = 3", 1), "bound"),
                (text + "\n[plot.x]", "expected a study in TOML"),
            ):
                (study.FOLDER / "wrong.toml").write_text(wrong, encoding="utf-8")
                with self.assertRaisesRegex(SweepError, expected):
                    study.read("wrong")


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
