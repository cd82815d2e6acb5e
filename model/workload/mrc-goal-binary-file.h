/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_BINARY_FILE_H
#define MRC_GOAL_BINARY_FILE_H

#include "mrc-goal-blocks.h"
#include "mrc-goal-schedule.h"
#include "mrc-goal-spool.h"

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The places, in the lists of a rank, of operations that wait for one. */
struct GoalList
{
    uint32_t length{0}; //!< operations
    uint32_t begin{0};  //!< place of the first
};

/** An operation as a binary has it. */
struct GoalRecord
{
    GoalOperation operation; //!< without its dependencies
    uint32_t before{0};      //!< for how many others the operation waits
    GoalList onEnd;          //!< those that wait for the end
    GoalList onStart;        //!< those that wait for the start
};

/**
 * Which operations does a binary of GOAL have? Reads them from any place, a few at a time
 * [goal-binary].
 *
 * Operations are named by rank and place, from 0.
 */
class GoalBinaryFile
{
  public:
    /**
     * Reads the heads of the file and of all ranks.
     *
     * @param in the binary, which can be read from any place and outlives this
     * @param name of the file, for messages
     * @param lines where operations stand, if a text was the source, which outlives this
     * @throws ParseError if a head is wrong
     */
    GoalBinaryFile(std::istream& in, const std::string& name, const GoalLines* lines = nullptr);

    /** @return the name of the file */
    const std::string& Name() const
    {
        return m_name;
    }

    /** @return how many ranks there are */
    uint32_t Ranks() const
    {
        return static_cast<uint32_t>(m_sections.size());
    }

    /** @return operations of all ranks */
    uint64_t Total() const
    {
        return m_total;
    }

    /** @return operations of a rank. @param rank from 0 */
    uint32_t CountOf(uint32_t rank) const
    {
        return m_sections[rank].count;
    }

    /**
     * @param rank from 0
     * @param place of an operation in it, from 0
     * @return the number of the operation, counted over all ranks, from 1
     */
    uint64_t NumberOf(uint32_t rank, uint32_t place) const
    {
        return m_sections[rank].first + place + 1;
    }

    /** @return how many operations of a rank wait for nothing, as its head says. @param rank from 0
     */
    uint32_t RootsOf(uint32_t rank) const
    {
        return m_sections[rank].roots;
    }

    /**
     * @param rank from 0
     * @param root number of such an operation, from 0
     * @return the place of that operation, which no one has checked
     */
    uint32_t RootOf(uint32_t rank, uint32_t root);

    /** @return how many numbers the lists of a rank have. @param rank from 0 */
    uint64_t ListedOf(uint32_t rank) const
    {
        return m_sections[rank].listed;
    }

    /**
     * @param rank, place of the operation
     * @param next where the next list begins, if it is known
     * @return the operation, with numbers in range
     * @throws ParseError if they are not, or the list begins elsewhere
     */
    GoalRecord Read(uint32_t rank, uint32_t place, std::optional<uint64_t> next = std::nullopt);

    /**
     * @param rank, place of the operation
     * @param list the place in the rank's lists
     * @return the place of another operation that waits for this one
     * @throws ParseError if there is none
     */
    uint32_t Waiting(uint32_t rank, uint32_t place, uint32_t list);

    /**
     * @param rank from 0
     * @param place of an operation in it, from 0
     * @param message says what is wrong
     * @throws ParseError that names the operation
     */
    [[noreturn]] void Fail(uint32_t rank, uint32_t place, const std::string& message);

  private:
    /** The part of a rank. */
    struct Section
    {
        uint64_t begin{0};  //!< of the list of those that wait for nothing
        uint64_t end{0};    //!< the first byte behind
        uint64_t first{0};  //!< operation of all ranks
        uint64_t listed{0}; //!< numbers behind the operations
        uint32_t count{0};
        uint32_t roots{0};
    };

    TextPosition PositionOf(uint32_t rank, uint32_t place);
    uint64_t Number(uint64_t at, uint32_t bytes);
    Section ReadSection(uint32_t rank);
    void CheckSectionsAreApart() const;
    GoalList ReadList(uint64_t at, const GoalOperation& operation, std::optional<uint64_t>& next);
    void Check(const GoalOperation& operation, uint64_t size, uint64_t nic) const;
    [[noreturn]] void Fail(const GoalOperation& operation, const std::string& message) const;
    [[noreturn]] void FailHead(const std::string& message) const;

    GoalBlocks m_blocks;
    std::string m_name;
    const GoalLines* m_lines;              //!< null: a line is a number
    std::optional<GoalBlocks> m_positions; //!< of the lines
    std::vector<Section> m_sections;       //!< by rank
    uint64_t m_total{0};
    uint32_t m_ranks{0}; //!< also while the sections are read
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_BINARY_FILE_H */
