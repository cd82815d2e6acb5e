# SPDX-License-Identifier: GPL-2.0-only
"""The routers of check-linux.py: the kernel in a network namespace, and programs of ours."""

import pathlib
import socket
import subprocess
import tempfile
import time

from cases import BLACKHOLE
from packets import FAR4, NEXT, NEXT4, SOURCE

ETHERNET = 14  # bytes
ETH_P_ALL = 3
MACS = {name: f"02:00:00:00:00:{i:02x}" for i, name in enumerate(("a0", "a1", "b0", "b1"))}


def sh(command):
    subprocess.run(command, shell=True, check=True)


def set_up_kernel(sids, routes):
    """Makes the router and its neighbours; returns the sockets of these."""
    for pair in ("a", "b"):
        sh(f"ip link add {pair}0 type veth peer name {pair}1")
        for end in "01":
            name = f"{pair}{end}"
            pathlib.Path(f"/proc/sys/net/ipv4/conf/{name}/rp_filter").write_text("0")
            settings = {"accept_dad": 0, "router_solicitations": 0, "autoconf": 0, "accept_ra": 0}
            if end == "0":
                settings["disable_ipv6"] = 1  # a wire's other end: what it gets is only looked at
            else:
                settings.update(seg6_enabled=1, forwarding=1)
            for setting, value in settings.items():
                pathlib.Path(f"/proc/sys/net/ipv6/conf/{name}/{setting}").write_text(str(value))
            sh(f"ip link set {name} address {MACS[name]} mtu 9000 up")
        # A neighbour that is known sends nothing itself.
        sh(f"ip -6 addr add fd00:{pair}::1/64 dev {pair}1 nodad")
    pathlib.Path("/proc/sys/net/ipv6/conf/all/forwarding").write_text("1")
    pathlib.Path("/proc/sys/net/ipv6/conf/all/seg6_enabled").write_text("1")
    pathlib.Path("/proc/sys/net/ipv6/icmp/ratelimit").write_text("0")
    # IPv4 comes out of SRv6 alone, from nobody that there is a route to.
    pathlib.Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
    pathlib.Path("/proc/sys/net/ipv4/conf/all/rp_filter").write_text("0")
    sh("ip addr add 10.2.0.1/24 dev b1")
    sh(f"ip neigh add {NEXT4} lladdr {MACS['b0']} dev b1 nud permanent")
    sh(f"ip route add {FAR4} via {NEXT4} dev b1")
    sh("ip link set lo up")
    for pair, neighbour in (("a", SOURCE), ("b", NEXT)):
        sh(f"ip -6 neigh add {neighbour} lladdr {MACS[pair + '0']} dev {pair}1 nud permanent")
    for prefix, action, _ in sids:
        sh(f"ip -6 route add {prefix} encap seg6local action {action} dev b1")
    for prefix in routes:
        sh(f"ip -6 route add {prefix} via {NEXT} dev b1")
    sh(f"ip -6 route add blackhole {BLACKHOLE}")
    sockets = []
    for name in ("a0", "b0"):
        opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 24)
        opened.bind((name, 0))
        opened.setblocking(False)
        sockets.append(opened)
    return sockets


def tear_down_kernel():
    """Takes the router down again, and all routes with it."""
    for pair in "ab":
        sh(f"ip link del {pair}0")
    sh(f"ip -6 route del blackhole {BLACKHOLE}")


def is_forwarded(frame):
    """Returns whether a frame has a packet of IPv4, or one of IPv6 that is no multicast."""
    kind = frame[12:ETHERNET]
    return kind == b"\x08\0" or (kind == b"\x86\xdd" and frame[ETHERNET + 24] != 0xFF)


def through_kernel(packets, sids, routes, more=()):
    """Returns for each packet what left: [(interface, packet)]. More are commands that go on from the routes."""
    sockets = set_up_kernel(sids, routes)
    for command in more:
        sh(command)
    router = bytes.fromhex(MACS["a1"].replace(":", ""))
    results = []
    for packet in packets:
        sockets[0].send(router + bytes(6) + b"\x86\xdd" + packet)
        # veth delivers in the call itself, or a moment later when the processor is taken
        got, until = [], time.monotonic() + 0.02
        while time.monotonic() < until and not got:
            for interface, opened in enumerate(sockets, 1):
                try:
                    frame, where = opened.recvfrom(16384)
                except BlockingIOError:
                    continue
                outgoing = where[2] == socket.PACKET_OUTGOING
                if not outgoing and is_forwarded(frame):
                    got.append((interface, frame[ETHERNET:]))
        results.append(got)
    return results


def through_node(node, packets, sids, routes):
    """Returns the same of Srv6RoutingProtocol."""
    lines = [f"sid {prefix} behavior {words}" for prefix, _, words in sids]
    lines += [f"ipv6 route {prefix} {NEXT} 2" for prefix in routes]
    lines.append(f"ipv6 route {BLACKHOLE} blackhole")
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("\n".join(lines))
        file.flush()
        done = subprocess.run(
            [node, file.name], input="".join(p.hex() + "\n" for p in packets), stdout=subprocess.PIPE, text=True, check=True
        )
    results = [[] for _ in packets]
    for line in done.stdout.splitlines():
        index, interface, digits = line.split()
        results[int(index)].append((int(interface), bytes.fromhex(digits)))
    return results
