/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_BLOCKS_H
#define MRC_GOAL_BLOCKS_H

#include <cstdint>
#include <istream>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Which bytes stand at a place of a file? Of any file some megabytes are in memory. */
class GoalBlocks
{
  public:
    /** @param in the file, which can be read from any place and outlives this */
    explicit GoalBlocks(std::istream& in);

    /** @return bytes of the file */
    uint64_t Size() const
    {
        return m_size;
    }

    /**
     * @param at place of the first byte
     * @param bytes how many, 1 .. 8
     * @param[out] number the bytes, the least one first; as it was if the file ends before
     * @return whether the file has so many
     */
    bool Read(uint64_t at, uint32_t bytes, uint64_t& number);

  private:
    /** A part of the file that is in memory. */
    struct Block
    {
        uint64_t number{NONE};   //!< which part
        std::vector<char> bytes; //!< fewer at the end of the file
    };

    static constexpr uint64_t NONE = ~uint64_t{0};

    const Block& BlockOf(uint64_t number);

    std::istream& m_in;
    uint64_t m_size{0};
    std::vector<Block> m_blocks; //!< by the last digits of the number
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_BLOCKS_H */
