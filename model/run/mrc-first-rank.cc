/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-workload-run.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-shard-set.h"

#include <iostream>

namespace ns3
{
namespace mrc
{

namespace
{

/** Takes all and keeps nothing. */
class Nowhere : public std::streambuf
{
  protected:
    int_type overflow(int_type character) override
    {
        return traits_type::not_eof(character);
    }

    std::streamsize xsputn(const char*, std::streamsize count) override
    {
        return count;
    }
};

} // namespace

bool
IsFirstRank(Network& network)
{
    const RankDesk* ranks = network.Engine().shards.Ranks();
    return ranks == nullptr || ranks->Link().Own() == 0;
}

FirstRankSpeaks::FirstRankSpeaks() = default;

FirstRankSpeaks::FirstRankSpeaks(Network& network)
{
    Begin(network);
}

bool
FirstRankSpeaks::Begin(Network& network)
{
    if (m_hasBegun)
    {
        return false;
    }
    m_hasBegun = true;
    m_nowhere = IsFirstRank(network) ? nullptr : std::make_unique<Nowhere>();
    if (network.Engine().shards.Ranks() != nullptr)
    {
        m_ranks = network.Engine().fabric.State().cuts->Cuts()->ranks;
    }
    if (m_nowhere)
    {
        // All ranks run the same program, and would write the same lines.
        m_before = std::cout.rdbuf(m_nowhere.get());
    }
    return true;
}

FirstRankSpeaks::~FirstRankSpeaks()
{
    if (m_nowhere)
    {
        std::cout.rdbuf(m_before);
    }
}

} // namespace mrc
} // namespace ns3
