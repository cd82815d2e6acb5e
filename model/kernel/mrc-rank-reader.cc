/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-bytes.h"

#include <cstring>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
RankReader::Copy(void* to, std::size_t bytes)
{
    if (m_in.size() - m_place < bytes)
    {
        throw std::out_of_range("mrc: a message of another rank ends too early; expected ranks of "
                                "one program");
    }
    std::memcpy(to, m_in.data() + m_place, bytes);
    m_place += bytes;
}

} // namespace mrc
} // namespace ns3
