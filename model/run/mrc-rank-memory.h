/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_MEMORY_H
#define MRC_RANK_MEMORY_H

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

class RankLink;

/** How much memory does each rank take, and what for? Asks the system for the most so far. */
class RankMemory
{
  public:
    /** Begins when the fabric is there, and no queue pair. */
    RankMemory();

    /** The queue pairs are there. What comes on top is traffic's. */
    void NotePairs();

    /** @return the most memory of each rank by kind, in words. All call this. @param link to them
     */
    std::string Gather(RankLink& link) const;

  private:
    int64_t m_fabric; //!< KiB, with the program
    int64_t m_pairs;  //!< KiB, with these
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_MEMORY_H */
