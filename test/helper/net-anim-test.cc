/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The text that ns-3's AnimationInterface writes of a fabric. An ns-3 without the module has
// nothing to test.

#if __has_include("ns3/netanim-module.h") && __has_include("ns3/mobility-module.h")

#include "../mrc-test-network.h"

#include "ns3/mrc-net-anim-helper.h"
#include "ns3/netanim-module.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{
namespace
{

using Pairs = std::set<std::pair<std::string, std::string>>;

/** @return the matches of a pattern with two groups */
std::multiset<std::pair<std::string, std::string>>
Find(const std::string& text, const std::string& pattern)
{
    std::multiset<std::pair<std::string, std::string>> found;
    const std::regex expression(pattern);
    for (std::sregex_iterator i(text.begin(), text.end(), expression), end; i != end; ++i)
    {
        found.emplace((*i)[1], (*i)[2]);
    }
    return found;
}

/** @return the links of a network, as NetAnim numbers nodes */
Pairs
LinksOf(Network& network)
{
    Pairs links;
    const Topology& topology = network.GetTopology();
    for (PortIndex port = 0; port < topology.PortCount(); ++port)
    {
        const Faces& faces = network.GetFaces();
        const uint32_t one = faces.NodeAt(topology.NodeOf(port))->GetId();
        const uint32_t other = faces.NodeAt(topology.NodeOf(topology.Peer(port)))->GetId();
        links.emplace(std::to_string(std::min(one, other)), std::to_string(std::max(one, other)));
    }
    return links;
}

TEST(NetAnim, HasAllNodesAtPlacesOfTheirOwnAndAllLinks)
{
    const std::string file =
        (std::filesystem::temp_directory_path() / "mrc-net-anim-test.xml").string();
    const Ptr<Network> network = test::MakeNetwork();
    network->GetFaces().Create();
    NetAnimHelper().Install(*network);
    test::PostIncast(*network);
    {
        AnimationInterface animation(file);
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
    }
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    std::filesystem::remove(file);
    const auto places =
        Find(text.str(), "<node [^>]*locX *= *\"([^\"]*)\"[^>]*locY *= *\"([^\"]*)\"");
    EXPECT_EQ(places.size(), network->GetTopology().NodeCount()) << text.str().substr(0, 2000);
    EXPECT_EQ(Pairs(places.begin(), places.end()).size(), places.size());
    const auto links = Find(text.str(), "<link [^>]*fromId *= *\"(\\d+)\"[^>]*toId *= *\"(\\d+)\"");
    EXPECT_EQ(links.size(), network->GetTopology().PortCount() / 2);
    EXPECT_EQ(Pairs(links.begin(), links.end()), LinksOf(*network));
    Simulator::Destroy();
}

TEST(NetAnim, LeavesOutWhatHasNoFace)
{
    FabricHelper fabric;
    fabric.SetTopology(test::SixNics());
    fabric.SetFabricAttribute("Faces", StringValue("Named"));
    fabric.AddFaces("nic0,p0.t0.0");
    const Ptr<Network> network = test::Audited(fabric.Install());
    NetAnimHelper(3).Install(*network);
    const Topology& topology = network->GetTopology();
    EXPECT_EQ(network->GetFaces().NodeAt(0)->GetNDevices(), topology.Spec().planes + 1);
    EXPECT_THROW(NetAnimHelper(0), std::invalid_argument);
    Simulator::Destroy();
}

} // namespace
} // namespace mrc
} // namespace ns3

#endif
