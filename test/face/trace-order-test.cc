/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Sinks of trace sources that read change no events, nor the times of reports.

#include "../mrc-test-network.h"

#include "ns3/mrc-fabric.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace
{

/** The reports of all ports on an incast, and the action of a sink each time. */
class Witness
{
  public:
    using Record = std::tuple<int64_t, PortIndex, char>; //!< ps, port, kind

    explicit Witness(const std::function<void(Network&)>& act)
        : m_network(test::MakeNetwork()),
          m_act(act)
    {
        for (PortIndex p = 0; p < m_network->GetTopology().PortCount(); ++p)
        {
            Listen(p, "PhyTxBegin", '-');
            Listen(p, "PhyRxEnd", 'r');
            Listen(p, "Mark", 'm');
        }
        test::PostIncast(*m_network);
        Simulator::Run();
        fingerprint = m_network->Engine().fabric.Tally().Fingerprint();
        Simulator::Destroy();
    }

    std::vector<Record> records;
    uint64_t fingerprint{0};

  private:
    void Listen(PortIndex index, const char* source, char kind)
    {
        const Ptr<Port> port = m_network->GetFaces().PortAt(index);
        port->TraceConnectWithoutContext(
            source,
            Callback<void, Ptr<const Packet>>(
                [this, index, kind, p = PeekPointer(port)](Ptr<const Packet>) {
                    records.emplace_back(p->TraceTime().Ps(), index, kind);
                    if (kind == 'm')
                    {
                        m_act(*m_network);
                    }
                }));
    }

    Ptr<Network> m_network;
    std::function<void(Network&)> m_act;
};

void
ExpectTheSame(Witness changed, Witness plain)
{
    EXPECT_TRUE(std::is_sorted(
        changed.records.begin(),
        changed.records.end(),
        [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); }));
    // reports of one instant at different ports may have another order
    std::sort(changed.records.begin(), changed.records.end());
    std::sort(plain.records.begin(), plain.records.end());
    EXPECT_EQ(changed.records.size(), plain.records.size());
    EXPECT_TRUE(changed.records == plain.records);
    EXPECT_EQ(changed.fingerprint, plain.fingerprint);
}

TEST(TraceOrderTest, ASinkMayReadTheQueuesOfOtherPorts)
{
    const Witness plain([](Network&) {});
    const auto marks = std::count_if(plain.records.begin(), plain.records.end(), [](const auto& r) {
        return std::get<2>(r) == 'm';
    });
    EXPECT_GT(marks, 0);
    ExpectTheSame(Witness([](Network& network) {
                      for (PortIndex p = 0; p < network.GetTopology().PortCount(); ++p)
                      {
                          UintegerValue bytes;
                          network.GetFaces().PortAt(p)->GetQueue()->GetAttribute("DataBytes",
                                                                                 bytes);
                      }
                  }),
                  plain);
}

TEST(TraceOrderTest, ASinkMayConnectOtherSinks)
{
    const Witness plain([](Network&) {});
    ExpectTheSame(Witness([](Network& network) {
                      const Callback<void, Ptr<const Packet>> nothing([](Ptr<const Packet>) {});
                      for (PortIndex p = 0; p < network.GetTopology().PortCount(); ++p)
                      {
                          const Ptr<Port> port = network.GetFaces().PortAt(p);
                          port->TraceConnectWithoutContext("Enqueue", nothing);
                          port->TraceDisconnectWithoutContext("Enqueue", nothing);
                      }
                  }),
                  plain);
}

} // namespace
} // namespace mrc
} // namespace ns3
