/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_MEETINGS_H
#define RANK_MEETINGS_H

// Ports that send at the very instant at which a user hears of a completion, in a network of
// several ranks.

#include "../mrc-callback-of.h"
#include "rank-scene.h"
#include "rank-traces.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"
#include "ns3/network-module.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace mrc
{

constexpr uint32_t MEETING_BYTES = 1032;   //!< of the Write with that completion
constexpr uint64_t HOST_DELAY_NS = 4450;   //!< between post and NIC
constexpr uint64_t MEETING_AFTER = 400000; //!< ns, when the Writes of Install have ended

/** Writes down what a port tells, and when. */
inline void
OnPort(Scene* scene, uint32_t i, const char* what, Ptr<const Packet> packet)
{
    const Ptr<Port> port = PortOf(*scene, i);
    scene->said << Simulator::Now().GetNanoSeconds() << ' ' << port->TraceTime().Ps() << ' '
                << port->Name() << ' ' << what << ' ' << packet->GetSize() << '\n';
}

/** Sinks of all ports write down what the ports tell. */
inline void
WatchPorts(Scene& scene)
{
    for (uint32_t i = 0; i < scene.ports.GetN(); ++i)
    {
        for (const char* source : {"Enqueue", "PhyTxBegin", "PhyRxEnd"})
        {
            PortOf(scene, i)->TraceConnectWithoutContext(
                source,
                MakeBoundCallback(&OnPort, &scene, i, source));
        }
    }
}

/**
 * A Write shows how long it takes. All other pairs then post so that their NICs send as another
 * Write of that kind is told to be over.
 */
inline void
PostForMeeting(Scene& scene, const std::function<void(const Completion&)>& hear)
{
    const Ptr<Qp> pair = scene.pairs[3]; // of NIC 8, which acts amid others
    const auto write = [pair] { pair->Write(MEETING_BYTES); };
    Simulator::Schedule(NanoSeconds(MEETING_AFTER), write);
    const auto ended = [&scene, hear, write](const Completion& completion) {
        if (completion.id == 2)
        {
            const uint64_t took = completion.at.Ps() / 1000 - MEETING_AFTER;
            Simulator::Schedule(NanoSeconds(MEETING_AFTER - took), write);
            Simulator::Schedule(NanoSeconds(MEETING_AFTER - HOST_DELAY_NS), [&scene] {
                for (const uint32_t other : {0, 1, 2, 4, 5})
                {
                    scene.pairs[other]->Write(MEETING_BYTES);
                }
            });
        }
        hear(completion);
    };
    pair->TraceConnectWithoutContext("Completed", test::CallbackOf<const Completion&>(ended));
}

/** Ports tell at the instant of a completion, which is written down behind that instant. */
inline void
MeetPorts(Scene& scene)
{
    WatchPorts(scene);
    PostForMeeting(scene, [&scene](const Completion& completion) {
        const Instant at = completion.at;
        Simulator::ScheduleNow([&scene, at] { scene.said << "completed at " << at.Ps() << '\n'; });
    });
}

/** Ports and queue pairs tell at the instant of a completion. */
inline void
MeetAll(Scene& scene)
{
    WatchPorts(scene);
    TraceAll(scene);
    PostForMeeting(scene, [&scene](const Completion& completion) {
        scene.said << Simulator::Now().GetNanoSeconds() << " completed at " << completion.at.Ps()
                   << '\n';
    });
}

} // namespace mrc
} // namespace ns3

#endif /* RANK_MEETINGS_H */
