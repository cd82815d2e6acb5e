/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-face-table.h"

#include "mrc-link.h"
#include "mrc-port.h"

#include "ns3/mrc-packet-bytes.h"

namespace ns3
{
namespace mrc
{

FaceTable::FaceTable(Fabric& fabric,
                     const HotKernel& kernel,
                     FaultInjector& faults,
                     std::function<PortIndex(PortIndex)> peerOf)
    : m_fabric(fabric),
      m_kernel(kernel),
      m_faults(faults),
      m_codec(fabric.Format()),
      m_peerOf(std::move(peerOf))
{
}

void
FaceTable::Add(PortIndex index, Port* face)
{
    if (index >= m_faces.size())
    {
        m_faces.resize(index + 1, nullptr);
    }
    m_faces[index] = face;
}

void
FaceTable::SetLink(PortIndex index, bool up)
{
    m_faults.Hold({index, m_peerOf(index)}, !up);
}

void
FaceTable::Refresh(PortIndex index)
{
    RefreshOne(index);
    RefreshOne(m_peerOf(index));
}

void
FaceTable::RefreshOne(PortIndex index)
{
    uint8_t flags = 0;
    if (const Port* port = At(index))
    {
        if (port->TracesIfAny() != nullptr && port->TracesIfAny()->WantsEgress())
        {
            flags |= PORT_WATCHED;
        }
        const auto link = DynamicCast<Link>(port->GetChannel());
        if (link && link->IsLossy(*port))
        {
            flags |= PORT_LOSSY;
        }
    }
    const Port* far = At(m_peerOf(index));
    if (far != nullptr && far->TracesIfAny() != nullptr && far->TracesIfAny()->WantsIngress())
    {
        flags |= PORT_RX_WATCHED;
    }
    m_fabric.Watch(index, flags, Now());
}

Ptr<Packet>
FaceTable::BytesOf(FrameIndex frame)
{
    return ToPacket(m_codec, m_fabric.Pool().At(frame), m_fabric.Pool().DatagramAt(frame));
}

void
FaceTable::Arrived(PortIndex link, FrameIndex frame, Instant)
{
    const Port* far = At(m_peerOf(link));
    if (!far->TracesIfAny()->phyRxEnd.IsEmpty())
    {
        far->TracesIfAny()->phyRxEnd(BytesOf(frame));
    }
}

void
FaceTable::Enqueued(PortIndex port, FrameIndex frame, Instant)
{
    const auto& source = At(port)->TracesIfAny()->enqueue;
    if (!source.IsEmpty())
    {
        source(BytesOf(frame));
    }
}

void
FaceTable::Transmitting(PortIndex port, FrameIndex frame, Instant)
{
    const auto& source = At(port)->TracesIfAny()->phyTxBegin;
    if (!source.IsEmpty())
    {
        source(BytesOf(frame));
    }
}

void
FaceTable::Marked(PortIndex port, FrameIndex frame, Instant)
{
    const auto& source = At(port)->TracesIfAny()->mark;
    if (!source.IsEmpty())
    {
        source(BytesOf(frame));
    }
}

void
FaceTable::Trimmed(PortIndex port, FrameIndex frame, Instant)
{
    const auto& source = At(port)->TracesIfAny()->trim;
    if (!source.IsEmpty())
    {
        source(BytesOf(frame), m_fabric.Pool().At(frame).fullSize);
    }
}

void
FaceTable::Dropped(PortIndex port, FrameIndex frame, DropReason reason, Instant)
{
    // What a receiver finds wrong is its own drop; the rest ends at the port or on its link.
    const bool receiver = reason == DropReason::UNKNOWN_USID ||
                          reason == DropReason::END_OF_CARRIER || reason == DropReason::HOP_LIMIT ||
                          reason == DropReason::WRONG_NIC || reason == DropReason::UNKNOWN_QP ||
                          reason == DropReason::CORRUPTED;
    const Port* face = At(receiver ? m_peerOf(port) : port);
    if (face != nullptr && face->TracesIfAny() != nullptr && !face->TracesIfAny()->drop.IsEmpty())
    {
        face->TracesIfAny()->drop(BytesOf(frame), reason);
    }
}

bool
FaceTable::Corrupts(PortIndex index, FrameIndex frame)
{
    const Port* port = At(index);
    return DynamicCast<Link>(port->GetChannel())->Corrupts(*port, BytesOf(frame));
}

} // namespace mrc
} // namespace ns3
