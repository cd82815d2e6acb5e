/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-traffic-file.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MOST_NICS = 1U << 20;

/** @throws std::invalid_argument if the transfers are not in memory */
void
CheckInMemory(const ConnectionMatrix& matrix)
{
    if (matrix.stream || matrix.list)
    {
        throw std::invalid_argument(matrix.name + ": too long for traffic beside a job; expected " +
                                    "at most 100,000 transfers");
    }
}

/** @return the highest number of some transfers or triggers, 0 without any */
template <typename Item>
uint32_t
HighestId(const SharedList<Item>& items)
{
    uint32_t highest = 0;
    for (const Item& item : items)
    {
        highest = std::max(highest, item.id);
    }
    return highest;
}

/** Counts a trigger on from others. */
void
Shift(TriggerId& trigger, uint32_t by)
{
    if (trigger)
    {
        *trigger += by;
    }
}

} // namespace

// clause traffic-beside
ConnectionMatrix
SpreadNodes(const ConnectionMatrix& job, uint32_t apart)
{
    CheckInMemory(job);
    const uint64_t gpus = job.node.gpus;
    const uint64_t nics = uint64_t{job.nodes} * apart;
    if (apart == 0 || nics > MOST_NICS)
    {
        throw std::invalid_argument(job.name + ": nodes " + std::to_string(apart) +
                                    " apart; expected 1 or more, and at most 1048576 NICs");
    }
    ConnectionMatrix spread = job;
    spread.nodes = static_cast<uint32_t>(nics);
    const auto move = [gpus, apart](uint32_t& rank) {
        // Ranks of a node stay together: nodes move apart, their GPUs do not.
        rank = static_cast<uint32_t>(rank / gpus * gpus * apart + rank % gpus);
    };
    for (Transfer& transfer : spread.transfers)
    {
        move(transfer.source);
        move(transfer.destination);
    }
    return spread;
}

// clause traffic-beside
ConnectionMatrix
Beside(const ConnectionMatrix& job, const ConnectionMatrix& others)
{
    CheckInMemory(job);
    CheckInMemory(others);
    ConnectionMatrix both = job;
    both.nodes = std::max(job.nodes, others.nodes);
    // Ids of the others begin behind those of the job, so no flow or trigger is named twice.
    const uint32_t flows = HighestId(job.transfers);
    const uint32_t triggers = HighestId(job.triggers);
    if (uint64_t{flows} + HighestId(others.transfers) > UINT32_MAX ||
        uint64_t{triggers} + HighestId(others.triggers) > UINT32_MAX)
    {
        throw std::invalid_argument(others.name +
                                    ": ids that do not fit behind those of the job; "
                                    "expected at most " +
                                    std::to_string(UINT32_MAX - std::max(flows, triggers)));
    }
    for (Transfer transfer : others.transfers)
    {
        // Inside a node a transfer takes the node's own links, and would not be traffic of the
        // fabric.
        if (job.node.Holds(transfer.source, transfer.destination))
        {
            throw std::invalid_argument(others.name + ": NICs " + std::to_string(transfer.source) +
                                        " and " + std::to_string(transfer.destination) +
                                        " share a node of the job; expected two nodes");
        }
        transfer.id += flows;
        for (TriggerId* trigger :
             {&transfer.startTrigger, &transfer.sendDoneTrigger, &transfer.recvDoneTrigger})
        {
            Shift(*trigger, triggers);
        }
        both.transfers.push_back(transfer);
    }
    for (Trigger trigger : others.triggers)
    {
        Shift(trigger.gate, triggers);
        trigger.id += triggers;
        both.triggers.push_back(trigger);
    }
    return both;
}

} // namespace mrc
} // namespace ns3
