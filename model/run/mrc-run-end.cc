/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-workload-run.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** How an end is named in results, and told to a shell. */
struct Row
{
    const char* name;
    int exitCode;
};

/** In the order of RunEnd. 124 is timeout(1)'s, 130 is that of shells for SIGINT: 128 + 2. */
constexpr Row ROWS[] = {
    {"finished", 0},
    {"stop-time", 0},
    {"time-limit", 124},
    {"interrupted", 130},
    {"flow-failed", 1},
    {"stalled", 1},
    {"no-events", 1},
    {"output-lost", 1},
};

} // namespace

const char*
RunEndName(RunEnd end)
{
    return ROWS[static_cast<unsigned>(end)].name;
}

int
ExitCodeOf(RunEnd end)
{
    return ROWS[static_cast<unsigned>(end)].exitCode;
}

} // namespace mrc
} // namespace ns3
