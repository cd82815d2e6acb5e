/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_SPOOL_H
#define MRC_GOAL_SPOOL_H

#include "mrc-goal-limits.h"
#include "mrc-goal-sink.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Where operations of a binary stand in the text that the binary was made of. */
struct GoalLines
{
    std::shared_ptr<std::iostream> in; //!< line and column of each, 4 bytes each
    std::vector<uint64_t> first;       //!< by rank: the first of the rank's
};

/**
 * Writes a text in GOAL as a binary, as LogGOPSim's txt2bin does, with a part of a rank in memory
 * [goal-window].
 */
class GoalSpool : public GoalSink
{
  public:
    /** Makes an empty file that can be written and read, and is gone with the last owner. */
    using NewFile = std::function<std::shared_ptr<std::iostream>()>;

    /**
     * @param name of the text, for messages
     * @param newFile makes files
     * @param reach operations between two of which the one waits for the other, above 0
     * @param mostWaits dependencies of that many operations, above 0
     */
    GoalSpool(const std::string& name,
              const NewFile& newFile,
              uint32_t reach = GOAL_REACH,
              uint64_t mostWaits = GOAL_MOST_DEPENDENCIES);

    void SetRanks(uint32_t ranks) override;
    uint32_t Add(const GoalOperation& operation, const std::string& label) override;
    std::optional<uint32_t> PlaceOf(const std::string& label) const override;
    uint32_t LineOf(uint32_t place) const override;
    void Wait(const GoalDependency& dependency, TextPosition at) override;
    void EndRank(uint32_t rank) override;
    std::optional<uint32_t> Remembers() const override;
    bool HasEnough() const override;

    /**
     * To be called once, at the end of the text.
     *
     * @return the binary
     * @throws ParseError if a file could not be written
     */
    std::shared_ptr<std::iostream> Take();

    /** @return where operations stand */
    const GoalLines& Lines() const
    {
        return m_lines;
    }

  private:
    /** An operation to which dependencies may be added. */
    struct Entry
    {
        GoalOperation operation;
        std::string label;
        uint32_t before{0};
        std::vector<uint32_t> onEnd;
        std::vector<uint32_t> onStart;
    };

    /** A part of the binary, of the rank that is described. */
    struct Part
    {
        std::shared_ptr<std::iostream> file;
        uint64_t bytes{0};
    };

    void Flush();
    void WriteList(const std::vector<uint32_t>& list);
    void Put(Part& part, uint64_t number, uint32_t bytes);
    void Append(Part& part);

    std::string m_name;
    uint32_t m_reach;
    uint64_t m_mostWaits;
    GoalLines m_lines;
    Part m_binary;
    Part m_positions;
    Part m_roots;
    Part m_operations;
    Part m_lists;
    std::vector<std::pair<uint64_t, uint64_t>> m_places; //!< by rank, in the binary
    std::deque<Entry> m_window;                          //!< the latest operations of the rank
    uint64_t m_waits{0};                                 //!< for one of these
    uint32_t m_first{0};                                 //!< place of the first of these
    std::unordered_map<std::string, uint32_t> m_labels;  //!< of these: places
    uint64_t m_count{0};                                 //!< operations of all ranks
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_SPOOL_H */
