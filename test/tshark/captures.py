# SPDX-License-Identifier: GPL-2.0-only
"""What the tests of captures share: reading pcap files, running tshark, skipping without it."""

import os
import pathlib
import shutil
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LUA = ROOT / "doc/wireshark/mrc.lua"
NANOSECOND_MAGIC = 0xA1B23C4D
FILE_HEADER, RECORD_HEADER = 24, 16
SKIPPED = 77  # what ctest takes for "not run"


def require_tshark():
    """Ends the program if there is no tshark: as skipped, but as failed in CI."""
    if shutil.which("tshark"):
        return
    print("tshark is missing: apt-get install tshark (./mrc test tries that)", file=sys.stderr)
    sys.exit(1 if os.environ.get("MRC_CI") else SKIPPED)


def run(*command):
    """Runs a program and returns its standard output; a failure ends the test."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def tshark(path, *options, lua=False):
    """Returns the lines that tshark prints about a capture.

    RoCEv2 over IPv6 has 0 for the UDP checksum, which only this option makes valid.
    """
    command = ["tshark", "-n", "-o", "udp.ignore_ipv6_zero_checksum:TRUE", "-r", path, *options]
    if lua:
        command[1:1] = ["-X", f"lua_script:{LUA}"]
    return run(*command).splitlines()


def records(data):
    """Returns (file header, [(ns, length of the frame, record as it stands in the file)])."""
    magic = struct.unpack_from("<I", data)[0]
    if magic != NANOSECOND_MAGIC:
        raise ValueError(f"magic {magic:#x}: no pcap file with nanoseconds")
    result, at = [], FILE_HEADER
    while at < len(data):
        seconds, ns, kept, length = struct.unpack_from("<IIII", data, at)
        end = at + RECORD_HEADER + kept
        result.append((seconds * 10**9 + ns, length, data[at:end]))
        at = end
    return data[:FILE_HEADER], result
