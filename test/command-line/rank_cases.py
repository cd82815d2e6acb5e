# SPDX-License-Identifier: GPL-2.0-only

"""What check-ranks.py runs over ranks: options of mrc-fabric, other programs, and what is refused."""

from streamed import APART, TRACE

TELEMETRY = [
    "--ns3::mrc::FabricProfile::Telemetry=true",
    "--ns3::mrc::CcProfile::AlgorithmFactory=ns3::mrc::HpccFactory",
]
RUNS = (
    ["--fail=none", "--repeat=3"],
    ["--workload=permutation ranks=128 size=300KB", "--topology=clos-4x200g", "--nics=128"],
    ["--workload=incast ranks=64 size=200KB senders=31", "--topology=clos-4x100g", "--nics=128"],
    ["--workload=incast ranks=64 size=200KB senders=31", "--topology=clos3-1x800g-32", "--nics=64"],
    # so many queue pairs that coming memory is hinted at, that of links between ranks left out
    ["--workload=all-to-all ranks=24 size=200KB window=3", "--topology=clos-8x100g", "--nics=128"],
    ["--workload=ring-allreduce ranks=64 size=500KB", "--topology=clos-4x200g", "--nics=128"],
    ["--workload=halving-doubling-allreduce ranks=64 size=500KB rendezvous=1", "--topology=clos-4x200g", "--nics=128"],
    ["--workload=tree-allreduce ranks=128 size=300KB", "--topology=clos-8x100g", "--qp=nccl"],
    [APART],
    # schedules that are read as the run goes on
    [TRACE, "--fail=link:0.0.3/loss=2%@20us,t1:0.3@100us"],
    [TRACE, "--transport=roce", "--stop=300us"],
    # signals, work and links inside nodes: users act beside the windows
    ["--workload=rack-tree-allreduce rack=8 pieces=2 size=400KB", "--fail=none"],
    ["--workload=rack-tree-allreduce rack=4 pieces=3 size=1MB", "--fail=link:0.0.0/loss=2%@10us,t1:0.1@20us..200us"],
    ["--workload=two-level-allreduce size=8MiB gpus=8 chunks=2", "--planes=2", "--fail=none"],
    ["--fail=none", "--repeat=3", "--qps=2", "--ns3::mrc::FabricProfile::WireMode=true"],
    ["--fail=none", "--repeat=3", *TELEMETRY],
    ["--fail=none", "--repeat=3", "--transport=roce", "--routing=flowlet"],
    ["--workload=incast ranks=32 size=200KB senders=15", "--transport=roce-lossless"],
    ["--topology=two_planes.dot", "--matrix=perm_16n_16c_2MB.cm"],
    ["--fail=none", "--repeat=3", "--links=link:0.1.7/rate=25%,t1:0.3/delay=2us,link:1.0.0/missing"],
    ["--fail=none", "--repeat=3", "--stop=300us"],
    # jitter of links that no cut takes: of NICs, and of a T0 with a T1 of the same rank
    ["--fail=link:0.0.0@100us..200us", "--repeat=3", "--links=link:0.0.0/jitter=400ns,port:3.1/jitter=2us"],
)
SOON = "--ns3::mrc::FabricProfile::DenylistDelay=50us"
# no frame gets to another rank
SILENT = ["--matrix=perm_32n_32c_2MB.cm", "--fail=plane:0/silent@0ns,plane:1/silent@0ns", "--planes=2", "--stop=3ms"]
FAULTS = (  # that begin and end within transfers, that last, that come at random
    ["--repeat=3", "--fail=link:0.1.7@100us..300us,t1:0.3@150us..400us,port:5.1@120us"],
    ["--repeat=3", "--fail=link:0.0.3/loss=1%@50us,link:1.0.2/rate=25%@70us..250us"],
    ["--repeat=3", "--fail=t1:1.2/silent@50us..400us,link-down:0.2.1@100us..500us"],
    ["--repeat=2", "--fail=plane:1@100us", "--ns3::mrc::FabricProfile::PortFailure=Cx8Like"],
    ["--repeat=4", "--fail=random:link/per-minute=3000000/repair=50us@0us..1ms"],
    ["--repeat=2", "--fail=link:0.1.7/flap=40us/duty=30%@10us..400us"],
    ["--repeat=2", "--faults=FILE"],
    ["--repeat=6", "--fail=link:0.1.7/silent@120us,t1:1.2@300us..500us", "--clustermapper=50us"],
    ["--workload=tornado ranks=128 size=300KB", "--topology=clos-4x100g", "--nics=128", "--fail=t0:0.1@20us"],
    ["--repeat=2", "--routing=ecmp", "--fail=t1:0.3@100us..400us,link:0.1.7@50us"],
    ["--repeat=2", "--routing=adaptive", "--fail=t1:0.3@100us..300us,link:0.1.7/rate=25%@50us"],
    ["--repeat=3", "--transport=roce-lossless", "--fail=link:0.1.7@200us..400us"],
    ["--repeat=3", "--transport=roce-lossless", "--fail=port:5.1/storm@100us..2ms"],
    ["--repeat=3", "--fail=link:0.1.7/drain=100us@200us..300us,t1:1.2/drain=50us@250us..500us", SOON],
    ["--topology=two_planes.dot", "--matrix=perm_16n_16c_2MB.cm", "--fail=random:link/per-minute=3000000/repair=50us@0us..1ms"],
    SILENT,
)
# Runs that write other files too, in the folder of results: all files are compared byte for byte.
INCAST = ("--workload=incast ranks=64 size=30KB senders=31", "--topology=clos-4x100g", "--nics=128")
WATCHED = (
    # captures of links within a rank's part, and between two
    [*INCAST, "--pcap=OUT/port", "--pcapPorts=nic0,p1.t0.0,p0.t1.0"],
    [
        "--repeat=1",
        "--fail=link:0.1.2@50us..120us,t1:1.3@70us..150us,link:1.0.2/loss=1%@20us",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t0.1.up2,p0.t1.2.down1,p1.t1.3,nic5.p1",
    ],
    [*INCAST, "--stop=20us", "--pcap=OUT/port", "--pcapPorts=p0.t1.0", "--saiCounters"],
    [
        "--workload=incast ranks=32 size=50KB senders=15",
        "--transport=roce-lossless",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t0.0,p0.t1.1",
        "--saiCounters",
    ],
    [
        "--repeat=1",
        "--ns3::mrc::FabricProfile::Telemetry=true",
        "--ns3::mrc::CcProfile::AlgorithmFactory=ns3::mrc::HpccFactory",
        "--pcap=OUT/port",
        "--pcapPorts=p0.t1.1",
    ],
    ["--repeat=2", "--routing=ecmp", "--fail=t1:0.3@50us", "--sample=9us", "--sampleOf=p0.t1.3,nic3", "--stop=200us"],
    # packets that are trimmed, lost and sent again, within ranks and between them
    [*INCAST, "--flowmon=OUT/flows.xml"],
    ["--repeat=2", "--flowmon=OUT/flows.xml", "--fail=link:0.1.7@50us..90us,t1:1.3@60us,link:1.0.2/loss=1%@20us"],
    ["--repeat=1", "--transport=roce", "--flowmon=OUT/flows.xml", "--pcap=OUT/port", "--pcapPorts=p0.t0.1.up2"],
    ["--repeat=1", *TELEMETRY, "--flowmon=OUT/flows.xml", "--stop=60us"],
    ["--repeat=2", "--sample=9us", "--sampleOf=qp:3,qp:20,nic3", "--fail=t1:0.3@50us..300us,plane:0/loss=5%@10us"],  # EVs come and go
    ["--repeat=2", "--sample=9us", "--sampleOf=qp:9", "--transport=roce"],
    [*INCAST, "--sample=3us", "--sampleOf=qp:40,qp:33"],
    ["--repeat=3", "--sample=7us", "--sampleOf=nic3,p0.t0.1,p1.t1.0", "--saiCounters", "--fail=t1:1.3@50us"],
)
PLAN = "t1:1.0@60us..200us\n# a comment\nlink:0.2.4@80us..90us\nlink:0.2.4/loss=5%@150us\n"
REFUSED = {
    "ns3::mrc::FabricProfile::SendIcmp": ["--fail=none", "--ns3::mrc::FabricProfile::SendIcmp=true"],
    "Threads is 0": ["--fail=none", "--threads=0"],
    "Threads is 64": ["--fail=none", "--threads=64", "--ranks=64"],
    "HostDelay": ["--fail=none", "--ns3::mrc::FabricProfile::HostDelay=0ns"],
    "mpirun started 2": ["--fail=none", "--ranks=3"],
    "the jitter of p": ["--fail=none", "--links=plane:0/jitter=300ns"],
    "cannot be read": ["--fail=none", "--partition=none.parts"],
}
SAMPLED = ("--csv=OUT", "--saiCounters", "--sample=20us", "--quiet")
# Other programs, with their status: all that they print and write is compared. OUT is a folder, of those that write.
PROGRAMS = (
    ("mrc-first", 0, ["--bytes=200000", "--pcap=OUT/port"]),
    ("mrc-tutorial", 0, ["--bytes=400000", "--fail=t1:0.3@10us..40us", "--csv=OUT", "--pcap=OUT/port"]),
    ("mrc-training", 0, ["--job=step_4.0.et", "--ranks", "--fail=port-up:1.0/loss=5%@0ns", "--csv=OUT", "--quiet"]),
    ("mrc-training", 0, ["--job=step_4.0.et", "--fail=none", "--csv=OUT"]),  # reasons in words, of all ranks
    ("mrc-training", 0, ["--job=step_4.0.et", "--topology=two_planes.dot", "--apart=4", "--fail=t1:0.0/silent@20us", *SAMPLED, "--sampleOf=all"]),
    ("mrc-training", 0, ["--job=moe-16.job", "--apart=4", "--fail=t1:0.3/silent@0ns", *SAMPLED, "--sampleOf=nic4,p0.t1.3"]),
    # five networks, one after the other; tables that change
    ("mrc-convergence", 0, ["--end=6ms", "--fail=t1:0.1@2ms", "--table=OUT/table.csv"]),
    ("mrc-credit", 0, ["--senders=8", "--bytes=300000"]),  # six networks; each has other figures
    ("mrc-controllers", 0, ["--senders=5", "--bytes=300000"]),  # sinks of Rtt; six networks
    ("mrc-grey-link", 0, ["--workload=all-to-all size=2MiB window=8", "--loss=2", "--from=10us", "--until=20us", "--votes=3"]),  # of PathState
    ("mrc-astra", 0, ["--ranks=40"]),  # receive completion queues
    ("mrc-verbs", 0, ["--wrongKey", "--pcap=OUT/port"]),  # queue pairs of Network::Create
    ("mrc-clustermapper", 0, ["--seeds=1", "--stride=16", "--quiet", "--effect=loss=10%"]),  # two networks
    ("mrc-own-controller", 0, []),
    ("mrc-own-selector", 0, []),
    ("mrc-validation", 0, ["--target=T1", "--length=100us", "--pcap=OUT/port", "--series=OUT/series.csv"]),  # two networks
    # flows that are under way in the end: it stalls
    ("mrc-training", 1, ["--job=moe-16.job", "--transport=roce", "--fail=nic:2/loss=1%@2us", "--stallLimit=20ms", "--csv=OUT", "--quiet"]),
)
# With MRC_ALL alone, as ranks meet for each of many thousand windows: recovery times, of the packets that each rank's queue pairs sent
# again. A small congestion window has queue pairs send a small part of the packets that whole ones do.
SMALL_WINDOW = "--ns3::mrc::CcProfile::MaxWindow=32768"
LONG_PROGRAMS = (("mrc-validation", 0, ["--target=T13-16th", "--second=10", "--fixedWindow=false", "--series=OUT/series.csv", SMALL_WINDOW]),)
PROGRAMS_REFUSED = {
    "mrc-incast": ("HostDelay of less than 21 ns", []),
    "mrc-ping6": ("stock stacks", []),
    "mrc-stock-traffic": ("stock stacks", []),
}
WITHOUT_FABRIC = ("mrc-job-life", "mrc-plan", "mrc-srv6", "mrc-srv6-tcp")  # ./mrc alone refuses these
# Windows of these are about as long as they can be: ranks stop for their end, and for little else.
LONG_WINDOWS = (
    ("mrc-fabric", ["--workload=rack-tree-allreduce rack=8 pieces=2 size=4MiB", "--fail=none"]),
    ("mrc-training", ["--job=moe-16.job", "--fail=none"]),
    ("mrc-fabric", ["--workload=all-to-all ranks=32 size=4MiB window=3", "--fail=none", "--qps=2"]),
)
