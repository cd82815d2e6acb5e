# SPDX-License-Identifier: GPL-2.0-only
"""Draws the planes of a fabric with the load of their links, and with what failed."""

import html
import re

MOST_LINKS = 2500  # of a plane: more are a blot
WIDTH, ROW, MARGIN = 560, 78, 16
UNKNOWN = "#c8c8c8"


def colour(load):
    """From grey blue, idle, over yellow to dark red, full."""
    stops = ((210, 220, 232), (245, 200, 80), (170, 20, 30))
    share = min(max(load, 0.0), 1.0) * 2
    low, high = stops[min(int(share), 1)], stops[min(int(share), 1) + 1]
    part = share - min(int(share), 1)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high))


def links_of(shape, plane):
    """(lower node, upper node, port up, port down) of each link: nodes as (tier, number), NICs are tier -1."""
    t0s, t1s = shape["t0s_per_plane"], shape["t1s_of_a_t0"]
    pod = shape["t0s_per_pod"] or t0s
    found = []
    for nic in range(shape["nics"]):
        t0, place = divmod(nic, shape["nics_per_t0"])
        found.append(((-1, nic), (0, t0), f"nic{nic}.p{plane}", f"p{plane}.t0.{t0}.down{place}"))
    for t0 in range(t0s):
        for uplink in range(t1s * shape["links_to_each_t1"]):
            t1 = t0 // pod * t1s + uplink % t1s
            # of parallel links names of the T1's ports do not tell which is which
            down = f"p{plane}.t1.{t1}.down{t0 % pod}" if shape["links_to_each_t1"] == 1 else None
            found.append(((0, t0), (1, t1), f"p{plane}.t0.{t0}.up{uplink}", down))
    for t1 in range(shape["t1s_per_plane"] if shape["t2s_per_plane"] else 0):
        for uplink in range(shape["t1_uplinks"]):
            t2 = t1 % t1s * shape["t1_uplinks"] + uplink
            ports = f"p{plane}.t1.{t1}.up{uplink}", f"p{plane}.t2.{t2}.down{t1 // t1s}"
            found.append(((1, t1), (2, t2), *ports))
    return found


def failed(faults, plane):
    """(numbers of nodes, ends of links) that faults name in a plane, as far as a drawing has them."""
    nodes, links = set(), set()
    for fault in faults:
        place = re.split(r"[/@]", fault["fault"])[0]
        kind, _, rest = place.partition(":")
        numbers = [int(number) for number in re.findall(r"\d+", rest)]
        if kind.startswith("port") and numbers[1:] == [plane]:
            links.add((-1, numbers[0], 0))
        elif kind == "nic":
            links.add((-1, numbers[0], 0))
        elif kind.startswith(("link", "upper-link")) and len(numbers) == 3 and numbers[0] == plane:
            links.add((1 if kind.startswith("upper") else 0, numbers[1], numbers[2]))
        elif kind in ("t0", "t1", "t2") and numbers[:1] == [plane]:
            nodes.add((int(kind[1]), numbers[1]))
        elif kind == "plane" and numbers == [plane]:
            nodes.add("all")
    return nodes, links


def place_nodes(shape):
    """{node: (x, y)}."""
    counts = {-1: shape["nics"], 0: shape["t0s_per_plane"], 1: shape["t1s_per_plane"], 2: shape["t2s_per_plane"]}
    rows = [tier for tier in (2, 1, 0, -1) if counts[tier]]
    span = WIDTH - 2 * MARGIN
    places = {}
    for row, tier in enumerate(rows):
        for index in range(counts[tier]):
            places[tier, index] = (MARGIN + span * (index + 0.5) / counts[tier], MARGIN + row * ROW)
    return places, 2 * MARGIN + ROW * (len(rows) - 1)


def words(load):
    """A load in words."""
    return "load not known" if load is None else f"{100 * load:.1f} %"


def draw_plane(record, plane, loads):
    """The picture of a plane, None if it would be too full. Links have the greater load of their directions."""
    shape = record["topology"]
    links = links_of(shape, plane)
    if len(links) > MOST_LINKS:
        return None
    places, height = place_nodes(shape)
    dead_nodes, dead_links = failed(record["faults"], plane)
    lines, marked = [], []
    for index, (lower, upper, up, down) in enumerate(links):
        known = [loads[port] for port in (up, down) if port in loads]
        uplink = int(re.search(r"up(\d+)$", up)[1]) if lower[0] >= 0 else 0
        is_dead = "all" in dead_nodes or lower in dead_nodes or upper in dead_nodes
        is_dead = is_dead or (*lower, uplink) in dead_links
        (x1, y1), (x2, y2) = places[lower], places[upper]
        title = f"{up}: {words(loads.get(up))}" + (f"; {down}: {words(loads.get(down))}" if down else "")
        style = f'stroke="{colour(max(known)) if known else UNKNOWN}"' + (' class="dead"' if is_dead else "")
        line = f'<line x1="{x1:.1f}" y1="{y1}" x2="{x2:.1f}" y2="{y2}" {style}><title>{html.escape(title)}</title></line>'
        (marked if is_dead else lines).append((max(known, default=-1), index, line))
    dots = []
    for (tier, index), (x, y) in places.items():
        name = f"nic{index}" if tier < 0 else f"p{plane}.t{tier}.{index}"
        style = ' class="deadnode"' if "all" in dead_nodes or (tier, index) in dead_nodes else ""
        dots.append(f'<circle cx="{x:.1f}" cy="{y}" r="{3 if tier < 0 else 5}"{style}><title>{name}</title></circle>')
    drawn = "".join(line for _, _, line in sorted(lines) + sorted(marked)) + "".join(dots)
    box = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    svg = f'<svg class="fabric" {box} role="img" aria-label="plane {plane}">{drawn}</svg>'
    return f"<figure>{svg}<figcaption>plane {plane}</figcaption></figure>"
