/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-blocks.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

// Own choice: 2048 blocks hold a place each in roots, operations and lists of some 600 ranks. More
// ranks read more often. 8 MB are little beside a fabric.
constexpr uint64_t BLOCK = 4096; //!< bytes
constexpr uint64_t BLOCKS = 2048;

} // namespace

GoalBlocks::GoalBlocks(std::istream& in)
    : m_in(in)
{
    m_in.clear();
    m_in.seekg(0, std::ios::end);
    m_size = static_cast<uint64_t>(std::max<int64_t>(static_cast<int64_t>(m_in.tellg()), 0));
    m_blocks.resize(std::min(BLOCKS, m_size / BLOCK + 1));
}

const GoalBlocks::Block&
GoalBlocks::BlockOf(uint64_t number)
{
    // A block has one seat, by its number: neighbours never push each other out.
    Block& block = m_blocks[number % m_blocks.size()];
    if (block.number != number)
    {
        block.bytes.resize(BLOCK);
        // A read that met the end has left its mark on the stream.
        m_in.clear();
        m_in.seekg(static_cast<std::streamoff>(number * BLOCK));
        m_in.read(block.bytes.data(), static_cast<std::streamsize>(BLOCK));
        block.bytes.resize(static_cast<std::size_t>(m_in.gcount()));
        block.number = number;
    }
    return block;
}

bool
GoalBlocks::Read(uint64_t at, uint32_t bytes, uint64_t& number)
{
    if (at > m_size || bytes > m_size - at)
    {
        return false;
    }
    uint64_t read = 0;
    for (uint32_t i = bytes; i != 0;)
    {
        // The last bytes first; those in front of them may be in another block.
        const uint64_t last = at + i - 1;
        const Block& block = BlockOf(last / BLOCK);
        uint64_t place = last % BLOCK;
        if (place >= block.bytes.size())
        {
            return false; // another program has cut the file
        }
        for (bool isInside = true; isInside && i != 0; --i, --place)
        {
            read = read << 8 | static_cast<unsigned char>(block.bytes[place]);
            isInside = place != 0;
        }
    }
    number = read;
    return true;
}

} // namespace mrc
} // namespace ns3
