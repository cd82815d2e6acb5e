/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-face-table.h"

#include "mrc-link.h"
#include "mrc-port.h"

#include "ns3/fatal-error.h"
#include "ns3/mrc-packet-bytes.h"

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
      m_codec(fabric.Format()),
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
    const PortTraces* far = TracesAt(m_peerOf(index));
    if (far != nullptr && far->WantsIngress())
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

Link*
FaceTable::LinkOf(PortIndex index) const
{
    // One face is enough for a link; which end it stands at does not matter.
    const Port* face = At(index) != nullptr ? At(index) : At(m_peerOf(index));
    return face == nullptr ? nullptr : face->GetLink();
}

const PortTraces*
FaceTable::TracesAt(PortIndex index) const
{
    const Port* face = At(index);
    return face == nullptr ? nullptr : face->TracesIfAny();
}

// A port stays watched when its face is disposed of, so there may be nobody to tell.

void
FaceTable::Arrived(PortIndex link, FrameIndex frame, Instant)
{
    const PortTraces* far = TracesAt(m_peerOf(link));
    if (far != nullptr && !far->phyRxEnd.IsEmpty())
    {
        far->phyRxEnd(BytesOf(frame));
    }
}

void
FaceTable::Enqueued(PortIndex port, FrameIndex frame, Instant)
{
    const PortTraces* traces = TracesAt(port);
    if (traces != nullptr && !traces->enqueue.IsEmpty())
    {
        traces->enqueue(BytesOf(frame));
    }
}

void
FaceTable::Transmitting(PortIndex port, FrameIndex frame, Instant)
{
    const PortTraces* traces = TracesAt(port);
    if (traces != nullptr && !traces->phyTxBegin.IsEmpty())
    {
        traces->phyTxBegin(BytesOf(frame));
    }
}

void
FaceTable::Marked(PortIndex port, FrameIndex frame, Instant)
{
    const PortTraces* traces = TracesAt(port);
    if (traces != nullptr && !traces->mark.IsEmpty())
    {
        traces->mark(BytesOf(frame));
    }
}

void
FaceTable::Trimmed(PortIndex port, FrameIndex frame, Instant)
{
    const PortTraces* traces = TracesAt(port);
    if (traces != nullptr && !traces->trim.IsEmpty())
    {
        traces->trim(BytesOf(frame), m_fabric.Pool().At(frame).fullSize);
    }
}

void
FaceTable::Dropped(PortIndex port, FrameIndex frame, DropReason reason, Instant)
{
    const PortTraces* traces = TracesAt(EndsAtFarEnd(reason) ? m_peerOf(port) : port);
    if (traces != nullptr && !traces->drop.IsEmpty())
    {
        traces->drop(BytesOf(frame), reason);
    }
}

bool
FaceTable::Corrupts(PortIndex index, FrameIndex frame)
{
    Link* link = LinkOf(index);
    return link != nullptr && link->IsLossy(index) && link->Corrupts(index, BytesOf(frame));
}

} // namespace mrc
} // namespace ns3
