/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOOP_AGENT_H
#define MRC_LOOP_AGENT_H

#include "mrc-loop-judge.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** One loop of a round. */
struct LoopProbe
{
    LoopLink link; //!< the farthest one on the way
    uint16_t id;   //!< tells the loop from those of this round and the last 15
    uint32_t path; //!< number of the EV that leads there
    LoopVia via;   //!< the links between switches on the way there
};

/** Which of the loops that one NIC sends in a round came back [loop-probes]? */
class LoopAgent
{
  public:
    static constexpr uint32_t MOST_LOOPS = 4096; //!< of a round, by 12 bits of the id

    /**
     * @param nic number of a NIC
     * @param loops the NIC's, in a round
     * @throws std::invalid_argument if these are more than MOST_LOOPS
     */
    static void Check(uint32_t nic, uint64_t loops);

    /** A round begins, without loops. @param round number of the round */
    void Begin(uint32_t round);

    /**
     * Adds a loop of this round.
     *
     * @param link the farthest one on the way
     * @param path number of the EV that leads there
     * @param via the links between switches on the way there
     */
    void Add(const LoopLink& link, uint32_t path, const LoopVia& via = {});

    /** @return the loops of this round */
    const std::vector<LoopProbe>& Loops() const
    {
        return m_loops;
    }

    /** A loop has come back; one of an earlier round is too late. @param id of the loop's probe */
    void Arrived(uint16_t id);

    /** @return the ids of the loops of this round that have come back */
    std::vector<uint16_t> Back() const;

    /** @return the results of the loops of this round */
    std::vector<LoopResult> End() const;

  private:
    uint32_t m_round{0};
    std::vector<LoopProbe> m_loops;
    std::vector<bool> m_arrived; //!< of m_loops
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOOP_AGENT_H */
