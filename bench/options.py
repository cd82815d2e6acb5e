# SPDX-License-Identifier: GPL-2.0-only
"""The command line of bench.py."""

import argparse

import scale

# Options that have the programs measure one thing and leave out the others.
ONLY = {
    "--memory": "measure what queue pairs and flows keep",
    "--srv6": "count instructions of SRv6 on ns-3's IPv6 stack",
    "--graph": "count instructions of a fabric that is a graph",
    "--roce": "count instructions of RoCEv2, lossy and with PFC",
    "--steps": "run training steps on 1,024 NICs, with memory and instructions",
    "--gate": "count instructions and judge them",
}
# Those, with options that have values of their own. One run does one of these.
CHOICES = (*ONLY, "--traces", "--threads", "--ranks", "--scale", "--prototype")
# Options of --scale alone, with their defaults
SCALED = {"--minutes": 60, "--nics": scale.SIZES, "--bytes": scale.BYTES, "--flaps": scale.FLAPS}


def arguments(description):
    """Returns what the command line asks for."""
    parser = argparse.ArgumentParser(prog="./mrc bench", description=description)
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--json", metavar="FILE", help="also write all figures to FILE")
    parser.add_argument("--quick", action="store_true", help="small flows, one run of each")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the best counts")
    parser.add_argument(
        "--traces",
        nargs="?",
        const="",
        metavar="PATTERN",
        help="only count instructions with watched ports; of the rows whose name has the pattern",
    )
    for option, help_text in ONLY.items():
        parser.add_argument(option, action="store_true", help=f"only {help_text}")
    parser.add_argument(
        "--threads",
        nargs="?",
        const=[2],
        type=thread_counts,
        metavar="LIST",
        help="only compare runs on so many threads, such as 2,4,16, with runs on one (2)",
    )
    parser.add_argument(
        "--ranks",
        nargs="?",
        const=[2],
        type=thread_counts,
        metavar="LIST",
        help="only compare runs over so many ranks of MPI, such as 2,4, with runs of one process (2)",
    )
    parser.add_argument(
        "--scale",
        action="store_true",
        help="only measure growing fabrics while links flap, on one thread and on two",
    )
    parser.add_argument(
        "--minutes", type=positive, metavar="N", help="time for --scale; what would take longer is skipped (60)"
    )
    parser.add_argument(
        "--nics",
        type=nic_counts,
        metavar="LIST",
        help="sizes for --scale, multiples of 16 from 64 on (1024,8192,32768,131072)",
    )
    parser.add_argument("--bytes", type=positive, metavar="N", help="of each message of --scale (16000000)")
    parser.add_argument("--flaps", type=natural, metavar="N", help="of links, for --scale (1000)")
    parser.add_argument(
        "--prototype", metavar="DIR", help="only compare with the prototype of the fast path in DIR, which is built first"
    )
    options = parser.parse_args()
    check(parser, options)
    for option, default in SCALED.items():
        if getattr(options, option[2:]) is None:
            setattr(options, option[2:], default)
    return options


def check(parser, options):
    """Ends the program at options that would have no effect: a whole run takes many minutes."""
    chosen = [option for option in CHOICES if getattr(options, option[2:]) not in (None, False)]
    if len(chosen) > 1:
        parser.error(f"{' and '.join(chosen)}: expected one of them")
    for option in SCALED:
        if getattr(options, option[2:]) is not None and not options.scale:
            parser.error(f"{option} is for --scale; expected both")


def positive(text):
    """Returns a number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}'; expected a number from 1 on")
    return int(text)


def natural(text):
    """Returns a number from 0 on."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}'; expected a number from 0 on")
    return int(text)


def nic_counts(text):
    """Returns growing numbers of NICs that are separated by commas."""
    counts = [int(word) if word.isdecimal() else 0 for word in text.split(",")]
    if not all(count >= 64 and count % 16 == 0 for count in counts) or counts != sorted(set(counts)):
        raise argparse.ArgumentTypeError(f"'{text}'; expected growing multiples of 16 from 64 on, such as 1024,8192")
    return counts


def thread_counts(text):
    """Returns numbers of threads that are separated by commas."""
    counts = [int(word) if word.isdecimal() else 0 for word in text.split(",")]
    if not all(2 <= count <= 64 for count in counts):
        raise argparse.ArgumentTypeError(f"'{text}'; expected numbers of 2 .. 64, such as 2,4,16")
    return counts
