/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-face-table.h"

#include "mrc-link.h"
#include "mrc-port-traces.h"
#include "mrc-port.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-hop-trailer.h"

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
      m_packets(fabric.State().format),
      m_peerOf(std::move(peerOf)),
      m_nameOf(std::move(nameOf))
{
}

/**
 * Every call of a face that needs the network passes here: scripts may keep faces longer than the
 * network.
 */
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

/** Called by a port when the port is made and when the port is disposed of. */
void
FaceTable::Set(PortIndex index, Port* face)
{
    if (index >= m_faces.size())
    {
        m_faces.resize(index + 1, nullptr);
    }
    m_faces[index] = face;
    // A face may be disposed of after the face's network: m_peerOf asks a topology that is gone by
    // then.
    if (face != nullptr)
    {
        // Each report of the fabric asks for the far end: a look into a table replaces the
        // arithmetic.
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
    // The injector counts the holds on a port: a link that a script brings up stays down while a
    // fault plan holds the link too.
    m_faults.Hold({index, PeerOf(index)}, !up);
}

/**
 * A sink at one port may want reports of the opposite direction, which the far port owns: both are
 * set anew.
 */
void
FaceTable::Refresh(PortIndex index)
{
    RefreshOne(index);
    RefreshOne(PeerOf(index));
}

/**
 * Sets the reports that the fabric makes of one direction, from all sinks that the two ends of that
 * direction have connected.
 */
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
    // An arrival is an event of the sending port in the fabric, and of the receiving port to a
    // user.
    const PortTraces* far = TracesAt(PeerOf(index));
    if (far != nullptr && far->WantsIngress())
    {
        flags |= PORT_RX_WATCHED;
    }
    m_fabric.Onlookers().Watch(index, flags, Now());
}

/** @return the records that a frame carries; null: none */
const HopRecords*
FaceTable::TrailerOf(FrameIndex frame) const
{
    const WireFormat& format = m_fabric.State().format;
    if (!format.telemetry)
    {
        return nullptr;
    }
    const FabricWatch frames = m_fabric.Onlookers();
    return TrailerBytes(format, frames.FrameAt(frame), frames.DatagramAt(frame)) == 0
               ? nullptr
               : frames.RecordsAt(frame);
}

/** @return the bytes of a frame, as many of them real as the port that looks wants */
Ptr<const Packet>
FaceTable::PacketOf(PortIndex looking, FrameIndex frame, Instant at)
{
    const FabricWatch frames = m_fabric.Onlookers();
    const Port* face = At(looking);
    // A port without a face looks only for an ErrorModel of its link, which may judge any byte.
    const uint32_t length = face == nullptr ? UINT16_MAX : face->SnapLength();
    return m_packets.Get(
        {frame, frames.FrameAt(frame), frames.DatagramAt(frame), length, TrailerOf(frame)},
        at);
}

Link*
FaceTable::LinkOf(PortIndex index) const
{
    // One face is enough for a link; which end the face stands at does not matter.
    const Port* face = At(index) != nullptr ? At(index) : At(PeerOf(index));
    // Link is the only Channel that a Port is given.
    return face == nullptr ? nullptr : static_cast<Link*>(PeekPointer(face->GetChannel()));
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
    return (m_fabric.State().ports.Value(link).flags & PORT_RX_WATCHED) != 0;
}

/** Tells the sinks of a port. @return the trace sources of the port, null if it has none */
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
    // By index: a sink may add another one to this port.
    for (std::size_t i = 0; i < traces.sinks.size(); ++i)
    {
        const FabricWatch frames = m_fabric.Onlookers();
        traces.sinks[i]->See(
            {event, frames.FrameAt(frame), frames.DatagramAt(frame), reason, TrailerOf(frame)});
    }
}

/** Called for each device that a stack is given; one line on the error stream is enough. */
void
FaceTable::RefuseStack(PortIndex index)
{
    if (m_isOpen && !m_refusedStack)
    {
        m_refusedStack = true;
        std::cerr
            << "mrc: " << NameOf(index)
            << " was given to a stock protocol stack (an IP address, GlobalRouting, an "
               "application), whose packets no port carries: nothing of it will arrive. "
               "FabricHelper::InstallStacks puts stacks on NICs; queue pairs send over ports: "
               "ns3::mrc::Network::Connect.\n";
    }
}

// The reports of the fabric. On one hop a frame is queued, leaves and arrives. The frame's packet
// is kept from one report to the next if a sink will look again, so that all of them see one
// packet. Keep and Forget come before the sinks are called. A sink may have the fabric report
// another frame, and Keep takes the packet that was asked for last.

void
FaceTable::Arrived(PortIndex link, FrameIndex frame, Instant at)
{
    const PortIndex port = PeerOf(link);
    const PortTraces* far = Tell(port, PortEvent::ARRIVED, frame);
    // The hop ends here: whatever was kept for this report is forgotten, with a listener or
    // without.
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
        // A packet that is not new was reported at this instant already: an idle port tells
        // Transmitting before Enqueued. Whether the packet is kept was decided there.
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
    // Without a listener here, Enqueued kept the packet for Arrived, and nothing changes.
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
        traces->trim(PacketOf(port, frame, at), m_fabric.Onlookers().FrameAt(frame).fullSize);
    }
}

void
FaceTable::Dropped(PortIndex port, FrameIndex frame, DropReason reason, Instant at)
{
    // A frame that is found wrong where it arrives is a drop of the port there.
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
    // The link or its models may have been disposed of since the fabric was told to ask.
    if (link == nullptr || !link->IsLossy(index))
    {
        return false;
    }
    // A copy, since a model may change the packet, which sinks see as well.
    return link->Corrupts(index, PacketOf(index, frame, Now())->Copy());
}

} // namespace mrc
} // namespace ns3
