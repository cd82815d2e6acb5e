# SPDX-License-Identifier: GPL-2.0-only

"""How long windows over ranks are."""

import re
import time

from rank_start import said

# their number, their length on average and at most in ns, and how many ordinary events and users cut short
WINDOWS = re.compile(
    r"went through (\d+) windows of (\d+) ns on average, (\d+) ns at most; "
    r"(\d+) windows? ended early at ordinary events, (\d+) windows? as users"
)
FEW = 16  # windows that end early at starts and at looks, until the program knows its own speed
LOOKS_A_SECOND = 20  # of wall time, at most: each cuts a window in two
MOST_LOOKS = 0.2  # of all windows, however slow the machine is


def is_long(windows, mean, most, ordinary, seconds):
    """Returns whether windows are long: hardly any ends early but at looks, which follow wall time."""
    looks = min(FEW + LOOKS_A_SECOND * seconds, MOST_LOOKS * windows)
    if windows < 100 or ordinary > looks:
        return False
    return mean * windows / (windows - ordinary) >= 0.9 * most


def tells_long_from_short():
    """Returns whether is_long refuses windows that ordinary events cut, as where ranks stop to ask for signals."""
    # Of 1,000 windows of 1,000 ns 600 are cut, in halves on average.
    return is_long(1000, 990, 1000, 10, 1) and not is_long(1000, 700, 1000, 600, 1) and not is_long(1000, 700, 1000, 600, 100)


def windows_are_long(folder, name, options, scratch):
    """Returns whether windows over two ranks are on average at least 0.9 of what they can be."""
    begin = time.monotonic()
    done, _ = said(folder, name, options, 2, scratch)
    seconds = time.monotonic() - begin
    words = WINDOWS.search(done.stderr)
    if done.returncode != 0 or not words:
        print(f"{name} {options}: {done.returncode}, expected a line of windows, got {done.stderr}")
        return False
    print(f"{name}: {words.group()}, {seconds:.1f} s")
    windows, mean, most, ordinary, _ = (int(each) for each in words.groups())
    return is_long(windows, mean, most, ordinary, seconds)
