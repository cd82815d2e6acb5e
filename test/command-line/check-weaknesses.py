#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Expects two weaknesses of NSCC that others have published, and that a window which nothing changes lacks them. Argument: the
folder of the built examples. Clauses: [receiver-credit], [one-window], [fixed-window]
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "doc/validation"))
import weaknesses  # noqa: E402

if __name__ == "__main__":
    weaknesses.EXAMPLE = pathlib.Path(sys.argv.pop()) / "mrc-fabric"
    sys.argv += ["incast", "minority", "--seeds=1"]
    sys.exit(weaknesses.main())
