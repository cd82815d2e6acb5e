/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-face-table.h"

#include "mrc-link.h"
#include "mrc-port.h"

#include "ns3/fatal-error.h"

#include <iostream>

namespace ns3
{
namespace mrc
{

FaceTable::FaceTable(Fabric& fabric,
                     const HotKernel& kernel,
                     FaultInjector& faults,
                     std::function<PortIndex(PortIndex)> peerOf,
                     std::function<std::string(PortIndex)> nameOf)
    : m_fabric(fabric),
      m_kernel(kernel),
      m_faults(faults),
      m_packets(fabric.Format()),
      m_peerOf(std::move(peerOf)),
      m_nameOf(std::move(nameOf))
{
}

FaceTable&
FaceTable::Open(const Ptr<FaceTable>& table, const char* what)
{
    if (!IsOpen(table))
    {
        NS_FATAL_ERROR(what << ": this object belongs to no network, or its network is gone; "
                               "FabricHelper::Install makes the ports, links and switches of one");
    }
    return *table;
}

void
FaceTable::Set(PortIndex index, Port* face)
{
    if (index >= m_faces.size())
    {
        m_faces.resize(index + 1, nullptr);
    }
    m_faces[index] = face;
    if (face != nullptr) // that goes when the network may be gone
    {
        const PortIndex peer = m_peerOf(index);
        SetPeer(index, peer);
        SetPeer(peer, index);
    }
}

void
FaceTable::SetPeer(PortIndex index, PortIndex peer)
{
    if (index >= m_peers.size())
    {
        m_peers.resize(index + 1, NO_PORT);
    }
    m_peers[index] = peer;
}

void
FaceTable::SetLink(PortIndex index, bool up)
{
    m_faults.Hold({index, PeerOf(index)}, !up);
}

void
FaceTable::Refresh(PortIndex index)
{
    RefreshOne(index);
    RefreshOne(PeerOf(index));
}

void
FaceTable::RefreshOne(PortIndex index)
{
    uint8_t flags = 0;
    const PortTraces* near = TracesAt(index);
    if (near != nullptr && near->WantsEgress())
    {
        flags |= PORT_WATCHED;
    }
    const Link* link = LinkOf(index);
    if (link != nullptr && link->IsLossy(index))
    {
        flags |= PORT_LOSSY;
    }
    const PortTraces* far = TracesAt(PeerOf(index));
    if (far != nullptr && far->WantsIngress())
    {
        flags |= PORT_RX_WATCHED;
    }
    m_fabric.Watch(index, flags, Now());
}

Ptr<const Packet>
FaceTable::PacketOf(PortIndex looking, FrameIndex frame, Instant at)
{
    FramePool& pool = m_fabric.Pool();
    const Port* face = At(looking);
    const uint32_t length = face == nullptr ? UINT16_MAX : face->SnapLength();
    return m_packets.Get({frame, pool.At(frame), pool.DatagramAt(frame), length}, at);
}

Link*
FaceTable::LinkOf(PortIndex index) const
{
    // One face is enough for a link; which end it stands at does not matter.
    const Port* face = At(index) != nullptr ? At(index) : At(PeerOf(index));
    return face == nullptr ? nullptr : face->GetLink();
}

const PortTraces*
FaceTable::TracesAt(PortIndex index) const
{
    const Port* face = At(index);
    return face == nullptr ? nullptr : face->TracesIfAny();
}

/** @return whether Arrived will be called for a frame that leaves this port */
bool
FaceTable::IsAwaited(PortIndex link) const
{
    return (m_fabric.Port(link).flags & PORT_RX_WATCHED) != 0;
}

/** Tells the sinks of a port. @return its trace sources, null if it has none */
inline const PortTraces*
FaceTable::Tell(PortIndex port, PortEvent event, FrameIndex frame, DropReason reason) const
{
    const PortTraces* traces = TracesAt(port); // none: watched, but the face is disposed of
    if (traces != nullptr && !traces->sinks.empty())
    {
        TellSinks(*traces, event, frame, reason);
    }
    return traces;
}

void
FaceTable::TellSinks(const PortTraces& traces,
                     PortEvent event,
                     FrameIndex frame,
                     DropReason reason) const
{
    for (std::size_t i = 0; i < traces.sinks.size(); ++i)
    {
        FramePool& pool = m_fabric.Pool();
        traces.sinks[i]->See({event, pool.At(frame), pool.DatagramAt(frame), reason});
    }
}

// A packet is kept for as long as another sink will look at the frame on this hop.

void
FaceTable::RefuseStack(PortIndex index)
{
    if (m_isOpen && !m_refusedStack)
    {
        m_refusedStack = true;
        std::cerr
            << "mrc: " << NameOf(index)
            << " was given to a stock protocol stack (an IP address, GlobalRouting, an "
               "application), whose packets no port of this fabric carries yet: nothing of it "
               "will arrive. Queue pairs send over ports: ns3::mrc::Network::Connect.\n";
    }
}

void
FaceTable::Arrived(PortIndex link, FrameIndex frame, Instant at)
{
    const PortIndex port = PeerOf(link);
    const PortTraces* far = Tell(port, PortEvent::ARRIVED, frame);
    if (far != nullptr && !far->phyRxEnd.IsEmpty())
    {
        const Ptr<const Packet> packet = PacketOf(port, frame, at);
        m_packets.Forget(frame);
        far->phyRxEnd(packet);
        return;
    }
    m_packets.Forget(frame);
}

void
FaceTable::Enqueued(PortIndex port, FrameIndex frame, Instant at)
{
    const PortTraces* traces = Tell(port, PortEvent::ENQUEUED, frame);
    if (traces != nullptr && !traces->enqueue.IsEmpty())
    {
        const Ptr<const Packet> packet = PacketOf(port, frame, at);
        if (m_packets.IsNew() && (!traces->phyTxBegin.IsEmpty() || IsAwaited(port)))
        {
            m_packets.Keep(frame);
        }
        traces->enqueue(packet);
    }
}

void
FaceTable::Transmitting(PortIndex port, FrameIndex frame, Instant at)
{
    const PortTraces* traces = Tell(port, PortEvent::TRANSMITTING, frame);
    if (traces != nullptr && !traces->phyTxBegin.IsEmpty())
    {
        const Ptr<const Packet> packet = PacketOf(port, frame, at);
        if (IsAwaited(port))
        {
            m_packets.Keep(frame);
        }
        else
        {
            m_packets.Forget(frame);
        }
        traces->phyTxBegin(packet);
    }
}

void
FaceTable::Marked(PortIndex port, FrameIndex frame, Instant at)
{
    const PortTraces* traces = Tell(port, PortEvent::MARKED, frame);
    if (traces != nullptr && !traces->mark.IsEmpty())
    {
        traces->mark(PacketOf(port, frame, at));
    }
}

void
FaceTable::Trimmed(PortIndex port, FrameIndex frame, Instant at)
{
    const PortTraces* traces = Tell(port, PortEvent::TRIMMED, frame);
    if (traces != nullptr && !traces->trim.IsEmpty())
    {
        traces->trim(PacketOf(port, frame, at), m_fabric.Pool().At(frame).fullSize);
    }
}

void
FaceTable::Dropped(PortIndex port, FrameIndex frame, DropReason reason, Instant at)
{
    const PortIndex end = EndsAtFarEnd(reason) ? PeerOf(port) : port;
    const PortTraces* traces = Tell(end, PortEvent::DROPPED, frame, reason);
    if (traces != nullptr && !traces->drop.IsEmpty())
    {
        traces->drop(PacketOf(end, frame, at), reason);
    }
    m_packets.Forget(frame);
}

bool
FaceTable::Corrupts(PortIndex index, FrameIndex frame)
{
    Link* link = LinkOf(index);
    if (link == nullptr || !link->IsLossy(index))
    {
        return false;
    }
    // a copy, since a model may change it
    return link->Corrupts(index, PacketOf(index, frame, Now())->Copy());
}

} // namespace mrc
} // namespace ns3
