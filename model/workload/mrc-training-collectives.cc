/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-collectives.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Has the transfers of a plan visited in turn, each with the news whether a collective begins. */
template <typename Visit>
void
VisitTransfers(const TrainingPlan& plan, Visit visit)
{
    bool begins = true;
    for (uint32_t i = 0; i < plan.operations.size(); ++i)
    {
        const TrainingOperation& operation = plan.operations[i];
        if (i > 0)
        {
            const TrainingOperation& before = plan.operations[i - 1];
            begins = begins || before.step != operation.step || before.part != operation.part;
        }
        const Transfer& transfer = plan.matrix.transfers[i];
        // What a rank has for itself is part of a collective, and nothing to be seen.
        if (!IsWork(operation.part) && transfer.source != transfer.destination)
        {
            visit(i, begins);
            begins = false;
        }
    }
}

void
AddTo(TrainingCollective& collective, const Transfer& transfer, const OperationTime& time)
{
    const bool isFirst = collective.transfers == 0;
    const uint32_t from = transfer.source;
    collective.firstRank = isFirst ? from : std::min(collective.firstRank, from);
    collective.lastRank = std::max(collective.lastRank, from);
    collective.begin = isFirst ? time.start : std::min(collective.begin, time.start);
    // An operation that never ends is the last one.
    collective.end = std::max(collective.end, time.finish);
    collective.bytes += transfer.bytes;
    ++collective.transfers;
}

} // namespace

std::vector<TrainingCollective>
CollectivesOf(const TrainingPlan& plan, const OperationTimes& times, uint32_t most)
{
    // Counted before any is kept: a trace of millions of messages may have as many collectives.
    uint64_t count = 0;
    VisitTransfers(plan, [&count](uint32_t /* operation */, bool begins) { count += begins; });
    const bool isJoined = count > most;
    std::vector<TrainingCollective> all;
    std::map<std::pair<uint32_t, TrainingPart>, std::size_t> joined; // by step and purpose: place
    std::size_t at = 0;
    VisitTransfers(plan, [&](uint32_t i, bool begins) {
        const TrainingOperation& operation = plan.operations[i];
        if (begins)
        {
            at = all.size();
            if (isJoined)
            {
                at = joined.try_emplace({operation.step, operation.part}, at).first->second;
            }
            if (at == all.size())
            {
                all.emplace_back();
                all[at].step = operation.step;
                all[at].part = operation.part;
            }
            ++all[at].count;
        }
        AddTo(all[at], plan.matrix.transfers[i], times(i));
    });
    const auto isMissing = [](const TrainingCollective& one) {
        return one.end == Instant::Never();
    };
    all.erase(std::remove_if(all.begin(), all.end(), isMissing), all.end());
    return all;
}

} // namespace mrc
} // namespace ns3
