/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hop-desk.h"

#include "ns3/mrc-hop-trailer.h"

namespace ns3
{
namespace mrc
{

void
HopDesk::Answer(SlotIndex slot, FrameIndex frame)
{
    if (m_pool.DatagramAt(frame).bth.opcode == Opcode::SACK)
    {
        HopRecords& records = *m_pool.TrailerOf(frame);
        records = m_latest[slot];
        records.isAnswer = true;
    }
}

void
HopDesk::Launch(FrameIndex index) const
{
    const Opcode opcode = m_pool.DatagramAt(index).bth.opcode;
    if (!AsksForRecords(opcode))
    {
        return;
    }
    Frame& frame = m_pool.At(index);
    frame.size = static_cast<uint16_t>(frame.size + HOP_TRAILER_BYTES);
    frame.fullSize = frame.size;
    if (opcode != Opcode::SACK)
    {
        *m_pool.TrailerOf(index) = HopRecords();
    }
}

void
HopDesk::Open(SlotIndex slot, FrameIndex index)
{
    const Datagram& datagram = m_pool.DatagramAt(index);
    if (datagram.bth.opcode == Opcode::SACK)
    {
        m_news.records = m_pool.TrailerOf(index);
    }
    else if (IsWrite(datagram.bth.opcode) && datagram.trim == TrimMark::WHOLE)
    {
        m_latest[slot] = *m_pool.TrailerOf(index);
    }
}

} // namespace mrc
} // namespace ns3
