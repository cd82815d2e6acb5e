/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PFC_RIG_H
#define MRC_PFC_RIG_H

#include "../mrc-fabric-rig.h"

#include "ns3/integer.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The DSCP of lossless packets in these tests. */
constexpr uint8_t LOSSLESS = 26;

/** Line time of a packet of 4,096 bytes at 100 Gb/s: 4,242 bytes and 20 of the line. */
constexpr Span PACKET_TIME = Span(4262 * 80);

/** The settings of PFC. */
struct PfcWay
{
    const char* lossless{"26"};
    uint32_t xoff{20000};
    uint32_t offset{3556};
    uint32_t headroom{0};
    uint32_t pool{0}; //!< of headroom, of a switch
    uint32_t quanta{65535};
    Span response;
    uint32_t buffer{0}; //!< bytes that ports share; 0: none
    int threshold{0};   //!< exponent
    uint32_t weight{0}; //!< of data, the other classes having 1; 0: strict priority
    Span detect;        //!< of the watchdog
    Span restore{Micros(50)};
    uint8_t flags{0}; //!< of those that watch all ports
    bool wireMode{false};
};

/** @return a profile that says so */
inline Ptr<FabricProfile>
PfcProfile(const PfcWay& way)
{
    UseSimulator("ns3::mrc::FastSimulatorImpl", "ns3::MapScheduler");
    const Ptr<FabricProfile> profile = CreateObject<FabricProfile>();
    profile->SetAttribute("LosslessDscps", StringValue(way.lossless));
    profile->SetAttribute("PfcXoff", UintegerValue(way.xoff));
    profile->SetAttribute("PfcXonOffset", UintegerValue(way.offset));
    profile->SetAttribute("PfcHeadroom", UintegerValue(way.headroom));
    profile->SetAttribute("PfcHeadroomPool", UintegerValue(way.pool));
    profile->SetAttribute("PfcQuanta", UintegerValue(way.quanta));
    profile->SetAttribute("PfcResponse", TimeValue(PicoSeconds(way.response.Ps())));
    profile->SetAttribute("PfcThreshold", IntegerValue(way.threshold));
    profile->SetAttribute("PfcWatchdogDetect", TimeValue(PicoSeconds(way.detect.Ps())));
    profile->SetAttribute("PfcWatchdogRestore", TimeValue(PicoSeconds(way.restore.Ps())));
    profile->SetAttribute("BufferSize", UintegerValue(way.buffer));
    profile->SetAttribute("WireMode", BooleanValue(way.wireMode));
    profile->SetAttribute("ControlWeight", UintegerValue(way.weight != 0));
    profile->SetAttribute("TrimmedWeight", UintegerValue(way.weight != 0));
    profile->SetAttribute("DataWeight", UintegerValue(way.weight));
    return profile;
}

/** A fabric with PFC. */
class PfcRig : public FabricRig
{
  public:
    /**
     * @param spec the fabric
     * @param way the settings of PFC
     */
    PfcRig(const TopologySpec& spec, const PfcWay& way)
        : FabricRig(spec, PfcProfile(way))
    {
        WatchAll(way.flags);
    }

    ~PfcRig()
    {
        Simulator::Destroy();
    }

    /** Sends packets of a NIC from now on, one as soon as the line is free of the other. */
    void Stream(uint32_t from, uint32_t to, uint32_t count, uint8_t dscp = LOSSLESS)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            Shoot({kernel.Now() + PACKET_TIME * i, from, to, Ev::Of(0, 0), 4096, dscp});
        }
    }

    /** Runs up to an instant, or to the end. */
    void RunTo(Span end = Span())
    {
        if (end > Span())
        {
            Simulator::Stop(PicoSeconds(end.Ps()) - Simulator::Now());
        }
        Simulator::Run();
    }

    /** @return the port of a NIC */
    PortIndex Up(uint32_t nic) const
    {
        return topology.NicPort(nic, 0);
    }

    /** @return the port to a NIC */
    PortIndex Down(uint32_t nic) const
    {
        return topology.Peer(Up(nic));
    }

    PauseCounters Pauses(PortIndex port) const
    {
        return fabric.Tally().Pauses(port, kernel.Now());
    }

    const IngressUse& Use(PortIndex link) const
    {
        return fabric.State().pauses.Use(link);
    }

    uint64_t Drops(DropReason reason) const
    {
        return fabric.Tally().Drops(reason);
    }

    uint64_t AllDrops() const
    {
        return Sum(&PortCounters::drops);
    }

    /** @return packets that came to a NIC */
    uint32_t HitsOf(uint32_t nic) const
    {
        uint32_t count = 0;
        for (const Hit& hit : hits)
        {
            count += hit.nic == nic;
        }
        return count;
    }

    /** @return when the last packet of a NIC came, wherever it went */
    Instant LastOf(uint32_t source) const
    {
        Instant last;
        for (const Hit& hit : hits)
        {
            last = shots[hit.shot].source == source ? hit.at : last;
        }
        return last;
    }

    /** Nothing is left: in queues, of links, in buffers. */
    void ExpectEmpty()
    {
        EXPECT_EQ(fabric.Pool().Live(), 0U);
        for (PortIndex port = 0; port < topology.PortCount(); ++port)
        {
            EXPECT_EQ(Use(port).shared, 0U) << port;
            EXPECT_EQ(Use(port).headroom, 0U) << port;
            EXPECT_EQ(fabric.State().pauses.Pool(port).used, 0U) << port;
            EXPECT_FALSE(Use(port).paused) << port;
            EXPECT_FALSE(fabric.State().pauses.Port(port).held) << port;
            EXPECT_EQ(fabric.State().Port(port).bytes[TrafficClass::DATA], 0U) << port;
            EXPECT_EQ(fabric.State().Port(port).bytes[TrafficClass::CONTROL], 0U) << port;
            if (fabric.State().buffers.Has(port))
            {
                EXPECT_EQ(fabric.Onlookers().Buffer(port, kernel.Now())->Used(), 0U) << port;
            }
        }
    }
};

/** Two NICs send 200 packets each to a third one on the same switch. */
inline void
TwoToOne(PfcRig& rig)
{
    for (const uint32_t nic : {0U, 1U})
    {
        rig.Stream(nic, 2, 200);
    }
    rig.RunTo();
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_PFC_RIG_H */
