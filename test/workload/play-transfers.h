/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PLAY_TRANSFERS_H
#define PLAY_TRANSFERS_H

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-trigger-graph.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The course of a workload of transfers that each take one round. */
struct Play
{
    std::vector<uint32_t> rounds;           //!< by transfer: when the transfer starts, from 0
    std::vector<std::set<uint32_t>> heard;  //!< by rank: the ranks with data that this one has
                                            //!< heard of at the end
    uint32_t last{0};                       //!< the last round
    uint32_t acrossNics{0};                 //!< transfers that wait for another NIC
    std::vector<std::vector<uint32_t>> all; //!< by round: the transfers of the round
};

/** @return how the transfers of a workload follow each other, without a network */
inline Play
PlayTransfers(const ConnectionMatrix& matrix)
{
    TriggerGraph graph(matrix.transfers, matrix.triggers, matrix.name);
    Play play;
    play.acrossNics = graph.CountAcrossNics();
    play.rounds.resize(matrix.transfers.size());
    play.heard.resize(matrix.nodes);
    for (uint32_t rank = 0; rank < matrix.nodes; ++rank)
    {
        play.heard[rank].insert(rank);
    }
    for (std::vector<uint32_t> now = graph.StartedByTime(); !now.empty(); ++play.last)
    {
        play.all.push_back(now);
        std::vector<uint32_t> next;
        const std::vector<std::set<uint32_t>> before = play.heard;
        for (const uint32_t transfer : now)
        {
            const Transfer& t = matrix.transfers[transfer];
            play.rounds[transfer] = play.last;
            play.heard[t.destination].insert(before[t.source].begin(), before[t.source].end());
            for (const auto& starts :
                 {graph.OnReceiveDone(transfer, Instant()), graph.OnSendDone(transfer, Instant())})
            {
                for (const TriggeredStart& start : starts)
                {
                    next.push_back(start.transfer);
                }
            }
        }
        now = next;
    }
    --play.last;
    return play;
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* PLAY_TRANSFERS_H */
