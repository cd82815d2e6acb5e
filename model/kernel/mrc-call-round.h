/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CALL_ROUND_H
#define MRC_CALL_ROUND_H

#include "mrc-window-call.h"

#include <cstddef>
#include <vector>

namespace ns3
{
namespace mrc
{

class WindowShard;

/**
 * The calls of all shards at the end of a window, in the order of their events.
 *
 * Calls stay where shards have put them, and lists keep their memory from window to window.
 */
class CallRound
{
  public:
    /**
     * Takes the calls of shards, which have none then. Those of one event come in the order of the
     * shards, and then in that of the list.
     *
     * @param shards all of a crew; always as many
     */
    void Take(const std::vector<WindowShard*>& shards);

    /**
     * Asks memory for what the next calls touch, as each of them would wait for it alone.
     *
     * @param next place of the next call; something is done for each BATCH of them
     */
    void Hint(std::size_t next) const;

    /** Ends all calls of the round, and what they capture. */
    void Clear();

    /** @return the calls in order, until the next Take or Clear */
    const std::vector<WindowCall*>& InOrder() const
    {
        return m_order;
    }

  private:
    static constexpr std::size_t BATCH = 16; //!< their data fit into the cache next to a core

    /** The calls of a shard that are not in order yet. */
    struct Rest
    {
        WindowCall* first;
        WindowCall* end; //!< behind the last one
        std::size_t shard;
    };

    static bool IsLater(const Rest& a, const Rest& b);

    std::vector<std::vector<WindowCall>> m_lists; //!< by shard
    std::vector<Rest> m_rests;                    //!< a heap, first the shard that comes next
    std::vector<WindowCall*> m_order;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CALL_ROUND_H */
