#! /usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only

# The examples that stay runnable, for ns-3's test.py and for .ci/run:
# (name with arguments, run it, run it under valgrind). For ns-3's test.py a list ends at its first closing bracket.
# Such a bracket within a command is \x5d.
cpp_examples = [
    ("mrc-clustermapper --seeds=1 --stride=8", "True", "False"),
    ("mrc-convergence --end=40ms --fail=t1:0.1@10ms --table=/dev/null", "True", "False"),
    ("mrc-controllers", "True", "False"),
    ("mrc-credit", "True", "False"),
    ("mrc-astra", "True", "True"),
    ("mrc-astra --ranks=32", "True", "False"),
    ("mrc-first", "True", "True"),
    ("mrc-grey-link --workload='all-to-all size=16MiB window=8' --from=20us --until=40us --loss=5", "True", "False"),
    ("mrc-fabric --repeat=2 --fail=link:0.1.7@50us..150us", "True", "False"),
    (
        "mrc-fabric --repeat=2 --fail=link:0.1.7/silent@50us "
        "--ns3::mrc::FabricProfile::Encapsulation=Ipv4 --ns3::mrc::EvProfile::Format=Udp",
        "True",
        "False",
    ),
    (
        "mrc-fabric --repeat=2 --fail=link:0.1.7/silent@50us "
        "--ns3::mrc::FabricProfile::CarrierUsids=2 --ns3::mrc::FabricProfile::TrimSize=132",
        "True",
        "False",
    ),
    (
        "mrc-fabric --transport=roce --qps=4 --repeat=2 --fail=none "
        "--ns3::mrc::FabricProfile::Encapsulation=Ipv4 --ns3::mrc::EvProfile::Format=Udp",
        "True",
        "False",
    ),
    (
        "mrc-fabric --workload='ring-allreduce size=1MiB channels=2' --transport=roce --qps=4 "
        "--fail=link:0.1.7/loss=0.1%@0ns",
        "True",
        "False",
    ),
    ("mrc-fabric --workload='two-level-allreduce size=8MiB gpus=8 chunks=2' --planes=2", "True", "False"),
    ("mrc-fabric --workload='all-to-all-v size=1MiB window=4'", "True", "False"),
    ("mrc-fabric --workload='poisson cdf=websearch.cdf load=40 us=200'", "True", "False"),
    ("mrc-fabric --matrix=flow_32n.txt", "True", "False"),
    (
        "mrc-fabric --qp=metaroce-like --repeat=2 --fail=plane:0/loss=0.25%@0ns,plane:1/loss=0.25%@0ns",
        "True",
        "False",
    ),
    ("mrc-fabric --matrix=ring_4.goal", "True", "False"),
    ("mrc-fabric --matrix=ring_4.goal --sends=2", "True", "False"),
    ("mrc-fabric --matrix=flow_32n.txt --loop=closed", "True", "False"),
    ("mrc-fabric --matrix=step_4.0.et", "True", "False"),
    (
        "mrc-fabric --transport=roce --routing=adaptive --repeat=2 --fail=t1:0.1@200us "
        "--ns3::mrc::FabricProfile::Convergence=1ms --ns3::mrc::RoceTransport::AckTimeoutExponent=8",
        "True",
        "False",
    ),
    (
        "mrc-fabric --topology=ring_of_5.dot --matrix=ring_of_5.cm --transport=roce-lossless "
        "--ns3::mrc::RoceTransport::RateControl=None --ns3::mrc::RoceTransport::AckTimeoutExponent=8 "
        "--ns3::mrc::FabricProfile::BufferSize=4000000 --ns3::mrc::FabricProfile::PfcWatchdogDetect=200us "
        "--ns3::mrc::FabricProfile::PfcWatchdogRestore=100us",
        "True",
        "False",
    ),
    (
        "mrc-fabric --topology=rails8-1x400g --matrix=perm_32n_32c_2MB.cm --fail=none",
        "True",
        "False",
    ),
    ("mrc-incast --target=4:1-400G --runs=2", "True", "False"),
    ("mrc-job-life --seeds=2", "True", "False"),
    ("mrc-own-controller", "True", "False"),
    ("mrc-own-controller --ns3::mrc::CcProfile::AlgorithmFactory=ns3::AimdFactory[Target=2us\x5d", "True", "False"),
    ("mrc-own-selector", "True", "False"),
    ("mrc-ping6", "True", "False"),
    ("mrc-ping6 --bytes=8952", "True", "False"),
    ("mrc-plan --nics=131072", "True", "False"),
    ("mrc-plan --topology=clos-8x100g-256", "True", "False"),
    ("mrc-plan --topology=fat_tree_1024_1os.topo", "True", "False"),
    ("mrc-plan --topology=rails8-1x400g --nics=128 --rails=8", "True", "False"),
    ("mrc-plan --topology=three_tiers.graphml", "True", "False"),
    ("mrc-srv6", "True", "False"),
    ("mrc-srv6-tcp --spine=2", "True", "False"),
    ("mrc-stock-traffic", "True", "False"),
    ("mrc-training", "True", "False"),
    ("mrc-training --job=mixtral-8x7b.job --fail=nic:3/loss=1%@0ns", "True", "False"),
    ("mrc-training --job=moe-16.job --apart=4 --beside=incast8_32.cm", "True", "False"),
    ("mrc-training --job=simai_8.txt --gpus=2", "True", "False"),
    ("mrc-training --job=step_4.0.et", "True", "False"),
    ("mrc-training --job=step_4.0.et --ranks --fail=port-up:1.0/loss=5%@0ns", "True", "False"),
    ("mrc-tutorial", "True", "False"),
    ("mrc-validation --target=T1", "True", "False"),
    ("mrc-validation --target=T6-T0 --second=10", "True", "False"),
    ("mrc-validation --target=T13 --second=10", "True", "False"),
    ("mrc-verbs --wrongKey", "True", "True"),
]

# (name, run it); in an ns-3 tree only if it is built with Python bindings
python_examples = [
    ("mrc-first.py", "True"),
    ("mrc-tutorial.py", "True"),
]
