#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Opens pages of ./mrc report and of ./mrc reproduce in a real browser, where there is no network. Pages ask for nothing
but their own file, scripts and styles have no errors, and each picture draws. Argument: a program of the examples."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "test/browser")]
import browser  # noqa: E402

SKIPPED = 77
RUN = ["--quiet", "--matrix=incast.cm", "--topology=clos-8x100g", "--saiCounters", "--sample=20us", "--sampleOf=all"]
FAULT = "--fail=t1:0.3/silent@20us,link:0.0.1@1us..5us"
PAGE = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body>%s</body></html>'
LINE = '<svg width="90" height="40"><line x1="0" y1="0" x2="90" y2="40" stroke="red"/></svg>'
# What a page may not have, and what the browser says of it then.
FAULTY = {
    "picture": ('<img src="http://192.0.2.1/a.png">', "asks for http://192.0.2.1/a.png"),
    "style": ('<style>body { background: url("https://example.com/b.png") }</style>', "asks for https://example.com/b.png"),
    "file": ('<script src="beside.js"></script>', "asks for file://"),
    "script": ("<script>nothing()</script>", "script: ReferenceError: nothing is not defined"),
    "late": ('<script>setTimeout(() => console.error("late"), 20)</script>', "console: late"),
}


class BrowserTest(unittest.TestCase):
    """One browser, and a folder with what the programs wrote."""

    @classmethod
    def setUpClass(cls):
        store = tempfile.TemporaryDirectory()
        cls.addClassCleanup(store.cleanup)
        cls.folder = pathlib.Path(store.name)
        cls.browser = browser.Browser(cls.folder)
        cls.addClassCleanup(cls.browser.close)

    def run_command(self, *command, **environment):
        run = subprocess.run(
            command, cwd=self.folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=300, check=False
        )
        self.assertEqual(run.returncode, 0, run.stderr)

    def judge(self, name, heads, pictures):
        """Opens a page, which has to have these heads and so many pictures."""
        seen = self.browser.open(self.folder / name)
        self.assertEqual(seen["wrong"], [])
        self.assertEqual(seen["images"], 0)
        self.assertLessEqual(seen["wide"], 0, "the page is wider than its window")
        self.assertEqual(seen["broken"], [], "names are broken within a word")
        self.assertEqual([head for head in heads if head not in seen["heads"]], [])
        self.assertGreater(seen["rows"], 3)
        self.assertGreaterEqual(len(seen["pictures"]), pictures)
        for picture in seen["pictures"]:
            self.assertGreaterEqual(min(picture["width"], picture["height"]), 20, picture)
            self.assertGreaterEqual(picture["shapes"], 2, picture)
            self.assertGreaterEqual(picture["colours"], 3, picture)

    def test_reports_of_one_run_and_of_two(self):
        for name, options in (("ill", [FAULT]), ("well", [])):
            self.run_command(FABRIC, f"--csv={name}", *RUN, *options)
        self.run_command(sys.executable, ROOT / "utils/mrc-report.py", "ill")
        self.judge("ill/report.html", ["The fabric", "Completion times", "Links", "Goodput over time", "Faults"], 9)
        self.run_command(sys.executable, ROOT / "utils/mrc-report.py", "ill", "well", "--output=both.html")
        self.judge("both.html", [], 9)
        self.assertEqual(self.browser.open(self.folder / "both.html")["stacked"], [], "runs stand one below the other")
        narrow = (self.folder / "both.html").read_text().replace("</head>", "<style>.beside { display: block; }</style></head>")
        (self.folder / "narrow.html").write_text(narrow)
        self.assertNotEqual(self.browser.open(self.folder / "narrow.html")["stacked"], [])

    def test_the_page_of_reproduce(self):
        script = [sys.executable, ROOT / "doc/validation/reproduce.py", "fig10", "--second=10", "--output=out"]
        self.run_command(*script, MRC_BUILD_DIR=str(FABRIC.parents[1]))
        self.judge("out/report.html", ["All claims", "A T0 dies (figure 10)"], 1)

    def test_what_a_page_may_not_have_is_seen(self):
        for name, (part, words) in FAULTY.items():
            with self.subTest(name):
                path = self.folder / f"{name}.html"
                path.write_text(PAGE % (part + LINE))
                wrong = self.browser.open(path)["wrong"]
                self.assertTrue(any(each.startswith(words) for each in wrong), wrong)

    def test_a_name_that_is_broken_is_seen(self):
        path = self.folder / "names.html"
        cells = "".join(f"<tr><td>{name}</td></tr>" for name in ("flows_without_rows", "a few words"))
        style = "<style>table { width: 6em; } td { overflow-wrap: anywhere; }</style>"
        path.write_text(PAGE % f'{style}<table class="named"><tbody>{cells}</tbody></table>')
        self.assertEqual(self.browser.open(path)["broken"], ["flows_without_rows"])

    def test_a_picture_that_draws_nothing_is_seen(self):
        path = self.folder / "plain.html"
        path.write_text(PAGE % (LINE + LINE.replace("red", "none") + "<svg width='0'></svg>"))
        seen = self.browser.open(path)
        self.assertEqual(seen["wrong"], [])
        drawn, empty, none = seen["pictures"]
        self.assertGreaterEqual(drawn["colours"], 3)
        self.assertEqual((empty["colours"], none["colours"]), (1, 0))


if __name__ == "__main__":
    FABRIC = pathlib.Path(sys.argv.pop(1)).resolve()
    if not browser.program():
        print("there is no browser: ./mrc test mrc-browser installs chromium-headless-shell where Debian has it; skipped")
        sys.exit(1 if os.environ.get("MRC_CI") else SKIPPED)
    unittest.main()
