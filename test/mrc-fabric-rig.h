/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_RIG_H
#define MRC_FABRIC_RIG_H

#include "mrc-conservation.h"
#include "mrc-test-topology.h"

#include "ns3/boolean.h"
#include "ns3/global-value.h"
#include "ns3/mrc-fabric-builder.h"
#include "ns3/mrc-fabric-profile.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-pause.h"
#include "ns3/mrc-simulator-host.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** A packet that a test sends into the fabric. */
struct Shot
{
    Instant at;
    uint32_t source{0};
    uint32_t destination{1};
    Ev ev;
    uint16_t payload{4096};
    uint8_t dscp{1};
    Ecn ecn{Frame().ecn};
};

/** A packet that came out of the fabric. */
struct Hit
{
    Instant at;
    uint32_t shot;
    uint32_t nic;
    Frame frame;
};

/** Watches everything and counts; judges nothing. */
class CountingObserver : public PortObserver
{
  public:
    void Arrived(PortIndex, FrameIndex, Instant at) override
    {
        ++arrived;
        InOrder(at);
    }

    void Enqueued(PortIndex, FrameIndex, Instant at) override
    {
        ++enqueued;
        InOrder(at);
    }

    void Transmitting(PortIndex, FrameIndex, Instant at) override
    {
        ++transmitting;
        InOrder(at);
    }

    void Marked(PortIndex, FrameIndex, Instant at) override
    {
        ++marked;
        InOrder(at);
    }

    void Trimmed(PortIndex, FrameIndex, Instant at) override
    {
        ++trimmed;
        InOrder(at);
    }

    void Dropped(PortIndex, FrameIndex, DropReason, Instant) override
    {
        ++dropped;
    }

    bool Corrupts(PortIndex, FrameIndex) override
    {
        return ++judged % 3 == 0;
    }

    uint64_t arrived{0};
    uint64_t enqueued{0};
    uint64_t transmitting{0};
    uint64_t marked{0};
    uint64_t trimmed{0};
    uint64_t dropped{0};
    uint64_t judged{0};
    uint64_t outOfOrder{0}; //!< calls with a time before that of the call in front

  private:
    void InOrder(Instant at)
    {
        outOfOrder += at < m_last;
        m_last = at;
    }

    Instant m_last;
};

/** A fabric without NICs: shots go straight to the NICs' ports, arrivals are written down. */
class FabricRig
{
  public:
    /**
     * @param spec the fabric
     * @param profile queues of the fabric
     * @param seed of ties and marks
     */
    FabricRig(const TopologySpec& spec, Ptr<FabricProfile> profile, uint64_t seed = 1)
        : topology(spec),
          routing(topology),
          fabric(PlanFabric(topology, routing, *profile, BASE_RTT), KeyedDraws(seed)),
          kernel(*this, SimulatorHost)
    {
        fabric.SetKernel(&kernel);
        fabric.Onlookers().SetObserver(&observer);
    }

    /** An error in the fabric's books ends the test, as an error of its own. */
    ~FabricRig()
    {
        RequireConservation(fabric, topology, {last, kernel.IsEmpty()});
    }

    /** Sends a packet; its index becomes the frame's digest. */
    void Shoot(const Shot& shot)
    {
        const uint32_t index = shots.size();
        shots.push_back(shot);
        kernel.Schedule(
            {shot.at, HotCode::KEY_NIC | index, HotCode::Arg(HotKind::NIC_WAKE, index)});
    }

    /** Takes one direction of a link down for a while. */
    void Cut(PortIndex port, Time down, Time up)
    {
        Simulator::Schedule(down, [this, port] {
            fabric.Faults().TakeDown(port, DropReason::LINK_DOWN, kernel.Now());
        });
        Simulator::Schedule(up, [this, port] { fabric.Faults().BringUp(port, kernel.Now()); });
    }

