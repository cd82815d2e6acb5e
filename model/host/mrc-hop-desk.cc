/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hop-desk.h"

#include "ns3/mrc-hop-trailer.h"

#include <utility>

namespace ns3
{
namespace mrc
{

/**
 * A SACK takes along the records of the data that it answers: the latest that came over the EV's
 * plane.
 */
void
HopDesk::Answer(SlotIndex slot, FrameIndex frame, Instant now)
{
    const Datagram& datagram = m_pool.DatagramAt(frame);
    if (datagram.bth.opcode != Opcode::SACK)
    {
        return;
    }
    HopRecords& records = *m_pool.TrailerOf(frame);
    records = HopRecords();
    const auto place = m_latest.find(slot);
    // Records of another plane, or old ones, would blame a path that this SACK is not about.
    if (place != m_latest.end() && now - place->second.at < RECORD_LIFE &&
        place->second.plane == datagram.sack.seth.entropy.Plane())
    {
        // Each record goes back once.
        std::swap(records, place->second.records);
    }
    records.isAnswer = true;
}

void
HopDesk::Launch(FrameIndex index) const
{
    const Opcode opcode = m_pool.DatagramAt(index).bth.opcode;
    if (!AsksForRecords(opcode))
    {
        return;
    }
    // The trailer makes the frame longer on the wire.
    Frame& frame = m_pool.At(index);
    frame.size = static_cast<uint16_t>(frame.size + HOP_TRAILER_BYTES);
    frame.fullSize = frame.size;
    if (opcode != Opcode::SACK)
    {
        *m_pool.TrailerOf(index) = HopRecords();
    }
}

/**
 * Notes the records of a packet that came. Those of data wait for the next SACK, those of a SACK
 * are for the sender.
 */
void
HopDesk::Open(SlotIndex slot, FrameIndex index, Instant now)
{
    const Datagram& datagram = m_pool.DatagramAt(index);
    if (datagram.bth.opcode == Opcode::SACK)
    {
        m_news.records = m_pool.TrailerOf(index);
    }
    else if (IsWrite(datagram.bth.opcode) && datagram.trim == TrimMark::WHOLE)
    {
        // A trimmed packet has lost its records.
        m_latest[slot] = {*m_pool.TrailerOf(index), now, datagram.ev.Plane()};
    }
}

} // namespace mrc
} // namespace ns3
