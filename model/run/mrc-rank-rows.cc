/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-rows.h"

#include "ns3/mrc-rank-link.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Brings the rows of all ranks together, each with the place that it has in the table. */
void
RankRows::Gather(RankLink& link)
{
    RankBytes own;
    for (const auto& [place, rows] : m_rows)
    {
        const std::string text = rows.str();
        PutValue(own, place);
        PutValue(own, uint64_t{text.size()});
        own.insert(own.end(), text.begin(), text.end());
    }
    for (const RankBytes& bytes :
         link.Exchange({RankCall::ROWS}, std::vector<RankBytes>(link.Count(), own)))
    {
        // Rows of all ranks are joined by their places, so the table has the order of one process.
        for (RankReader reader(bytes); reader.HasMore();)
        {
            std::ostream& out = At(reader.Take<uint64_t>());
            for (auto left = reader.Take<uint64_t>(); left != 0; --left)
            {
                out.put(reader.Take<char>());
            }
        }
    }
}

void
RankRows::Write(std::ostream& out) const
{
    for (const auto& [place, rows] : m_rows)
    {
        out << rows.str();
    }
}

} // namespace mrc
} // namespace ns3
