#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares completion times on three tiers with those of htsim, in the mean of five seeds. Argument: the folder of
the built examples. Clauses: [three-tiers], [htsim-rows], [ack-request]
"""

import importlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "doc/validation"))
three_tiers = importlib.import_module("three-tiers")

if __name__ == "__main__":
    three_tiers.EXAMPLE = pathlib.Path(sys.argv.pop()) / "mrc-fabric"
    sys.exit(three_tiers.main())
