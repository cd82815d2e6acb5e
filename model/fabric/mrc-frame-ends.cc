/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-frame-ends.h"

#include "mrc-fingerprint.h"

#include "ns3/log.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFrameEnds");

void
FrameEnds::Drop(PortIndex index, FrameIndex frameIndex, DropReason reason, Instant at) const
{
    NS_LOG_LOGIC("port " << index << " drops a frame at " << at.Ps()
                         << " ps: " << DropReasonName(reason));
    PortCounters& counters = m_state.counters[index];
    ++counters.drops;
    counters.fingerprint =
        FoldFingerprint(counters.fingerprint, at, Fate::DROPPED, m_state.pool.At(frameIndex));
    m_state.drops.Count(index, reason);
    if ((m_state.ports[index].flags & (PORT_WATCHED | PORT_RX_WATCHED)) != 0)
    {
        m_state.observer->Dropped(index, frameIndex, reason, at);
    }
    if (m_state.follower != nullptr)
    {
        m_state.follower->Lost(index, frameIndex, reason);
    }
    // Last: observer and follower read the frame.
    m_state.pool.Release(frameIndex);
}

} // namespace mrc
} // namespace ns3
