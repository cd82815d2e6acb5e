/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A schedule in GOAL is read, or refused with the place. Every operation starts once all that the
// operation waits for is done. Nobody waits for what only another rank knows. What is accepted in
// memory is accepted as the run goes on too, and nothing else is.

#include "mrc-fuzz.h"

#include "ns3/mrc-goal-schedule.h"
#include "ns3/mrc-goal-stream.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/mrc-trigger-graph.h"

#include <memory>
#include <optional>
#include <sstream>
#include <string>

using namespace ns3::mrc;

namespace
{

constexpr uint32_t MOST_WORKLOAD_RANKS =
    4096; //!< of a schedule that is played: idle ones take time

/** @return whether a text is accepted that is read as the run goes on */
bool
IsStreamed(const std::string& text)
{
    std::istringstream in(text);
    try
    {
        StreamGoalText(in, "fuzz.goal", [] { return std::make_shared<std::stringstream>(); });
        return true;
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
        Expect(std::string(error.what()).find("expected") != std::string::npos);
    }
    return false;
}

} // namespace

int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    std::istringstream in(text);
    std::optional<bool> isStreamed;
    try
    {
        const GoalSchedule schedule = ReadGoal(in, "fuzz.goal");
        Expect(schedule.ranks >= 2 && !schedule.operations.empty());
        if (schedule.ranks <= MOST_WORKLOAD_RANKS)
        {
            isStreamed = IsStreamed(text);
        }
        const ConnectionMatrix matrix = GoalMatrix(schedule);
        Expect(matrix.nodes == schedule.ranks && !matrix.transfers.empty());
        // The constructor plays the schedule to its end, or throws.
        const TriggerGraph graph(matrix.transfers, matrix.triggers, matrix.name);
        Expect(graph.CountAcrossNics() == 0);
        Expect(isStreamed.value_or(true));
    }
    catch (const ParseError& error)
    {
        Expect(error.At().line >= 1 && error.At().column >= 1);
        Expect(std::string(error.what()).find("expected") != std::string::npos);
        Expect(!isStreamed.value_or(false));
    }
    return 0;
}
