# SPDX-License-Identifier: GPL-2.0-only

"""How long windows over ranks are."""

import re

from rank_start import said

# their number, their length on average and at most in ns, and how many ordinary events and users cut short
WINDOWS = re.compile(
    r"went through (\d+) windows of (\d+) ns on average, (\d+) ns at most; "
    r"(\d+) windows? ended early at ordinary events, (\d+) windows? as users"
)


def windows_are_long(folder, name, options, scratch):
    """Returns whether windows over two ranks are on average at least 0.9 of what they can be."""
    done, _ = said(folder, name, options, 2, scratch)
    words = WINDOWS.search(done.stderr)
    if done.returncode != 0 or not words:
        print(f"{name} {options}: {done.returncode}, expected a line of windows, got {done.stderr}")
        return False
    print(f"{name}: {words.group()}")
    windows, mean, most, ordinary, users = (int(each) for each in words.groups())
    # Looks of progress follow wall time, and each cuts a window in two.
    uncut = mean * windows / max(1, windows - ordinary)
    return windows >= 100 and uncut >= 0.9 * most and ordinary + users <= windows
