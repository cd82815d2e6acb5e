/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transfer-list.h"

#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MOST_NODES = 1U << 20;
constexpr uint64_t MOST_TRANSFERS = 10000000; // some 2 GB; own choice

[[noreturn]] void
Refuse(const std::string& name, const std::string& message)
{
    throw std::invalid_argument(name + ": " + message);
}

std::optional<uint32_t>
NumberOf(uint32_t trigger)
{
    return trigger == 0 ? std::nullopt : std::optional(trigger);
}

} // namespace

TransferList::TransferList(const std::string& name, uint32_t nodes, uint64_t count)
{
    if (nodes < 2 || nodes > MOST_NODES)
    {
        Refuse(name, std::to_string(nodes) + " ranks; expected 2 .. " + std::to_string(MOST_NODES));
    }
    if (count > MOST_TRANSFERS)
    {
        Refuse(name,
               std::to_string(count) + " transfers; expected at most " +
                   std::to_string(MOST_TRANSFERS) + ": fewer ranks or pieces");
    }
    m_matrix.name = name;
    m_matrix.nodes = nodes;
    m_matrix.sharesPairs = true;
    m_matrix.transfers.reserve(count);
}

void
TransferList::Add(uint32_t source, uint32_t destination, uint64_t bytes, const TransferLinks& links)
{
    if (bytes == 0 || bytes > std::numeric_limits<uint32_t>::max())
    {
        Refuse(m_matrix.name,
               "a transfer of " + std::to_string(bytes) +
                   " bytes; expected 1 .. 4294967295: another size, or other pieces");
    }
    Transfer transfer;
    transfer.id = m_matrix.transfers.size() + 1;
    transfer.source = source;
    transfer.destination = destination;
    transfer.bytes = bytes;
    transfer.startTrigger = NumberOf(links.starts);
    transfer.sendDoneTrigger = NumberOf(links.sent);
    transfer.recvDoneTrigger = NumberOf(links.received);
    m_matrix.transfers.push_back(transfer);
}

uint32_t
TransferList::NewTrigger(TriggerKind kind, uint32_t count)
{
    Trigger trigger;
    trigger.id = m_matrix.triggers.size() + 1;
    trigger.kind = kind;
    trigger.count = count;
    m_matrix.triggers.push_back(trigger);
    return trigger.id;
}

ConnectionMatrix
TransferList::Take()
{
    return std::move(m_matrix);
}

uint64_t
ShareOf(uint64_t bytes, uint32_t parts, uint32_t part)
{
    return bytes / parts + (part < bytes % parts ? 1 : 0);
}

} // namespace mrc
} // namespace ns3
