# SPDX-License-Identifier: GPL-2.0-only
"""Makes ns.mrc of ns-3's Python bindings.

With ns-3's wheel the module is a library of its own: MRC_PYTHON_BUILD names the folder where CMake
built it. In an ns-3 tree that was built with this module, CMake puts this package beside ns-3's own
bindings, which load the library.
"""

import os
from pathlib import Path

import cppyy
from ns import ns

_HERE = Path(__file__).resolve().parent


def _load():
    default = _HERE.parent.parent / "build" / "wheel"
    build = Path(os.environ.get("MRC_PYTHON_BUILD", default))
    library = build / "libmrc.so"
    if not library.exists():
        raise ImportError(
            f"there is no {library}: build it with ./mrc python, or set MRC_PYTHON_BUILD"
        )
    cppyy.add_include_path(str(build / "include"))
    cppyy.load_library(str(library))
    cppyy.include("ns3/mrc-module.h")


if (_HERE.parent / "ns").is_dir():
    # ns-3's loader takes the name for that of a release candidate, "rc", and leaves the header out
    cppyy.include("ns3/mrc-module.h")
elif not hasattr(ns, "mrc"):
    _load()
