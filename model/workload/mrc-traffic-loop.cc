/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-stream.h"
#include "mrc-traffic-file.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the matrix with each NIC's transfers one behind the other, in the order of their starts
 */
ConnectionMatrix
Chained(const ConnectionMatrix& matrix)
{
    ConnectionMatrix chained = matrix;
    chained.triggers.clear(); // nobody waits for one
    std::vector<uint32_t> order(matrix.transfers.size());
    std::iota(order.begin(), order.end(), 0);
    // A stable sort: transfers of one start keep the order of the file.
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return matrix.transfers[a].start < matrix.transfers[b].start;
    });
    std::vector<std::optional<uint32_t>> latest(matrix.nodes); // place, by source
    for (const uint32_t place : order)
    {
        Transfer& transfer = chained.transfers[place];
        // Earlier triggers would start transfers a second time.
        transfer.sendDoneTrigger.reset();
        transfer.recvDoneTrigger.reset();
        std::optional<uint32_t>& before = latest[transfer.source];
        if (before)
        {
            Trigger trigger;
            trigger.id = static_cast<uint32_t>(chained.triggers.size() + 1);
            chained.triggers.push_back(trigger);
            chained.transfers[*before].sendDoneTrigger = trigger.id;
            transfer.startTrigger = trigger.id;
            transfer.start = Instant();
        }
        before = place;
    }
    return chained;
}

} // namespace

TrafficLoop
ReadTrafficLoop(const std::string& name)
{
    for (const TrafficLoop loop : {TrafficLoop::AS_GIVEN, TrafficLoop::OPEN, TrafficLoop::CLOSED})
    {
        if (name == ToString(loop))
        {
            return loop;
        }
    }
    throw std::invalid_argument("a loop is '" + name +
                                "'; expected open, at times of their own, or closed, once others "
                                "are done");
}

TrafficLoop
LoopOf(const ConnectionMatrix& matrix)
{
    // A stream is a schedule: its operations wait for each other.
    const bool waits =
        matrix.stream ||
        std::any_of(matrix.transfers.begin(), matrix.transfers.end(), [](const Transfer& transfer) {
            return transfer.startTrigger.has_value();
        });
    return waits ? TrafficLoop::CLOSED : TrafficLoop::OPEN;
}

const char*
ToString(TrafficLoop loop)
{
    constexpr const char* NAMES[]{"", "open", "closed"};
    return NAMES[static_cast<uint8_t>(loop)];
}

ConnectionMatrix
InLoop(const ConnectionMatrix& matrix, TrafficLoop loop)
{
    // An open loop may become a closed one, not the other way: starts of transfers that wait are
    // not known.
    if (loop == TrafficLoop::AS_GIVEN || loop == LoopOf(matrix))
    {
        return matrix;
    }
    if (loop == TrafficLoop::OPEN)
    {
        throw std::invalid_argument(matrix.name +
                                    ": an open loop, but transfers wait for others; expected a "
                                    "closed loop, or transfers that start at times of their own");
    }
    // A list is read as it goes, and a chain needs all of a NIC's transfers.
    if (matrix.list)
    {
        throw std::invalid_argument(matrix.name + ": a closed loop of " +
                                    std::to_string(matrix.list->flows) +
                                    " flows; expected an open loop, or at most " +
                                    std::to_string(FLOWS_MOST_HELD) + " flows");
    }
    return Chained(matrix);
}

} // namespace mrc
} // namespace ns3
