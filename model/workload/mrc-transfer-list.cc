/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transfer-list.h"

#include <optional>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t MOST_TRANSFERS = 10000000; // some 2 GB; own choice

std::optional<uint32_t>
NumberOf(uint32_t trigger)
{
    return trigger == 0 ? std::nullopt : std::optional(trigger);
}

} // namespace

TransferList::TransferList(const std::string& name, uint32_t nodes, uint64_t count)
    : m_matrix(name, nodes)
{
    // The number follows from the sizes, so a list too long is refused before it takes memory.
    if (count > MOST_TRANSFERS)
    {
        m_matrix.Refuse(std::to_string(count) + " transfers; expected at most " +
                        std::to_string(MOST_TRANSFERS) + ": fewer ranks or pieces");
    }
    m_matrix.Expect(count);
}

void
TransferList::Add(uint32_t source, uint32_t destination, uint64_t bytes, const TransferLinks& links)
{
    m_matrix.CheckLength(bytes);
    Transfer& transfer = m_matrix.Add(source, destination, bytes);
    transfer.startTrigger = NumberOf(links.starts);
    transfer.sendDoneTrigger = NumberOf(links.sent);
    transfer.recvDoneTrigger = NumberOf(links.received);
}

uint32_t
TransferList::NewTrigger(TriggerKind kind, uint32_t count)
{
    return m_matrix.NewTrigger(kind, count);
}

void
TransferList::Gate(uint32_t trigger, uint32_t gate)
{
    m_matrix.Gate(trigger, gate);
}

ConnectionMatrix
TransferList::Take()
{
    return m_matrix.Take();
}

uint64_t
ShareOf(uint64_t bytes, uint32_t parts, uint32_t part)
{
    // The first parts take a byte of the rest each, so that all parts together are the whole.
    return bytes / parts + (part < bytes % parts ? 1 : 0);
}

} // namespace mrc
} // namespace ns3
