/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../mrc-test-topology.h"

#include "ns3/mrc-node-names.h"
#include "ns3/mrc-port-list.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** @return five NICs in two planes, two NICs on a T0, two T1s */
Topology
MakeTopology()
{
    return Topology(SmallFabric(5, 2, 2, 2));
}

/** @return the names of the ports of a list */
std::vector<std::string>
NamesOf(const std::string& list)
{
    const Topology topology = MakeTopology();
    std::vector<std::string> names;
    for (const uint32_t port : ReadPortList(list, topology))
    {
        names.push_back(PortName(topology, port));
    }
    return names;
}

} // namespace

TEST(PortList, NamesNodesAndPorts)
{
    using Names = std::vector<std::string>;
    EXPECT_EQ(NamesOf("nic3"), (Names{"nic3.p0", "nic3.p1"}));
    EXPECT_EQ(NamesOf("nic3.p1"), (Names{"nic3.p1"}));
    EXPECT_EQ(NamesOf("p1.t0.2"), (Names{"p1.t0.2.down0", "p1.t0.2.up0", "p1.t0.2.up1"}));
    EXPECT_EQ(NamesOf("p0.t1.1.down2,nic0.p0"), (Names{"nic0.p0", "p0.t1.1.down2"}));
    EXPECT_EQ(NamesOf("nic0,nic0.p1,nic0"), (Names{"nic0.p0", "nic0.p1"})) << "each once";
    EXPECT_EQ(NamesOf("").size(), MakeTopology().PortCount()) << "nothing is everything";
}

TEST(PortList, RefusesWhatIsNotThere)
{
    for (const char* item : {"nic5",
                             "nic3.p2",
                             "p2.t0.0",
                             "p0.t0.2.down1",
                             "p0.t0.0.up2",
                             "nic",
                             "nic3.",
                             "p0.t0.",
                             ""})
    {
        try
        {
            NamesOf(std::string("nic0,") + item);
            ADD_FAILURE() << item;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_EQ(std::string(error.what()),
                      "port list, item '" + std::string(item) +
                          "': expected a node of this fabric such as p0.t0.0 or a port such as "
                          "nic0.p0");
        }
    }
}

} // namespace test
} // namespace mrc
} // namespace ns3
