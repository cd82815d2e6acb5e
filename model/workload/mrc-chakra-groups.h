/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_GROUPS_H
#define MRC_CHAKRA_GROUPS_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which ranks are the process groups of a workload [chakra-groups]? */
class ChakraGroups
{
  public:
    /** @param ranks of the workload: the group of all of them is there */
    explicit ChakraGroups(uint32_t ranks);

    /**
     * Takes the groups of a file, once.
     *
     * @param text JSON, `{"1": [0, 1], "2": [2, 3]}`
     * @param name of the file, for messages
     * @throws std::invalid_argument `name:line:column: what is wrong; what was expected`
     */
    void Read(const std::string& text, const std::string& name);

    /** @param name of a group, may be empty @return the group's number, from 0, if there is one */
    std::optional<uint32_t> Find(const std::string& name) const;

    /** @return how many groups there are */
    uint32_t Count() const;

    /** @param group number of it, from 0 @return how many ranks it has */
    uint32_t SizeOf(uint32_t group) const;

    /** @param group number of it, from 0 @param place of a rank in it, from 0 @return the rank */
    uint32_t RankAt(uint32_t group, uint32_t place) const;

    /** @param group number of it, from 0 @param rank from 0 @return the rank's place in it, if any
     */
    std::optional<uint32_t> PlaceOf(uint32_t group, uint32_t rank) const;

  private:
    /** The ranks of a group. */
    struct Group
    {
        std::vector<uint32_t> ranks;
        std::unordered_map<uint32_t, uint32_t> placeOf; //!< by rank
    };

    uint32_t m_ranks;
    std::vector<Group> m_groups{1};            //!< the first has all ranks, and no list
    std::map<std::string, uint32_t> m_numbers; //!< by name
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_GROUPS_H */
