/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CLASS_RIG_H
#define MRC_CLASS_RIG_H

#include "../mrc-fabric-rig.h"

#include "ns3/integer.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The DSCPs of two classes of data. */
constexpr uint8_t GOLD_DSCP = 8;
constexpr uint8_t BULK_DSCP = 16;

/** Bytes of a frame with 4,096 of payload. */
constexpr uint32_t FULL_FRAME = 4242;

/** Classes of data at a switch of one T0. */
struct ClassWay
{
    const char* classes{"dscp=8 weight=3; dscp=16"};
    const char* trimmable{"8,16"};
    uint32_t buffer{0}; //!< bytes that ports share; 0: none
    int threshold{0};   //!< exponent
    uint32_t weight{0}; //!< of all three classes of a port; 0: strict priority
    const char* markAt{"Dequeue"};
    uint8_t flags{0}; //!< of those that watch all ports
    bool wireMode{false};
    const char* lossless{"none"};
    uint32_t xoff{0};
    bool retxFirst{false};
    const char* victim{"Arriving"};
};

/** @return a profile that says so */
inline Ptr<FabricProfile>
ClassProfile(const ClassWay& way)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("DataClasses", StringValue(way.classes));
    profile->SetAttribute("TrimmableDscps", StringValue(way.trimmable));
    profile->SetAttribute("BufferSize", UintegerValue(way.buffer));
    profile->SetAttribute("DataThreshold", IntegerValue(way.threshold));
    profile->SetAttribute("ControlWeight", UintegerValue(way.weight));
    profile->SetAttribute("TrimmedWeight", UintegerValue(way.weight));
    profile->SetAttribute("DataWeight", UintegerValue(way.weight));
    profile->SetAttribute("EcnMarkAt", StringValue(way.markAt));
    profile->SetAttribute("EcnOnLastHop", BooleanValue(true));
    profile->SetAttribute("WireMode", BooleanValue(way.wireMode));
    profile->SetAttribute("LosslessDscps", StringValue(way.lossless));
    profile->SetAttribute("PfcXoff", UintegerValue(way.xoff));
    profile->SetAttribute("RetxFirst", BooleanValue(way.retxFirst));
    profile->SetAttribute("TrimVictim", StringValue(way.victim));
    return profile;
}

/** NICs below one T0; all send to the last one. */
class ClassRig : public FabricRig
{
  public:
    ClassRig(uint32_t nics, const ClassWay& way)
        : FabricRig(SmallFabric(nics, nics, 0), ClassProfile(way)),
          to(nics - 1)
    {
        WatchAll(way.flags);
    }

    ~ClassRig()
    {
        Simulator::Destroy();
    }

    /** Sends packets of a NIC from an instant on, one after the other. */
    void Stream(uint32_t from, uint32_t count, uint8_t dscp, Ecn ecn = Ecn::ECT0)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            const Instant at = Instant() + Span(int64_t{FULL_FRAME + 20} * 80) * i;
            Shoot({at, from, to, Ev::Of(0, 0), 4096, dscp, ecn});
        }
    }

    /** @return the port to the receiver */
    PortIndex Last() const
    {
        return topology.Peer(topology.NicPort(to, 0));
    }

    const DataQueues& Queues() const
    {
        return fabric.State().dataQueues[Last()];
    }

    /** @return of the first packets to arrive whole, those with a DSCP */
    uint32_t WholeOf(uint8_t dscp, std::size_t first = SIZE_MAX) const
    {
        uint32_t count = 0;
        std::size_t all = 0;
        for (const Hit& hit : hits)
        {
            const bool whole = hit.frame.size == hit.frame.fullSize;
            count += whole && all < first && shots[hit.shot].dscp == dscp;
            all += whole;
        }
        return count;
    }

    /** Nothing is left anywhere. */
    void ExpectEmpty()
    {
        EXPECT_EQ(fabric.Pool().Live(), 0U);
        for (PortIndex port = 0; port < topology.PortCount(); ++port)
        {
            const PortState& state = fabric.State().Port(port);
            EXPECT_EQ(state.bytes[TrafficClass::DATA], 0U) << port;
            for (unsigned i = 0; i < DataClassPlan::MOST; ++i)
            {
                EXPECT_EQ(fabric.State().dataQueues[port].Bytes(i), 0U) << port << i;
            }
            if (fabric.State().buffers.Has(port))
            {
                EXPECT_EQ(fabric.Onlookers().Buffer(port, kernel.Now())->Used(), 0U) << port;
            }
        }
    }

    const uint32_t to; //!< the receiver
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_CLASS_RIG_H */
