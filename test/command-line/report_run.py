# SPDX-License-Identifier: GPL-2.0-only
"""The folder of a run that no program has written, for tests of mrc-report."""

import copy
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "utils/mrc-report.py"
TOPOLOGY = {
    "name": "small", "nics": 8, "planes": 2, "switches": 8, "is_graph": False, "t0s_per_plane": 2, "t1s_per_plane": 2,
    "t2s_per_plane": 0, "nics_per_t0": 4, "t0s_per_pod": 0, "t1s_of_a_t0": 2, "links_to_each_t1": 2, "t1_uplinks": 0,
}
RECORD = {
    "format": 1,
    "arguments": ["--csv=a"],
    "topology": TOPOLOGY,
    "links": {"nic_bit_per_s": 10**11, "t0_t1_bit_per_s": 10**11, "t1_t2_bit_per_s": 0, "differ": False},
    "faults": [
        {"fault": "transceiver:0.1.0@1us..2us", "begin_ns": 1000.0, "end_ns": 2000.0},
        {"fault": "t1:0.1/silent@2us", "begin_ns": 2000.0, "end_ns": None},
    ],
    "collective": {"buffer_bytes": 65536, "bus_factor": 1.75},
    "end": {"name": "finished", "status": 0, "explanation": "", "simulated_ns": 9000},
    "figures": [
        {"name": "collective, time", "value": 3.5, "unit": "us"},
        {"name": "share of plane 0", "value": 50.0, "unit": "%"},
        {"name": "end", "value": "finished", "unit": ""},
        {"name": "flows", "value": 3, "unit": "flows"},
        {"name": "flows complete", "value": 1, "unit": "flows"},
    ],
    "tables": ["flows", "summary", "path-changes", "sai-counters", "sample-ports", "sample-qps"],
}
PORTS = ["nic0.p0,0,0,0,0.5,3,0,0,0", "p0.t0.0.up1,10,0,0,0.25,3,1,0,0", "p0.t1.1.down0,10,0,0,0.0001,3,1,0,0"]
TABLES = {
    "flows": [
        "flow,source,destination,bytes,start_ns,finish_ns,ideal_ns,slowdown,packets,retransmissions,trims,marks,seed,run,"
        "fct_ns,status",
        "1,0,1,2000,0.000,3000.000,2000.000,1.500000,1,1,0,0,1,1,3000.000,finished",
        "2,1,4,2000,0.000,,2000.000,,1,0,0,0,1,1,,under way",
    ],
    "summary": ["figure,value,unit", '"collective, time",3.5,us', "share of plane 0,50.0,%", "end,finished,"],
    "path-changes": [
        "time_ns,source,destination,qp,plane,ev,from,to,cause",
        "1000.000,0,1,0,1,536870915,GOOD,ASSUMED_BAD,GAP",
        "2000.500,0,1,0,1,536870915,ASSUMED_BAD,GOOD,PROBE",
        "3000.000,0,1,0,1,536870915,SKIP,DENIED,ADMINISTRATOR",
        "4000.000,2,1,7,0,5,GOOD,ASSUMED_BAD,TIMEOUT",
    ],
    "sai-counters": [
        "object,index,counter,value",
        "port,p0.t0.0.up1,SAI_PORT_STAT_IF_OUT_OCTETS,4000",
        "port,p0.t0.0.up1,SAI_PORT_STAT_IF_OUT_UCAST_PKTS,4",
    ],
    "sample-ports": ["time_ns,port,data_bytes,trimmed_bytes,control_bytes,load,frames,marks,trims,drops"]
    + [f"{time}.000,{port}" for time in (1000, 2000) for port in PORTS],
    "sample-qps": [
        "time_ns,source,destination,qp,window_bytes,in_flight_bytes,placed_bytes,evs_good,evs_skip,evs_assumed_bad,evs_denied",
        "1000.000,0,1,0,1000,1000,1000,8,0,0,0",
        "2000.000,0,1,0,1009,1000,2000,8,0,0,0",
    ],
}

