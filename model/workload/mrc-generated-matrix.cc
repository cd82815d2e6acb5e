/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-generated-matrix.h"

#include <limits>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

// own choice, as MOST_WORKLOAD_RANKS of words that ask for a workload
constexpr uint32_t MOST_NODES = 1U << 20;

} // namespace

GeneratedMatrix::GeneratedMatrix(const std::string& name, uint32_t nodes)
{
    m_matrix.name = name;
    m_matrix.nodes = nodes;
    // Ranks of a library connect once, and send all messages to a peer over that connection.
    m_matrix.sharesPairs = true;
    if (nodes < 2 || nodes > MOST_NODES)
    {
        Refuse(std::to_string(nodes) + " ranks; expected 2 .. " + std::to_string(MOST_NODES));
    }
}

void
GeneratedMatrix::Expect(uint64_t count)
{
    // An all-to-all has millions of transfers, and growth would copy them again and again.
    m_matrix.transfers.reserve(count);
}

Transfer&
GeneratedMatrix::Add(uint32_t source, uint32_t destination, uint64_t bytes)
{
    Transfer transfer;
    // 0 stands for a transfer without an id, as in files.
    transfer.id = Count() + 1;
    transfer.source = source;
    transfer.destination = destination;
    transfer.bytes = bytes;
    m_matrix.transfers.push_back(transfer);
    return m_matrix.transfers.back();
}

uint32_t
GeneratedMatrix::NewTrigger(TriggerKind kind, uint32_t count)
{
    Trigger trigger;
    trigger.id = static_cast<uint32_t>(m_matrix.triggers.size() + 1);
    trigger.kind = kind;
    trigger.count = count;
    m_matrix.triggers.push_back(trigger);
    return trigger.id;
}

void
GeneratedMatrix::Gate(uint32_t trigger, uint32_t gate)
{
    TriggerId& old = m_matrix.triggers.at(trigger - 1).gate; // ids count from 1
    if (old && old != gate)
    {
        throw std::logic_error(Name() + ": trigger " + std::to_string(trigger) + " with gates " +
                               std::to_string(*old) + " and " + std::to_string(gate) +
                               "; expected one");
    }
    old = gate;
}

void
GeneratedMatrix::CheckLength(uint64_t bytes) const
{
    // the RETH has 32 bits for the length of a message
    if (bytes == 0 || bytes > std::numeric_limits<uint32_t>::max())
    {
        Refuse("a transfer of " + std::to_string(bytes) +
               " bytes; expected 1 .. 4294967295: another size, or other pieces");
    }
}

void
GeneratedMatrix::Refuse(const std::string& message) const
{
    throw std::invalid_argument(m_matrix.name + ": " + message);
}

ConnectionMatrix
GeneratedMatrix::Take()
{
    // Lists that were not expected have grown by doubling.
    m_matrix.transfers.shrink_to_fit();
    m_matrix.triggers.shrink_to_fit();
    return std::move(m_matrix);
}

} // namespace mrc
} // namespace ns3
