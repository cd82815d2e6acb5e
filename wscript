# SPDX-License-Identifier: GPL-2.0-only
#
# Builds the module, its suites and its examples in an ns-3.35 tree, the last release that waf builds
# (contrib/mrc; ./waf configure --enable-modules=mrc --enable-tests --enable-examples). Later releases
# use CMakeLists.txt; older ones were not tried, and up to 3.33 they compile as C++11.

import re

RELEASE = "3.35"


def build(bld):
    version = bld.srcnode.find_node("VERSION").read().strip()
    if version != RELEASE:
        bld.fatal(
            f"mrc: this tree is ns-3 {version}; with waf only ns-{RELEASE} builds the module. Take "
            f"ns-{RELEASE}, or ns-3.37 or later, which CMake builds: ./mrc tree DIR"
        )

    def files(*patterns):
        return [n.path_from(bld.path) for p in patterns for n in bld.path.ant_glob(p)]

    # as in CMakeLists.txt: what is not public lies where only the module and its programs look
    listed = bld.path.find_node("cmake/public-headers.txt").read().splitlines()
    public = [line for line in listed if not line.startswith("#")]
    private = bld.path.get_bld().make_node("private")
    for header in files("model/*/mrc-*.h", "helper/mrc-*.h"):
        if header not in public:
            forward = private.make_node("ns3/" + header.split("/")[-1])
            text = f'#include "{bld.path.find_node(header).abspath()}"\n'
            if not forward.exists() or forward.read() != text:
                forward.parent.mkdir()
                forward.write(text)
    bld.env.MRC_PRIVATE = private.abspath()

    module = bld.create_ns3_module("mrc", ["core", "network", "internet", "flow-monitor", "virtual-net-device", "traffic-control"])
    module.source = files("model/*/mrc-*.cc", "helper/mrc-*.cc")
    module.includes = [bld.env.MRC_PRIVATE]
    own = re.search(r"set\(MRC_VERSION (\S+)\)", bld.path.find_node("CMakeLists.txt").read())[1]
    module.defines = [f'MRC_NS3_VERSION="{version}"', f'MRC_VERSION="{own}"']

    tests = bld.create_ns3_module_test_library("mrc")
    tests.source = files("examples/validation/mrc-*.cc", "test/mrc-*.cc")
    tests.includes = ["test", "examples/validation", bld.env.MRC_PRIVATE]
    # Simulator::Schedule takes no lambdas there
    tests.cxxflags = ["-include", bld.path.find_node("test/mrc-older-ns3-events.h").abspath()]

    headers = bld(features="ns3header")
    headers.module = "mrc"
    headers.source = public

    if bld.env.ENABLE_EXAMPLES:
        bld.recurse("examples")