def _nodes():
    """Eight NICs, four to a leaf of each of two planes; of plane 0 two spines and a switch that no NIC reaches."""
    for nic in range(8):
        yield {"name": f"host{nic}", "kind": "nic", "number": nic}
    for plane in range(2):
        yield from ({"name": f"{'ab'[plane]}-leaf{leaf}", "kind": "t0", "number": leaf} for leaf in range(2))
    yield from ({"name": f"spine{spine}", "kind": "t1", "number": spine} for spine in range(2))
    yield {"name": "core", "kind": "t2", "number": 0}


def _link(plane, lower, upper, uplink, peer_link, level=False):
    """A link of two nodes by their places; ports have their names as the program gives them."""
    names = [node["name"] for node in _nodes()]
    up = f"{names[lower]}.p{plane}" if lower < 8 else f"{names[lower]}.up{uplink}"
    down = f"{names[upper]}.{'up' if level else 'down'}{peer_link}"
    ends = {"lower": lower, "upper": upper, "up": up, "down": down}
    return {"plane": plane, **ends, "uplink": uplink, "level": level, "peer_link": peer_link}


# Plane 0 has two links from leaf 0 to spine 0, and one between the spines; plane 1 one link between its leaves.
GRAPH = {
    "nodes": list(_nodes()),
    "links": [_link(plane, nic, 8 + 2 * plane + nic // 4, 0, nic % 4) for plane in range(2) for nic in range(8)]
    + [_link(0, 8, 12, 0, 0), _link(0, 8, 12, 1, 1), _link(0, 9, 12, 0, 2), _link(0, 9, 13, 1, 0)]
    + [_link(0, 12, 13, 0, 0, True), _link(1, 10, 11, 0, 0, True)],
}
GRAPH_RECORD = {
    **RECORD,
    "topology": {"name": "small.dot", "nics": 8, "planes": 2, "switches": 7, "is_graph": True},
    "graph": GRAPH,
    "faults": [{"fault": "link:a-leaf0-spine0.1@1us", "begin_ns": 1000.0, "end_ns": None}],
}

LIFE_RECORD = {
    "format": 1,
    "arguments": ["--csv=days"],
    "life": {"file": "jobs.life", "seeds": 2},
    "end": {"name": "finished", "status": 0, "explanation": "", "simulated_ns": 10**15},
    "figures": [{"name": "a, effective training time", "value": 87.5, "unit": "%"}, {"name": "a, crashes", "value": 3.5, "unit": ""}],
    "tables": ["lives", "seeds"],
}
LIFE_TABLES = {
    "lives": [
        "job,ettr_percent,ettr_percent_pm,rework_percent,restart_percent,write_percent,stall_percent,slow_percent,crashes,crashes_pm,faults",
        "a,87.5,1.25,7,5,0.5,0,0,3.5,6.4,300",
        '"b, slow",0,,0,100,0,0,-1e-15,1e+06,,3e+06',
    ],
    "seeds": [
        "job,seed,ettr_percent,rework_percent,restart_percent,write_percent,stall_percent,slow_percent,crashes,faults",
        "a,0,87,7,5,0.5,0.5,0,4,301",
        "a,1,88,7,5,0,0,0,3,299",
        '"b, slow",0,0,0,100,0,0,0,1e+06,3e+06',
    ],
}


def files_of_life():
    """{name: bytes} of the folder of lives of jobs."""
    files = {f"{name}.csv": "\n".join([*lines, ""]).encode() for name, lines in LIFE_TABLES.items()}
    return {"run.json": json.dumps(LIFE_RECORD, indent=2).encode(), **files}


def files_of_run():
    """{name: bytes} of the folder of a run."""
    files = {f"{name}.csv": "\n".join([*lines, ""]).encode() for name, lines in TABLES.items()}
    return {"run.json": json.dumps(RECORD, indent=2).encode(), **files}


def changed(member, value=None, *, gone=False, of=RECORD):
    """The record with another value of a member, or without the member."""
    record = copy.deepcopy(of)
    holder = record
    *names, last = [int(name) if name.isdigit() else name for name in member.split(".")]
    for name in names:
        holder = holder[name]
    if gone:
        del holder[last]
    else:
        holder[last] = value
    return json.dumps(record)
