#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

"""Asks the parts of mrc-report: what is drawn of fabrics and graphs, and of folders that were changed at random. None
of these ends in a traceback."""

import copy
import importlib.util
import json
import pathlib
import random
import re
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True

from report_run import GRAPH, GRAPH_RECORD, PROGRAM, RECORD, ROOT, TABLES, TOPOLOGY, files_of_life, files_of_run  # noqa: E402

MUTATIONS = 500
# what a mutation puts into a file, a member and a field
PIECES = (b"", b"0", b"-", b"null", b"{}", b"[", b"1e308", b'"', b",", b"\n", b"\xff", b"9" * 20, b"\\ud800", b"\0", b"e-320")
VALUES = (None, {}, [], [{}], "", "x", True, -1, 0, 1, 3, 0.5, 1e19, 5e-324, 1e308, 2**64 - 1, 2**64, "t0:0.1", "plane:0@1us")
FIELDS = ("", "0", "1", "7", "0.5", "1e-320", "1e-9", "1e19", "18446744073709551615", "1e400", "x", "nic1.p1", "p1.t0.1.down2")


class PartsTest(unittest.TestCase):
    """Asks the parts of the program."""

    @classmethod
    def setUpClass(cls):
        sys.path.insert(0, str(ROOT / "utils"))
        spec = importlib.util.spec_from_file_location("mrc_report_program", PROGRAM)
        cls.program = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(cls.program)

    def results(self, files):
        """The run of these files, in a folder that lasts as long as the test."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for name, data in files.items():
            (pathlib.Path(folder.name) / name).write_bytes(data)
        return self.program.results.Results(pathlib.Path(folder.name))

    def dead(self, text, plane=0, **shape):
        return self.program.sections.fabric.failed([{"fault": text}], plane, {**TOPOLOGY, **shape})

    def test_a_timeline_has_so_many_paths_and_no_more(self):
        timeline = self.program.timeline
        self.addCleanup(setattr, timeline, "MOST_PATHS", timeline.MOST_PATHS)
        timeline.MOST_PATHS = 2
        results = self.results(files_of_run())
        file = json.loads("".join(timeline.texts(results)))
        self.assertEqual(file["otherData"]["paths left out"], 1)
        begins = [event for event in file["traceEvents"] if event.get("cat") == "path" and event["ph"] == "b"]
        self.assertEqual(len(begins), 2)

    def test_faults_name_what_a_drawing_has(self):
        first = {(-1, nic, 0) for nic in range(4)}
        for text, plane, expected in (
            ("transceiver:0.0.0@1us", 0, first),
            ("transceiver:0.1.0/silent@1us", 0, {(-1, nic, 0) for nic in range(4, 8)}),
            ("transceiver:0.1.1@1us..2us", 0, {(0, 1, uplink) for uplink in range(4)}),
            ("transceiver:0.1.1@1us..2us", 1, set()),
            ("transceiver:0.1.2@1us", 0, set()),
            ("link:1.0.3/loss=1%@0ns", 1, {(0, 0, 3)}),
            ("link-up:1.0.3@0ns", 1, {(0, 0, 3)}),
            ("upper-link-down:0.1.2@0ns", 0, {(1, 1, 2)}),
            ("port:3.1@0ns", 1, {(-1, 3, 0)}),
            ("port-down:3.1@0ns", 0, set()),
            ("nic:3@0ns", 1, {(-1, 3, 0)}),
            ("t2:0.1@0ns", 0, {(2, 1)}),
            ("plane:1@0ns", 1, {"all"}),
            ("t0:0@0ns", 0, set()),
            ("nic:@0ns", 0, set()),
            ("nic:" + "9" * 5000, 0, set()),
            ("link:Leaf1.Spine2@1ms", 0, set()),
            ("", 0, set()),
        ):
            self.assertEqual(self.dead(text, plane), expected, text[:30])
        # six downlinks have two transceivers, and the last T0 has fewer
        self.assertEqual(self.dead("transceiver:0.0.1", nics_per_t0=6), {(-1, 4, 0), (-1, 5, 0)})
        self.assertEqual(self.dead("transceiver:0.1.1", nics_per_t0=6), {(0, 1, uplink) for uplink in range(4)})

    def test_a_transceiver_is_dashed(self):
        picture = self.program.sections.fabric.draw_plane(RECORD, 0, {})
        dashed = [line for line in picture.split("<line ")[1:] if 'class="dead"' in line]
        self.assertEqual(len(dashed), 4 + 2 * 2, "downlinks of T0 1, and two links of each T0 to T1 1")

    def test_links_of_bundles_have_both_ports(self):
        links = self.program.sections.fabric.links_of(TOPOLOGY, 1)
        ports = {up: down for _, _, up, down in links}
        for up, down in (
            ("nic5.p1", "p1.t0.1.down1"),
            ("p1.t0.0.up0", "p1.t1.0.down0"),
            ("p1.t0.1.up1", "p1.t1.1.down1"),
            ("p1.t0.0.up2", "p1.t1.0.down2"),  # second links are behind the first ones of both T0s
            ("p1.t0.1.up3", "p1.t1.1.down3"),
        ):
            self.assertEqual(ports[up], down)
        self.assertEqual(len(set(ports.values())), len(links))
        self.assertEqual(len(links), self.program.sections.fabric.count_links(TOPOLOGY))

    def test_a_picture_that_is_too_full_is_not_begun(self):
        shape = {**TOPOLOGY, "nics": 2**60, "t0s_per_plane": 2**58}
        self.assertIsNone(self.program.sections.fabric.draw_plane({**RECORD, "topology": shape}, 0, {}))

    def dead_in_graph(self, text, plane=0):
        return self.program.sections.graph.failed({**GRAPH_RECORD, "faults": [{"fault": text}]}, plane)

    def test_faults_name_parts_of_a_graph(self):
        for text, plane, expected in (
            ("link:a-leaf0-spine0@1us", 0, {(0, 0, 0)}),
            ("link:spine0-a-leaf0.1/loss=1%@0ns", 0, {(0, 0, 1)}),
            ("link:a-leaf0-spine0.2@0ns", 0, set()),
            ("link:host5-b-leaf1@0ns", 1, {(-1, 5, 0)}),
            ("link:host5-b-leaf1@0ns", 0, set()),
            ("link-up:spine0-spine1@0ns", 0, {(1, 0, 0), (1, 1, 0)}),
            ("link:0.1.1@0ns", 0, {(0, 1, 1)}),
            ("t0:a-leaf1@0ns", 0, {(0, 1)}),
            ("t0:a-leaf1@0ns", 1, set()),
            ("t1:0.1/silent@5us", 0, {(1, 1)}),
            ("t2:core@0ns", 0, set()),  # without a link
            ("t2:0.0@0ns", 0, {(2, 0)}),
            ("nic:host3@0ns", 1, {(-1, 3, 0)}),
            ("nic:3@0ns", 1, {(-1, 3, 0)}),
            ("port:host3.1@0ns", 1, {(-1, 3, 0)}),
            ("port:host3.1@0ns", 0, set()),
            ("port-down:3.0@0ns", 0, {(-1, 3, 0)}),
            ("plane:1@0ns", 1, {"all"}),
            ("plane:1@0ns", 0, set()),
            ("t2-link:0.0.1@0ns", 0, {(2, 0, 1)}),
            ("transceiver:0.0.0@0ns", 0, set()),
            ("t0:a-leaf9@0ns", 0, set()),
            ("t0:\u0661@0ns", 0, set()),
            ("", 0, set()),
        ):
            self.assertEqual(self.dead_in_graph(text, plane), expected, text)

    def test_a_graph_has_a_row_for_each_distance(self):
        graph = self.program.sections.graph
        rows = graph.rows_of(GRAPH, graph.links_of(GRAPH, 0))
        self.assertEqual(rows, {8: 1, 9: 1, 12: 2, 13: 2})
        places, height = graph.place_nodes(rows)
        self.assertEqual([places[8][1], places[12][1]], [places[9][1], places[13][1]])
        self.assertLess(places[12][1], places[8][1], "NICs are at the bottom")
        self.assertLess(places[8][1], height)
        straight, bent = (graph.curve((places[8], places[12]), number) for number in (0, 1))
        self.assertNotEqual(straight, bent, "links beside each other are told apart")
        loose = {"nodes": GRAPH["nodes"], "links": [link for link in GRAPH["links"] if link["lower"] >= 8]}
        self.assertEqual(set(graph.rows_of(loose, graph.links_of(loose, 0)).values()), {1}, "no NIC is near")

    def test_a_picture_of_a_graph_has_its_parts(self):
        graph = self.program.sections.graph
        loads = {"host6.p0": 0.75, "a-leaf1.down2": 0.25, "a-leaf0.up0": 0.5}
        picture = graph.draw_plane(GRAPH_RECORD, 0, loads)
        self.assertEqual(picture.count("<circle"), 4 + 2, "switches, and NICs of each leaf")
        self.assertEqual(picture.count("<path"), 5 + 2)
        self.assertEqual(re.findall(r">(\d+)</text>", picture), ["4", "4"])
        dashed = [line for line in picture.split("<path ")[1:] if 'class="dead"' in line]
        self.assertEqual(len(dashed), 1)
        self.assertIn("a-leaf0.up1: load not known; spine0.down1: load not known", dashed[0])
        self.assertIn("a-leaf0.up0: 50.0 %", picture)
        self.assertIn("4 NICs, host4, host5, host6, host7: 75.0 % at most; 0 hit by a fault", picture)
        self.assertEqual(graph.draw_plane(GRAPH_RECORD, 1, {}).count("<path"), 1 + 2)
        hit = graph.draw_plane({**GRAPH_RECORD, "faults": [{"fault": "port:host6.0@0ns"}]}, 0, loads)
        self.assertIn("75.0 % at most; 1 hit by a fault", hit)
        self.assertEqual(hit.count('class="dead"'), 1)
        self.addCleanup(setattr, graph, "MOST_LINKS", graph.MOST_LINKS)
        graph.MOST_LINKS = 12
        self.assertIsNone(graph.draw_plane(GRAPH_RECORD, 0, {}))

    def test_small_figures_keep_their_digits(self):
        cell = self.program.sections.cell
        for value, text in ((0.00012345, "0.000123"), (1.5e-9, "1.50e-09"), (0.05, "0.0500"), (0.5, "0.500"), (0.0, "0.000"),
                            (-0.002, "-0.00200"), (12345.6789, "12,345.679"), (12345, "12,345")):
            self.assertEqual(cell(value), f'<td class="number">{text}</td>')

    def test_loads_name_the_files_that_have_them(self):
        files = files_of_run()
        mean_loads = self.program.sections.loads.mean_loads
        self.assertEqual(mean_loads(self.results(files))[1], "sample-ports.csv")
        row = "port,p{}.t0.0.up1,SAI_PORT_STAT_IF_OUT_OCTETS,4000\n"
        files["sai-counters.csv"] += "".join(row.format(plane) for plane in range(1, 5)).encode()
        loads, source = mean_loads(self.results(files))
        self.assertEqual(source, "sai-counters.csv, of other ports sample-ports.csv")
        self.assertEqual(len(loads), 7)
        files["sample-ports.csv"] = f"{TABLES['sample-ports'][0]}\n".encode()
        self.assertEqual(mean_loads(self.results(files))[1], "sai-counters.csv")

    def other_bytes(self, draw, data):
        """The file with some bytes otherwise."""
        data = bytearray(data)
        for _ in range(draw.choice((1, 1, 2, 5))):
            at = draw.randrange(len(data) + 1)
            data[at : at + draw.choice((0, 1, 1, 8))] = draw.choice((*PIECES, data[draw.randrange(len(data) or 1) :][:20]))
        return bytes(data)

    def other_member(self, draw, data):
        """The record with another value somewhere."""
        record = json.loads(data)
        holder = record
        while True:
            key = draw.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
            if not holder[key] or not isinstance(holder[key], (dict, list)) or draw.random() < 0.2:
                break
            holder = holder[key]
        holder[key] = draw.choice(VALUES)
        return json.dumps(record).encode()

    def other_field(self, draw, data):
        """The table with another value somewhere."""
        rows = [line.split(",") for line in data.decode().splitlines()]
        row = draw.choice(rows[1:])
        row[draw.randrange(len(row))] = draw.choice(FIELDS)
        return "\n".join([*map(",".join, rows), ""]).encode()

    def mutated(self, draw, files):
        """The files, one of them otherwise."""
        name = draw.choice(["run.json", *files])
        own = self.other_member if name == "run.json" else self.other_field
        return {**files, name: draw.choice((self.other_bytes, own, own))(draw, files[name])}

    def test_no_folder_ends_in_a_traceback(self):
        self.change_at_random(files_of_run())

    def test_no_folder_of_a_graph_ends_in_a_traceback(self):
        self.change_at_random({**files_of_run(), "run.json": json.dumps(GRAPH_RECORD, indent=2).encode()})

    def test_no_folder_of_lives_ends_in_a_traceback(self):
        self.change_at_random(files_of_life())

    @unittest.mock.patch("os.fsync")  # a disk takes most of the time, and nobody reads these files after a crash
    def change_at_random(self, files, _):
        """Has pages of many folders made, each with something in it otherwise."""
        draw = random.Random(1)
        taken = 0
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for index in range(MUTATIONS):
                changes = self.mutated(draw, files)
                for file, data in changes.items():
                    (folder / file).write_bytes(data)
                with self.subTest(index=index):
                    try:
                        results = self.program.results.Results(folder)
                        "".join(self.program.texts_of([("run", results)])).encode()
                        self.program.database.write_database(results)
                        if not results.is_life():
                            json.loads("".join(self.program.timeline.texts(results)))
                        taken += 1
                    except self.program.errors.InputError as error:
                        self.assertNotIn("\n", str(error))
        self.assertGreater(taken, MUTATIONS // 5)
        self.assertLess(taken, 4 * MUTATIONS // 5)


if __name__ == "__main__":
    unittest.main()
