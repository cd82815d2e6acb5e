/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A binary of GOAL is read, or refused with the place. Every operation starts once all that the
// operation waits for is done. What is accepted as the run goes on is accepted in memory too.

#include "mrc-fuzz.h"

#include "ns3/mrc-goal-binary.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-trigger-graph.h"

#include <memory>
#include <sstream>
#include <string>

using namespace ns3::mrc;

namespace
{

/** @return whether a binary is accepted that is read as the run goes on */
bool
IsStreamed(const std::string& binary, uint64_t mostSends)
{
    try
    {
        StreamGoal(std::make_shared<std::istringstream>(binary), "fuzz.bin", mostSends);
        return true;
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column == 1);
        Expect(std::string(error.what()).find("expected") != std::string::npos);
    }
    return false;
}

} // namespace

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const std::string binary(reinterpret_cast<const char*>(data), size);
    std::istringstream in(binary);
    const bool isStreamed = IsStreamed(binary, 0);
    Expect(!isStreamed || IsStreamed(binary, 1)); // a part of what can be done can be done
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
        Expect(!isStreamed);
    }
    return 0;
}
