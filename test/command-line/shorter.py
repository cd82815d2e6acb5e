# SPDX-License-Identifier: GPL-2.0-only
"""Long examples, as checks run them that run each example several times: fewer events, or earlier ones. With MRC_ALL in the
environment they are as long as in examples-to-run.py."""

import os

EFFECT = "--effect=loss=3%"  # one row for links and one for ports, instead of seven each
PARTS = (  # of commands, and their replacements
    ("mrc-clustermapper --seeds=1 --stride=8", f"mrc-clustermapper --seeds=1 --stride=64 {EFFECT}"),
    # the table has a row for every 5 ms
    ("mrc-convergence --end=40ms --fail=t1:0.1@10ms --table=/dev/null", "mrc-convergence --end=6ms --fail=t1:0.1@1ms --table=/dev/stdout"),
    ("size=16MiB window=8' --from=20us --until=40us", "size=4MiB window=8' --from=20us --until=40us"),
)
# whole commands; of the tutorial's bytes a quarter
WHOLE = {"mrc-tutorial": "mrc-tutorial --bytes=10000000 --fail=t1:0.3@100us..250us"}


def shorter(command):
    """Returns a command of examples-to-run.py as it runs there."""
    if os.environ.get("MRC_ALL"):
        return command
    for long, short in PARTS:
        command = command.replace(long, short)
    return WHOLE.get(command, command)
