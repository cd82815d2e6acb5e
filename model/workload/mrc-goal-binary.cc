/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-binary.h"

#include "mrc-goal-limits.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t MARK = 4223;        //!< at the begin of a file
constexpr uint64_t DESTROYED = 2342;   //!< the mark of a file that LogGOPSim has used as memory
constexpr uint64_t MARK_BYTES = 8;     //!< places count from behind it
constexpr uint64_t TABLE = 6;          //!< place of the ranks' places
constexpr uint64_t BYTES_OF_RANK = 16; //!< in that table
constexpr uint64_t BYTES_OF_HEAD = 8;  //!< of a rank
constexpr uint64_t BYTES_OF_OPERATION = 39;
constexpr uint64_t BYTES_OF_NUMBER = 4;
constexpr uint64_t ANY = 0xffffffff; //!< rank or tag

/** Reads one binary; an instance is used once. */
class GoalBinaryReader
{
  public:
    GoalBinaryReader(std::istream& in, const std::string& name)
        : m_in(in)
    {
        m_schedule.name = name;
    }

    GoalSchedule Read()
    {
        m_in.seekg(0, std::ios::end);
        const auto size = static_cast<int64_t>(m_in.tellg());
        m_size = static_cast<uint64_t>(std::max<int64_t>(size, 0));
        m_in.seekg(0);
        const uint64_t mark = Number(MARK_BYTES);
        if (mark != MARK)
        {
            Fail(mark == DESTROYED
                     ? "LogGOPSim has used this file as memory (--save-mem); expected "
                       "one as txt2bin makes it"
                     : "no binary of GOAL; expected one as txt2bin makes it");
        }
        const uint64_t ranks = Number(BYTES_OF_NUMBER);
        if (ranks < 2 || ranks > GOAL_MOST_RANKS ||
            MARK_BYTES + TABLE + BYTES_OF_RANK * ranks > m_size)
        {
            Fail(std::to_string(ranks) + " ranks; expected 2 .. " +
                 std::to_string(GOAL_MOST_RANKS) + ", and a place in the file for each");
        }
        m_schedule.ranks = static_cast<uint32_t>(ranks);
        for (m_rank = 0; m_rank < ranks; ++m_rank)
        {
            ReadRank();
        }
        if (m_schedule.operations.empty())
        {
            Fail("no operations; expected some");
        }
        return std::move(m_schedule);
    }

  private:
    /** How many operations wait for one, and for how many that one waits. */
    struct Waiting
    {
        uint32_t onEnd;
        uint32_t onStart;
        uint32_t before;
    };

    /** @return the next bytes, the least one first */
    uint64_t Number(uint64_t bytes)
    {
        unsigned char buffer[MARK_BYTES] = {};
        m_in.read(reinterpret_cast<char*>(buffer), static_cast<std::streamsize>(bytes));
        if (static_cast<uint64_t>(m_in.gcount()) != bytes)
        {
            Fail("the file ends; expected more bytes");
        }
        uint64_t number = 0;
        for (uint64_t i = bytes; i != 0; --i)
        {
            number = number << 8 | buffer[i - 1];
        }
        return number;
    }

    uint32_t Number()
    {
        return static_cast<uint32_t>(Number(BYTES_OF_NUMBER));
    }

    void ReadRank()
    {
        m_in.seekg(static_cast<std::streamoff>(MARK_BYTES + TABLE + BYTES_OF_RANK * m_rank));
        const uint64_t begin = Number(MARK_BYTES);
        const uint64_t end = Number(MARK_BYTES);
        if (end > m_size - MARK_BYTES || begin > end || end - begin < BYTES_OF_HEAD)
        {
            Fail("its bytes are " + std::to_string(begin) + " .. " + std::to_string(end) +
                 "; expected places in the file");
        }
        m_in.seekg(static_cast<std::streamoff>(MARK_BYTES + begin));
        const uint64_t count = Number();
        const uint64_t roots = Number();
        // Before memory is taken: nonsense has great numbers.
        const uint64_t least = BYTES_OF_HEAD + BYTES_OF_NUMBER * roots + BYTES_OF_OPERATION * count;
        if (roots > count || least > end - begin)
        {
            Fail(std::to_string(count) + " operations; expected as many as the bytes can hold");
        }
        if (m_schedule.operations.size() + count > GOAL_MOST_OPERATIONS)
        {
            Fail("more than " + std::to_string(GOAL_MOST_OPERATIONS) +
                 " operations; expected a shorter schedule");
        }
        // Which wait for nothing is known from the others too.
        m_in.seekg(static_cast<std::streamoff>(BYTES_OF_NUMBER * roots), std::ios::cur);
        ReadOperations(static_cast<uint32_t>(count), end - begin - least);
    }

