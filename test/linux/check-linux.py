#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Sends the same IPv6 packets through the Linux kernel's SRv6 and through Srv6RoutingProtocol. Those of
a fabric, and cases that a switch can have, also go through the forwarder of its switches.

usage: check-linux.py NODE FABRIC SWITCH       (the paths of mrc-srv6-node, mrc-fabric, mrc-srv6-switch)

The kernel forwards in a network namespace of its own, between two pairs of veth devices; no rights are
needed where `unshare -rn` works. Root needs no user namespace, which a kernel refuses in a chroot. Compared is what leaves, byte by byte; of ICMPv6 errors type, code,
pointer, addresses, checksum and quotation, ours being the packet as it came. EXPECTED lists every difference with its reason."""

# Clauses of this file: [segment-shift], [segment-header], [segment-flavours], [segment-errors],
#                       [segment-once], [segment-adjacency], [segment-decapsulation], [segment-ecn], [carrier-segments],
#                       [switch-decapsulation]

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "tshark")]
sys.dont_write_bytecode = True
from captures import RECORD_HEADER, SKIPPED, records, run  # noqa: E402
from cases import ROUTES, SIDS, cases  # noqa: E402
from ipv4_cases import SIDS4, cases4  # noqa: E402
from outcomes import ALL_EXPECTED, compare, compare_switch, outcome  # noqa: E402
from packets import IPV4, IPV6, NEXT, NEXT4, ROUTING, header, ipv4, ipv6, packed, usids_of  # noqa: E402
from routers import ETHERNET, sh, tear_down_kernel, through_kernel, through_node  # noqa: E402

TRIMMED = (11, 21)  # the defaults of FabricProfile::DscpTrimmed and DscpTrimmedLastHop
SEGMENTS = ["--ns3::mrc::FabricProfile::CarrierUsids=2", "--ns3::mrc::FabricProfile::TrimSize=132"]


def incast(folder, *options):
    """Returns options of an incast, which trims."""
    matrix = pathlib.Path(folder, "in.cm")
    flows = "".join(f"{i}->0 id {i} start 0 size 100000\n" for i in range(1, 25))
    matrix.write_text(f"Nodes 32\nConnections 24\n{flows}")
    return [f"--matrix={matrix}", "--fail=none", *options]


def fabric_packets(fabric):
    """Returns frames of captures of the main job and of incasts, trimmed ones too, cut to their IPv6 packets."""
    packets = []
    with tempfile.TemporaryDirectory() as folder:
        for number, options in enumerate(([], incast(folder), incast(folder, *SEGMENTS))):
            prefix = f"{folder}/{number}-"
            run(fabric, "--quiet", "--repeat=1", f"--pcap={prefix}", "--pcapPorts=p0.t0.0.down0,p0.t0.1.up0", *options)
        for path in sorted(pathlib.Path(folder).glob("*.pcap")):
            for _, length, record in records(path.read_bytes())[1][:400]:
                frame = record[RECORD_HEADER:]
                if len(frame) == length and frame[12:14] == b"\x86\xdd":
                    packets.append(frame[ETHERNET:])
    return packets


def trimmed(packets):
    """Returns how many packets have the DSCP of trimmed ones."""
    return sum(int.from_bytes(packet[:2], "big") >> 6 & 63 in TRIMMED for packet in packets)


def check(node, fabric_file, switch):
    rows = cases() + cases4()
    sids = SIDS + SIDS4
    packets = [packet for _, packet in rows]
    kernel = through_kernel(packets, sids, ROUTES)
    failures, counts = compare(
        "case", [name for name, _ in rows], packets, kernel, through_node(node, packets, sids, ROUTES)
    )
    print("cases:", counts)
    failures += check_cases_of_switch(switch, packets, kernel)
    failures += check_decapsulation_of_switch(switch, rows, kernel)
    for name in set(ALL_EXPECTED) - {name for name, _ in rows}:
        failures += 1
        print(f"no case has the name '{name}'", file=sys.stderr)
    packets = [bytes.fromhex(line) for line in pathlib.Path(fabric_file).read_text().split()]
    programs = (node, switch)
    failures += check_frames(programs, "frame", [p for p in packets if p[6] != ROUTING])
    failures += check_frames(programs, "frame with a header", [p for p in packets if p[6] == ROUTING])
    failures += check_both_families(node)
    return 1 if failures else 0


def check_both_families(node):
    """Compares End.DT46, which looks up in the table of a VRF; says so where the kernel has none."""
    made = subprocess.run("ip link add vrf0 type vrf table 100", shell=True, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        print(f"End.DT46: SKIPPED, since this kernel has no VRF: {made.stderr.strip() or 'no word'}")
        return 0
    tear_down_kernel()
    sh("ip link set vrf0 up")
    pathlib.Path("/proc/sys/net/vrf/strict_mode").write_text("1")  # one table, one VRF: the kernel asks for that
    function = "fcbb:bb00:fe0a::"
    inner = ipv6("fd00:c::1", b"inside", hops=9, source="fd00:d::1")
    rows = [
        ("End.DT46", ipv6(function, inner, IPV6)),
        ("End.DT46, an argument", ipv6("fcbb:bb00:fe0a:7::", inner, IPV6)),
        ("End.DT46 behind a header", ipv6(function, header([function], 0, IPV6) + inner, ROUTING)),
        ("uN, then End.DT46", ipv6("fcbb:bb00:1:fe0a::", inner, IPV6)),
    ]
    only = "fc00:a::1"
    whole = ipv4(b"inside")
    rows += [
        ("End.DT46, IPv4", ipv6(function, whole, IPV4)),
        ("End.DT46, IPv4, an argument", ipv6("fcbb:bb00:fe0a:7::", whole, IPV4)),
        ("End.DT46, IPv4 behind a header", ipv6(function, header([function], 0, IPV4) + whole, ROUTING)),
        ("uN, then End.DT46, IPv4", ipv6("fcbb:bb00:1:fe0a::", whole, IPV4)),
        ("End.DT4", ipv6(only, whole, IPV4)),
        ("End.DT4 behind a header", ipv6(only, header([only], 0, IPV4) + whole, ROUTING)),
        ("End.DT4, DSCP and ECT(1)", ipv6(only, ipv4(b"inside", tos=0xB9, ttl=2), IPV4)),
    ]
    # Ours has one SID for both families.
    sids = [
        SIDS[0],
        (f"{function}/48", "End.DT46 vrftable 100", "uDT46"),
        (f"{only}/128", "End.DT4 vrftable 100", "End.DT46"),
    ]
    packets = [packet for _, packet in rows]
    more = [f"ip -6 route add fd00:c::/64 via {NEXT} dev b1 table 100", f"ip route add 10.12.0.0/16 via {NEXT4} dev b1 table 100"]
    kernel = through_kernel(packets, sids, ROUTES, more)
    ours = through_node(node, packets, sids, ROUTES)
    failures, counts = compare("End.DT46", [name for name, _ in rows], packets, kernel, ours)
    print("End.DT46:", counts)
    return failures + (counts.get("sent", 0) != len(rows))


def is_for_switch(packet):
    """Returns whether a switch with uN alone can have a packet: frames have short lists."""
    return packet[6] != ROUTING and packet[24:26] != packed("fc00::")[:2] and 0xFE09 not in usids_of(packet[24:40])[1]


def check_cases_of_switch(switch, packets, kernel):
    """Sends cases without a header through a switch; returns how many leave otherwise than from the kernel.

    A switch is silent where the kernel tells of an error."""
    chosen = [i for i, packet in enumerate(packets) if is_for_switch(packet)]
    left = [kernel[i] if outcome(kernel[i])[0] == "sent" else [] for i in chosen]
    sids = [row for row in SIDS if row[2] == SIDS[0][2]]
    ours = through_node(switch, [packets[i] for i in chosen], sids, ROUTES)
    failures = compare_switch("case", left, ours)
    if sum(map(bool, left)) < 50:
        failures += 1
        print("fewer than 50 cases leave", file=sys.stderr)
    return failures


def check_decapsulation_of_switch(switch, rows, kernel):
    """Sends what has a NIC inside through a switch with all SIDs; returns how many leave otherwise than from the kernel."""
    chosen = [i for i, (name, _) in enumerate(rows) if name.startswith("to a NIC")]
    ours = through_node(switch, [rows[i][1] for i in chosen], SIDS, ROUTES)
    left = [kernel[i] for i in chosen]
    failures = compare_switch("decapsulated", left, ours)
    if sum(map(bool, left)) < 10:
        failures += 1
        print("fewer than 10 packets inside leave", file=sys.stderr)
    return failures


def check_frames(programs, title, packets):
    """Sends frames of a fabric through a router that is every node they name, but for the last one."""
    tear_down_kernel()
    sids, routes = set(), set()
    for packet in packets:
        block, used = usids_of(packet[24:40])
        if packet[6] == ROUTING and packet[43] != 0:  # Segments Left: the list goes on
            used += usids_of(packet[48 + 16 * (packet[43] - 1) :])[1]
        for where, some in ((sids, used[:-1]), (routes, used[-1:])):
            where.update(f"{block >> 16:x}:{block & 0xFFFF:x}:{u:x}::/48" for u in some)
    sids = [(sid, *SIDS[0][1:]) for sid in sorted(sids)]
    routes = sorted(routes - {sid for sid, _, _ in sids})
    kernel = through_kernel(packets, sids, routes)
    failures, counts = compare(
        title,
        [f"number {i}" for i in range(len(packets))],
        packets,
        kernel,
        through_node(programs[0], packets, sids, routes),
    )
    print(f"{title}:", counts, f"trimmed: {trimmed(packets)}")
    failures += compare_switch(title, kernel, through_node(programs[1], packets, sids, routes))
    if counts.get("sent", 0) < 100 or not trimmed(packets):
        print("the capture has too few frames that are forwarded, or no trimmed ones", file=sys.stderr)
        failures += 1
    return failures


VETH = "ip link add v0 type veth peer name v1 && ip link set v0 up && ip link set v1 up"
ROUTE = f"ip -6 route add {SIDS[0][0]} encap seg6local action {SIDS[0][1]} dev v1"
# step: command in a namespace
TRIALS = {
    "network namespaces": "true",
    "iproute2": "command -v ip || { echo ip is missing: apt-get install iproute2 >&2; false; }",
    "a pair of veth devices": VETH,
    "uN routes": f"{VETH} && {ROUTE}",
}


def namespace(is_root):
    """Returns the command in front of another one that has a network of its own."""
    own = ["unshare", "-rn"]
    refused = is_root and subprocess.run([*own, "true"], capture_output=True, check=False).returncode != 0
    return ["unshare", "-n"] if refused else own


def obstacle(trials):
    """Returns the words of what keeps this machine from comparing, or nothing."""
    if not shutil.which("unshare"):
        return "unshare is missing: apt-get install util-linux"
    inside = namespace(os.geteuid() == 0)
    for step, command in trials.items():
        done = subprocess.run([*inside, "sh", "-c", command], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return f"{step}: {done.stderr.strip() or 'no word'}"
    return ""


def give_up(words):
    """Ends the program: as skipped, but as failed in CI, which has to compare."""
    print(f"the comparison with Linux cannot run: {words}", file=sys.stderr)
    sys.exit(1 if os.environ.get("MRC_CI") else SKIPPED)


def status_of(trials, in_ci, path):
    """Returns what give_up makes of such trials."""
    outside = {name: value for name, value in os.environ.items() if name != "MRC_CI"}
    return subprocess.run(
        [sys.executable, __file__, "--give-up", json.dumps(trials)],
        env={**outside, "PATH": path, **({"MRC_CI": "1"} if in_ci else {})},
        capture_output=True,
        text=True,
        check=False,
    )


def check_obstacles():
    """Fails unless what keeps from comparing is told, and is a failure in CI."""
    rows = [
        ({"network namespaces": "echo no >&2; false"}, "network namespaces: no"),
        ({"a pair": "true", "uN routes": "false"}, "cannot run: uN routes: no word"),
    ]
    for trials, words in rows:
        for in_ci, wanted in ((False, SKIPPED), (True, 1)):
            done = status_of(trials, in_ci, os.environ["PATH"])
            assert done.returncode == wanted and words in done.stderr, (trials, in_ci, done)


def check_namespaces():
    """Fails unless root does without a user namespace where the kernel refuses that, as in a chroot."""
    with tempfile.TemporaryDirectory() as folder:
        stub = pathlib.Path(folder, "unshare")
        stub.write_text('#!/bin/sh\n[ "$1" = -n ] || { echo refused >&2; exit 1; }\nshift; exec "$@"\n')
        stub.chmod(0o755)
        done = status_of({"network namespaces": "true", "the end": "false"}, True, f"{folder}:{os.environ['PATH']}")
    told = "the end: no word" if os.geteuid() == 0 else "network namespaces: refused"
    assert done.returncode == 1 and told in done.stderr, done


def check_trimmed():
    """Fails unless packets count as trimmed by their DSCP, whatever their ECN field, flow label and length are."""
    first = lambda dscp, ecn: 6 << 28 | dscp << 22 | ecn << 20 | 0xFFFFF
    packets = [ipv6("fd00::1", bytes(size), first=first(dscp, 3)) for size, dscp in ((64, 1), (128, 10), (256, 20), (512, 5))]
    assert trimmed(packets) == 0, packets
    assert trimmed([*packets, *(ipv6("fd00::1", b"", first=first(dscp, 2)) for dscp in TRIMMED)]) == 2


if __name__ == "__main__":
    if sys.argv[1] == "--inside":
        sys.exit(check(*sys.argv[2:]))
    if sys.argv[1] == "--give-up":
        give_up(obstacle(json.loads(sys.argv[2])))
    check_trimmed()
    why = obstacle(TRIALS)
    if why:
        give_up(why)
    check_obstacles()
    check_namespaces()
    with tempfile.NamedTemporaryFile("w") as frames:
        frames.write("".join(p.hex() + "\n" for p in fabric_packets(sys.argv[2])))
        frames.flush()
        inside = [sys.executable, __file__, "--inside", sys.argv[1], frames.name, sys.argv[3]]
        sys.exit(subprocess.run([*namespace(os.geteuid() == 0), *inside], check=False).returncode)
