# SPDX-License-Identifier: GPL-2.0-only
# waf built ns-3 up to 3.35; this module needs 3.37 or later, which is built by CMake.


def build(bld):
    bld.fatal("mrc supports ns-3.37 and later (CMake); this waf-based ns-3 tree is too old")
