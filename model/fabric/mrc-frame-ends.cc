/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-frame-ends.h"

#include "mrc-fingerprint.h"

#include "ns3/log.h"
#include "ns3/mrc-pause.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcFrameEnds");

void
FrameEnds::Refuse(PortIndex port, FrameIndex frame, DropReason reason, Instant at) const
{
    uint64_t& hash = m_state.FatesOf(port);
    hash = FoldFingerprint(hash, at, Fate::DROPPED, m_state.pool.At(frame));
    m_state.refused.Count(port, reason);
    End(port, frame, reason, at);
}

void
FrameEnds::Lose(PortIndex link, FrameIndex frame, DropReason reason, Instant at) const
{
    uint64_t& hash = m_state.Link(link).fingerprint;
    hash = FoldFingerprint(hash, at, Fate::DROPPED, m_state.pool.At(frame));
    m_state.lost.Count(link, reason);
    End(link, frame, reason, at);
}

/** Does the work that both ends share. */
void
FrameEnds::End(PortIndex index, FrameIndex frameIndex, DropReason reason, Instant at) const
{
    NS_LOG_LOGIC("port " << index << " drops a frame at " << at.Ps()
                         << " ps: " << DropReasonName(reason));
    // The sender may be in another process.
    if ((m_state.Need(index).FlagsOf(index) & (PORT_WATCHED | PORT_RX_WATCHED)) != 0)
    {
        m_state.observer->Dropped(index, frameIndex, reason, at);
    }
    const Datagram& datagram = m_state.pool.DatagramAt(frameIndex);
    if (m_state.follower != nullptr && !IsPause(datagram)) // a pause frame comes from no NIC
    {
        m_state.follower->Lost(index, frameIndex, reason);
    }
    // Last: observer and follower read the frame.
    if (IsStock(datagram))
    {
        m_state.stock->Release(*datagram.stock.packet);
    }
    m_state.pool.Release(frameIndex);
}

} // namespace mrc
} // namespace ns3
