/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trim-queue-buffer.h"

#include "ns3/fatal-error.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(TrimQueueBuffer);

/** Bytes of a new buffer: those of a switch with 64 MiB. */
static constexpr uint64_t DEFAULT_BYTES = 64 << 20;

TypeId
TrimQueueBuffer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::mrc::TrimQueueBuffer")
                            .SetParent<Object>()
                            .SetGroupName("Mrc")
                            .AddConstructor<TrimQueueBuffer>()
                            .AddAttribute("Size",
                                          "Bytes that the queue discs with this buffer share, "
                                          "fixed once a packet waits [shared-buffer]",
                                          UintegerValue(DEFAULT_BYTES),
                                          MakeUintegerAccessor(&TrimQueueBuffer::SetSize,
                                                               &TrimQueueBuffer::GetSize),
                                          MakeUintegerChecker<uint64_t>(1, uint64_t{1} << 40))
                            .AddAttribute("Used",
                                          "Bytes that queues hold of the buffer now",
                                          TypeId::ATTR_GET,
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&TrimQueueBuffer::Used),
                                          MakeUintegerChecker<uint64_t>())
                            .AddAttribute("Peak",
                                          "The most bytes that queues held of the buffer",
                                          TypeId::ATTR_GET,
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&TrimQueueBuffer::Peak),
                                          MakeUintegerChecker<uint64_t>());
    return tid;
}

TrimQueueBuffer::TrimQueueBuffer()
    : m_room(DEFAULT_BYTES)
{
}

const SharedBuffer&
TrimQueueBuffer::Room() const
{
    return m_room;
}

void
TrimQueueBuffer::Change(uint64_t before, uint64_t after)
{
    m_room.Change(before, after);
}

void
TrimQueueBuffer::SetSize(uint64_t bytes)
{
    // Queues have counted their bytes as taken of the old size.
    if (m_room.Used() != 0)
    {
        NS_FATAL_ERROR("ns3::mrc::TrimQueueBuffer::Size = "
                       << bytes << " comes while " << m_room.Used()
                       << " bytes wait; expected an empty buffer");
    }
    m_room = SharedBuffer(bytes);
}

uint64_t
TrimQueueBuffer::GetSize() const
{
    return m_room.Size();
}

uint64_t
TrimQueueBuffer::Used() const
{
    return m_room.Used();
}

uint64_t
TrimQueueBuffer::Peak() const
{
    return m_room.Peak();
}

} // namespace mrc
} // namespace ns3
