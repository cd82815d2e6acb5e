#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Compares a capture of the main job with the one that is kept here, byte for byte.

usage: check-golden.py PROGRAM     (the path of mrc-fabric)

The main job is mrc-fabric without options. The port is that of a T0 towards the T1 to which the
link fails at 1 ms and comes back at 2 ms. The capture is its first 1,000 frames from FROM on. The
first KEPT bytes of each frame are kept, which hold all headers, as a pcap file that tshark reads as
it is (gzip). A SHA-256 of the whole capture is kept, too. Payload is a known pattern, and a
thousand times 4 KiB of it would only make the repository large.

With MRC_RENEW=1 in the environment the kept files are written; test/golden/renew does that.
"""

# Clauses of this file: [same-seed]

import gzip
import hashlib
import os
import pathlib
import struct
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tshark"))
from captures import run, records  # noqa: E402

PORT = "p0.t0.1.up7"
FROM = 940_000  # ns: some 400 frames before the failure, 600 after the link is back
UNTIL = "6ms"
FRAMES = 1000
KEPT = 160  # bytes; the longest headers are those of a SACK, 154
CAPTURE = HERE / f"main-job-{PORT}.pcap.gz"
DIGEST = HERE / f"main-job-{PORT}.sha256"


def capture(program):
    """Returns the file header and the records of the port in the main job."""
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "job")
        run(program, "--quiet", f"--stop={UNTIL}", f"--pcap={prefix}", f"--pcapPorts={PORT}")
        node, port = PORT.rsplit(".", 1)
        data = pathlib.Path(f"{prefix}-{node}-{port}.pcap").read_bytes()
    header, every = records(data)
    chosen = [record for ns, _, record in every if ns >= FROM][:FRAMES]
    if len(chosen) < FRAMES:
        sys.exit(f"only {len(chosen)} frames at {PORT} from {FROM} ns to {UNTIL}")
    return header, chosen


def cut(header, chosen):
    """Returns the capture as it were with a snap length of KEPT bytes."""
    magic, major, minor, zone, figures, _, link = struct.unpack("<IHHiIII", header)
    out = [struct.pack("<IHHiIII", magic, major, minor, zone, figures, KEPT, link)]
    for record in chosen:
        seconds, ns, kept, length = struct.unpack_from("<IIII", record)
        kept = min(kept, KEPT)
        out.append(struct.pack("<IIII", seconds, ns, kept, length) + record[16 : 16 + kept])
    return b"".join(out)


def first_difference(kept, made):
    """Says which frame differs first."""
    for number, (old, new) in enumerate(zip(records(kept)[1], records(made)[1]), 1):
        if old != new:
            return (
                f"frame {number}: {new[1]} bytes at {new[0]} ns, kept {old[1]} bytes at {old[0]} ns\n"
                f"  made {new[2][16:].hex()}\n  kept {old[2][16:].hex()}"
            )
    return "the payload"


def main():
    header, chosen = capture(sys.argv[1])
    made = cut(header, chosen)
    digest = hashlib.sha256(b"".join([header, *chosen])).hexdigest()
    if os.environ.get("MRC_RENEW"):
        CAPTURE.write_bytes(gzip.compress(made, 9, mtime=0))
        DIGEST.write_text(f"{digest}  the whole capture\n", encoding="ascii")
    kept = gzip.decompress(CAPTURE.read_bytes())
    if kept != made or DIGEST.read_text(encoding="ascii").split()[0] != digest:
        sys.exit(
            f"the capture of {PORT} is not the kept one: {first_difference(kept, made)}\n"
            "If the change is meant, test/golden/renew keeps the new one."
        )
    print(f"{len(chosen)} frames, {len(made)} bytes kept, SHA-256 {digest}")


if __name__ == "__main__":
    main()
