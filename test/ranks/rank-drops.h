/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_DROPS_H
#define RANK_DROPS_H

// Links that go down, and sinks of their ports, in a network of several ranks.

#include "rank-scene.h"
#include "rank-traces.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"
#include "ns3/network-module.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Writes down what a port has dropped, and when. */
inline void
OnDrop(Scene* scene, uint32_t i, Ptr<const Packet> packet, DropReason reason)
{
    scene->said << PortOf(*scene, i)->TraceTime().Ps() << ' ' << i << ' ' << packet->GetSize()
                << ' ' << reason << '\n';
}

/** Sinks of all ports write down what the ports drop. */
inline void
WatchDrops(Scene& scene)
{
    for (uint32_t i = 0; i < scene.ports.GetN(); ++i)
    {
        PortOf(scene, i)->TraceConnectWithoutContext("Drop", MakeBoundCallback(&OnDrop, &scene, i));
    }
}

/** Takes links down, in an order that is not that of the ranks. */
inline void
TakeLinksDown(Scene& scene)
{
    for (const uint32_t link : {4, 1, 2, 0, 3}) // of the last rank, and of the first one
    {
        LinkOf(scene, link)->SetAttribute("Up", BooleanValue(false));
    }
}

/** A sink of a completion takes links down, and sinks of ports hear of the frames that are lost. */
inline void
DropInSink(Scene& scene)
{
    WatchDrops(scene);
    OnFirstEnd(*scene.pairs[0], [&scene] { TakeLinksDown(scene); });
}

} // namespace mrc
} // namespace ns3

#endif /* RANK_DROPS_H */
