/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-memory.h"

#include "ns3/mrc-rank-link.h"

#include <sys/resource.h>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** The most memory that a process has taken so far, KiB. */
struct Mark
{
    int64_t fabric; //!< when the fabric was there
    int64_t pairs;  //!< when the queue pairs were too
    int64_t all;    //!< at the end
};

/** @return KiB that this process has taken at most */
int64_t
Most()
{
    // The most so far, as Linux tells it: a process that gave memory back still shows it.
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/** @return a figure of each rank in MiB, in words */
template <class Figure>
std::string
ByRank(const std::vector<Mark>& ranks, Figure figure)
{
    std::string words;
    for (const Mark& rank : ranks)
    {
        words += (words.empty() ? "" : ", ") + std::to_string(figure(rank) / 1024);
    }
    return words;
}

} // namespace

RankMemory::RankMemory()
    : m_fabric(Most()),
      m_pairs(m_fabric)
{
}

void
RankMemory::NotePairs()
{
    m_pairs = Most();
}

std::string
RankMemory::Gather(RankLink& link) const
{
    const std::vector<Mark> ranks =
        link.Gather({RankCall::MEMORY}, Mark{m_fabric, m_pairs, Most()});
    return "most memory by rank: " + ByRank(ranks, [](const Mark& rank) { return rank.all; }) +
           " MiB; program and fabric " +
           ByRank(ranks, [](const Mark& rank) { return rank.fabric; }) + "; queue pairs " +
           ByRank(ranks, [](const Mark& rank) { return rank.pairs - rank.fabric; }) + "; traffic " +
           ByRank(ranks, [](const Mark& rank) { return rank.all - rank.pairs; });
}

} // namespace mrc
} // namespace ns3
