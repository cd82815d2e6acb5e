/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-qp-state.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace ns3::mrc;

namespace
{

// Clauses: [qp-states]
TEST(QpState, FollowsTheRulesOfIbvModifyQp)
{
    // rows: from; columns: to RESET, INIT, RTR, RTS, ERR
    const bool table[5][5] = {{true, true, false, false, true},
                              {true, true, true, false, true},
                              {true, false, false, true, true},
                              {true, false, false, true, true},
                              {true, false, false, false, true}};
    for (int from = 0; from < 5; ++from)
    {
        for (int to = 0; to < 5; ++to)
        {
            EXPECT_EQ(MayFollow(static_cast<QpState>(from), static_cast<QpState>(to)),
                      table[from][to])
                << static_cast<QpState>(from) << " to " << static_cast<QpState>(to);
        }
    }
}

TEST(QpState, IsPrintedByName)
{
    std::ostringstream out;
    for (int state = 0; state < 6; ++state)
    {
        out << static_cast<QpState>(state) << " ";
    }
    EXPECT_EQ(out.str(), "RESET INIT RTR RTS ERR UNKNOWN ");
}

} // namespace
