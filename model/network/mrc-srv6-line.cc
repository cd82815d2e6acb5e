/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-srv6-line.h"

#include "mrc-srv6-values.h"

namespace ns3
{
namespace mrc
{

Srv6Line::Srv6Line(const std::string& line)
    : m_in(line)
{
}

std::string
Srv6Line::Next()
{
    std::string word;
    m_in >> word;
    return word;
}

void
Srv6Line::End()
{
    const std::string more = Next();
    if (!more.empty())
    {
        RefuseWord(more, "the end of the line");
    }
}

} // namespace mrc
} // namespace ns3
