/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-work-request.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace ns3::mrc;

namespace
{

// Clauses: [completion-errors]
TEST(CompletionStatus, IsPrintedAsLibibverbsNamesIt)
{
    const struct
    {
        CompletionStatus status;
        const char* name;
    } table[] = {{CompletionStatus::SUCCESS, "SUCCESS"},
                 {CompletionStatus::WR_FLUSH_ERR, "WR_FLUSH_ERR"},
                 {CompletionStatus::REM_INV_REQ_ERR, "REM_INV_REQ_ERR"},
                 {CompletionStatus::REM_ACCESS_ERR, "REM_ACCESS_ERR"},
                 {CompletionStatus::REM_OP_ERR, "REM_OP_ERR"},
                 {CompletionStatus::RETRY_EXC_ERR, "RETRY_EXC_ERR"},
                 {static_cast<CompletionStatus>(6), "UNKNOWN"}};

    for (const auto& row : table)
    {
        std::ostringstream out;
        out << row.status;
        EXPECT_EQ(out.str(), row.name);
    }
}

} // namespace