    /** @param lists bytes behind the operations */
    void ReadOperations(uint32_t count, uint64_t lists)
    {
        std::vector<Waiting> waiting;
        uint64_t numbers = 0;
        const auto first = static_cast<uint32_t>(m_schedule.operations.size());
        for (uint32_t i = 0; i < count; ++i)
        {
            waiting.push_back(ReadOperation(numbers));
        }
        if (numbers * BYTES_OF_NUMBER != lists)
        {
            Fail(std::to_string(numbers) +
                 " dependencies; expected as many as there are bytes for");
        }
        if (m_schedule.dependencies.size() + numbers > GOAL_MOST_DEPENDENCIES)
        {
            Fail("more than " + std::to_string(GOAL_MOST_DEPENDENCIES) +
                 " dependencies; expected a shorter schedule");
        }
        for (uint32_t i = 0; i < count; ++i)
        {
            ReadList(first, i, waiting[i].onEnd, false, waiting);
            ReadList(first, i, waiting[i].onStart, true, waiting);
        }
        const auto wrong = std::find_if(waiting.begin(), waiting.end(), [](const Waiting& one) {
            return one.before != 0;
        });
        if (wrong != waiting.end())
        {
            const auto place = static_cast<std::size_t>(wrong - waiting.begin());
            Fail(m_schedule.operations[first + place],
                 "an operation waits for more or fewer others than name it; expected as many");
        }
    }

    Waiting ReadOperation(uint64_t& numbers)
    {
        GoalOperation operation;
        operation.rank = m_rank;
        operation.at = {static_cast<uint32_t>(m_schedule.operations.size() + 1), 1};
        const uint32_t before = Number();
        const uint64_t kind = Number(1);
        const uint64_t peer = Number();
        const uint64_t size = Number(MARK_BYTES);
        const uint64_t tag = Number();
        operation.cpu = static_cast<uint8_t>(Number(1));
        const uint64_t nic = Number(1);
        if (kind < 1 || kind > 3)
        {
            Fail(operation,
                 "operation of kind " + std::to_string(kind) +
                     "; expected 1 (send), 2 (recv) or 3 (calc)");
        }
        operation.kind = static_cast<GoalKind>(kind - 1); // in the same order
        operation.peer = static_cast<uint32_t>(peer);
        operation.tag = tag == ANY ? std::nullopt : std::optional(static_cast<uint32_t>(tag));
        Check(operation, size, nic);
        operation.size = static_cast<uint32_t>(size);
        m_schedule.operations.push_back(operation);
        Waiting waiting{0, 0, before};
        waiting.onEnd = ReadLength(numbers);
        waiting.onStart = ReadLength(numbers);
        return waiting;
    }

    /** @return the length of the next list, which begins where the one before ends */
    uint32_t ReadLength(uint64_t& numbers)
    {
        const uint32_t length = Number();
        const uint32_t begin = Number();
        if (length != 0 && begin != numbers)
        {
            Fail(m_schedule.operations.back(),
                 "a list of those that wait begins at " + std::to_string(begin) + "; expected " +
                     std::to_string(numbers));
        }
        numbers += length;
        return length;
    }

    void ReadList(uint32_t first,
                  uint32_t before,
                  uint32_t length,
                  bool onStart,
                  std::vector<Waiting>& waiting)
    {
        for (; length != 0; --length)
        {
            const uint32_t place = Number();
            if (place >= waiting.size() || place == before)
            {
                Fail(m_schedule.operations[first + before],
                     "operation " + std::to_string(place) +
                         " of the rank, from 0, waits for this one"
                         "; expected another one of " +
                         std::to_string(waiting.size()));
            }
            --waiting[place].before; // a wrong number does not come to 0
            m_schedule.dependencies.push_back({first + place, first + before, onStart});
        }
    }

    /** The same that the text's reader demands, with the same words. */
    void Check(const GoalOperation& operation, uint64_t size, uint64_t nic) const
    {
        const bool isCalc = operation.kind == GoalKind::CALC;
        const bool isRecv = operation.kind == GoalKind::RECV;
        if (size > GOAL_MOST_BYTES || (size == 0 && !isCalc))
        {
            Fail(operation,
                 (isCalc ? "time in ns is " : "size in bytes is ") + std::to_string(size) +
                     "; expected a whole number, " + (isCalc ? "0" : "1") + " .. 4294967295");
        }
        if (isCalc)
        {
            return;
        }
        if (isRecv && operation.peer == ANY)
        {
            Fail(operation, "a recv from any rank (-1); expected one rank");
        }
        if (operation.peer >= m_schedule.ranks || operation.peer == operation.rank)
        {
            Fail(operation,
                 "a message with rank " + std::to_string(operation.peer) +
                     "; expected another rank, below " + std::to_string(m_schedule.ranks));
        }
        if (nic != 0)
        {
            Fail(operation,
                 "nic, of which a rank has one, is '" + std::to_string(nic) + "'; expected 0");
        }
        if (!operation.tag && !isRecv)
        {
            Fail(operation, "a send with any tag (-1); expected one tag");
        }
    }

    [[noreturn]] void Fail(const GoalOperation& operation, const std::string& message) const
    {
        throw ParseError(m_schedule.name, operation.at, message);
    }

    [[noreturn]] void Fail(const std::string& message) const
    {
        const auto line = static_cast<uint32_t>(m_schedule.operations.size() + 1);
        const std::string rank = m_schedule.ranks == 0 || m_rank == m_schedule.ranks
                                     ? ""
                                     : "rank " + std::to_string(m_rank) + ": ";
        throw ParseError(m_schedule.name, {line, 1}, rank + message);
    }

    std::istream& m_in;
    GoalSchedule m_schedule;
    uint64_t m_size{0}; //!< of the file
    uint32_t m_rank{0}; //!< the rank that is read
};

} // namespace

GoalSchedule
ReadGoalBinary(std::istream& in, const std::string& name)
{
    return GoalBinaryReader(in, name).Read();
}

} // namespace mrc
} // namespace ns3
