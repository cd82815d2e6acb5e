/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A binary of GOAL is read, or refused with the place. Every operation starts once all that the
// operation waits for is done.

#include "mrc-fuzz.h"

#include "ns3/mrc-goal-binary.h"
#include "ns3/mrc-trigger-graph.h"

#include <sstream>
#include <string>

using namespace ns3::mrc;

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try
    {
        const GoalSchedule schedule = ReadGoalBinary(in, "fuzz.bin");
        Expect(schedule.ranks >= 2 && !schedule.operations.empty());
        const ConnectionMatrix matrix = GoalMatrix(schedule);
        // The constructor plays the schedule to its end, or throws.
        const TriggerGraph graph(matrix.transfers, matrix.triggers, matrix.name);
        Expect(graph.CountAcrossNics() == 0);
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column == 1);
        Expect(std::string(error.what()).find("expected") != std::string::npos);
    }
    return 0;
}
