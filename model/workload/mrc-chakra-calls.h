/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_CALLS_H
#define MRC_CHAKRA_CALLS_H

#include "mrc-chakra-collective.h"
#include "mrc-chakra-groups.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

constexpr uint64_t CHAKRA_MOST_CALLS = 4000000; //!< collectives of all groups; own choice

/**
 * Do the ranks of each group do the same collective operations in the same order
 * [chakra-collectives]? Ranks are told one after the other.
 */
class ChakraCalls
{
  public:
    /** @param groups of the workload, which outlive this */
    explicit ChakraCalls(const ChakraGroups& groups);

    /**
     * A rank does its next operation of a group.
     *
     * @param group number of it
     * @param collective the operation
     * @return what is wrong, empty if nothing is
     */
    std::string Add(uint32_t group, const ChakraCollective& collective);

    /**
     * A rank has no more operations.
     *
     * @param rank which
     * @return what is wrong, empty if nothing is
     */
    std::string EndRank(uint32_t rank);

  private:
    /** A group's operations. */
    struct Group
    {
        std::optional<uint32_t> first;       //!< the rank that was told first
        std::vector<ChakraCollective> calls; //!< of that rank
        uint64_t done{0};                    //!< by the rank that is told now
    };

    const ChakraGroups& m_groups;
    std::vector<Group> m_calls; //!< by group
    uint64_t m_count{0};        //!< of all groups
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_CALLS_H */