    /** Watches every port with these flags. */
    void WatchAll(uint8_t flags)
    {
        for (uint32_t p = 0; p < fabric.Tally().PortCount(); ++p)
        {
            fabric.Onlookers().Watch(p, flags, kernel.Now());
        }
    }

    void Fire(HotEvent event, const HotEvent* next)
    {
        last = event.at;
        switch (HotCode::KindOf(event.arg))
        {
        case HotKind::ADMIT: {
            const FrameIndex frame = next == nullptr
                                         ? fabric.Events().Admit(event.arg, event.at)
                                         : fabric.Events().AdmitWithHints(event.arg, event.at);
            if (frame != NO_FRAME && IsPause(fabric.Pool().DatagramAt(frame)))
            {
                fabric.Events().TurnAway(event.arg, frame, event.at);
            }
            else if (frame != NO_FRAME)
            {
                const Frame& arrived = fabric.Pool().At(frame);
                hits.push_back(
                    {event.at, arrived.digest, fabric.State().Link(event.arg).Number(), arrived});
                fabric.Pool().Release(frame);
            }
            break;
        }
        case HotKind::NIC_WAKE:
            Launch(HotCode::IndexOf(event.arg), event.at);
            break;
        default:
            fabric.Events().FireWatched(event);
            break;
        }
    }

    HotHints Hints() const
    {
        return hints;
    }

    void Prefetch(const HotEvent* next, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
        {
            if (HotCode::KindOf(next[i].arg) != HotKind::ADMIT)
            {
                continue; // the index of such an event may be none of a port
            }
            const PortIndex index = HotCode::IndexOf(next[i].arg);
            fabric.Events().Hints().Port(index);
            const FrameIndex frame = fabric.Events().Hints().Head(index);
            if (!fabric.State().Link(index).IsToNic())
            {
                fabric.Events().Hints().Tails(fabric.Events().Hints().Out(index, frame));
            }
        }
    }

    /** @return sum of one counter over all ports */
    uint64_t Sum(uint32_t PortCounters::*member) const
    {
        uint64_t sum = 0;
        for (uint32_t p = 0; p < fabric.Tally().PortCount(); ++p)
        {
            sum += fabric.Tally().Counters(p).*member;
        }
        return sum;
    }

    static constexpr Span BASE_RTT = Micros(6);

    Topology topology;
    SourceRouting routing;
    Fabric fabric;
    HotKernel kernel;
    CountingObserver observer;
    std::vector<Shot> shots;
    std::vector<Hit> hits;
    HotHints hints{HotHints::NONE};
    Instant last; //!< when something happened

  private:
    void Launch(uint32_t index, Instant now)
    {
        const Shot& shot = shots[index];
        const FrameIndex frameIndex = fabric.Pool().Allocate();
        Datagram& datagram = fabric.Pool().DatagramAt(frameIndex);
        datagram = Datagram();
        datagram.bth.opcode = Opcode::WRITE_ONLY;
        datagram.bth.timestamped = true;
        datagram.source = shot.source;
        datagram.destination = shot.destination;
        datagram.payload = shot.payload;
        datagram.ev = shot.ev;
        datagram.plane = shot.ev.Plane();
        datagram.dscp = shot.dscp;
        datagram.write.reth.length = shot.payload;
        Frame frame;
        frame.destination = routing.Carrier(shot.source, shot.destination, shot.ev);
        frame.source = shot.source;
        frame.entropy = shot.ev.value;
        frame.size = frame.fullSize = FrameSize(datagram);
        frame.dscp = shot.dscp;
        frame.ecn = shot.ecn;
        frame.digest = index;
        fabric.Pool().At(frameIndex) = frame;
        fabric.Enqueue(topology.NicPort(shot.source, shot.ev.Plane()), frameIndex, now);
    }
};

/** Chooses implementation and scheduler for the simulator that the next object creates. */
inline void
UseSimulator(const std::string& implementation, const std::string& scheduler)
{
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue(implementation));
    GlobalValue::Bind("SchedulerType", StringValue(scheduler));
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_RIG_H */
