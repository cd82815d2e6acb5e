/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-binary.h"

#include "mrc-goal-binary-file.h"
#include "mrc-goal-limits.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/** Reads one binary into memory; an instance is used once. */
class GoalBinaryReader
{
  public:
    GoalBinaryReader(std::istream& in, const std::string& name)
        : m_file(in, name)
    {
        m_schedule.name = name;
        m_schedule.ranks = m_file.Ranks();
    }

    GoalSchedule Read()
    {
        for (uint32_t rank = 0; rank < m_schedule.ranks; ++rank)
        {
            if (m_schedule.operations.size() + m_file.CountOf(rank) > GOAL_MOST_OPERATIONS)
            {
                Fail(rank,
                     "more than " + std::to_string(GOAL_MOST_OPERATIONS) +
                         " operations; expected a shorter schedule");
            }
            ReadRank(rank);
        }
        return std::move(m_schedule);
    }

  private:
    void ReadRank(uint32_t rank)
    {
        std::vector<GoalRecord> records;
        uint64_t numbers = 0;
        for (uint32_t place = 0; place < m_file.CountOf(rank); ++place)
        {
            records.push_back(m_file.Read(rank, place, numbers));
            numbers += uint64_t{records.back().onEnd.length} + records.back().onStart.length;
            m_schedule.operations.push_back(records.back().operation);
        }
        if (numbers != m_file.ListedOf(rank))
        {
            Fail(rank,
                 std::to_string(numbers) +
                     " dependencies; expected as many as there are bytes for");
        }
        if (m_schedule.dependencies.size() + numbers > GOAL_MOST_DEPENDENCIES)
        {
            Fail(rank,
                 "more than " + std::to_string(GOAL_MOST_DEPENDENCIES) +
                     " dependencies; expected a shorter schedule");
        }
        // A second pass: an operation may name others of the rank in front of it and behind it.
        uint32_t list = 0;
        for (uint32_t place = 0; place < records.size(); ++place)
        {
            ReadList(rank, place, list, records);
        }
        // Each list that names an operation took one off; what remains was never named.
        const auto wrong = std::find_if(records.begin(), records.end(), [](const GoalRecord& one) {
            return one.before != 0;
        });
        if (wrong != records.end())
        {
            m_file.Fail(rank,
                        static_cast<uint32_t>(wrong - records.begin()),
                        "an operation waits for more or fewer others than name it; expected as "
                        "many");
        }
    }

    /** Takes those that wait for the end, and then those that wait for the start. */
    void ReadList(uint32_t rank, uint32_t place, uint32_t& list, std::vector<GoalRecord>& records)
    {
        const auto first =
            static_cast<uint32_t>(m_schedule.operations.size() - m_file.CountOf(rank));
        const uint32_t ends = records[place].onEnd.length;
        const uint32_t all = ends + records[place].onStart.length;
        for (uint32_t i = 0; i < all; ++i, ++list)
        {
            const uint32_t waiting = m_file.Waiting(rank, place, list);
            --records[waiting].before; // a wrong number does not come to 0
            m_schedule.dependencies.push_back({first + waiting, first + place, i >= ends});
        }
    }

    /** The place is the operation behind those that are read. */
    [[noreturn]] void Fail(uint32_t rank, const std::string& message) const
    {
        const auto line = static_cast<uint32_t>(m_schedule.operations.size() + 1);
        throw ParseError(m_schedule.name,
                         {line, 1},
                         "rank " + std::to_string(rank) + ": " + message);
    }

    GoalBinaryFile m_file;
    GoalSchedule m_schedule;
};

} // namespace

GoalSchedule
ReadGoalBinary(std::istream& in, const std::string& name)
{
    return GoalBinaryReader(in, name).Read();
}

} // namespace mrc
} // namespace ns3
