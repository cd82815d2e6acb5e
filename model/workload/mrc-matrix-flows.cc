/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-matrix-flows.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t MOST_FLOWS = 0xfffffffe; //!< numbers are 32 bits wide

} // namespace

MatrixFlows::MatrixFlows(std::istream& in, const std::string& name)
    : m_name(name),
      m_lines(in, name, MOST_FLOWS)
{
}

/**
 * One connection is in memory at a time. So connections stand in the order of their starts, and
 * wait for none.
 */
bool
MatrixFlows::Next(Transfer& flow)
{
    MatrixLine line;
    if (!m_lines.Next(line))
    {
        m_lines.CheckEnd(m_count, 0);
        return false;
    }
    // Flows that wait for triggers would have to be kept in memory.
    if (line.trigger || !line.references.empty())
    {
        Refuse(line.at, "a trigger");
    }
    ++m_count;
    m_lines.CheckRoom(m_count, 0, line.at);
    SetNumber(line.transfer, line.at);
    if (line.transfer.start < m_before.start)
    {
        Refuse(line.at, "a start before the one above");
    }
    flow = m_before = line.transfer;
    return true;
}

/** Whether numbers are there twice is known without all of them if they rise. */
void
MatrixFlows::SetNumber(Transfer& flow, TextPosition at)
{
    const bool hasNumber = flow.id != 0;
    // The first line decides whether flows have numbers.
    m_hasNumbers = m_count == 1 ? hasNumber : m_hasNumbers;
    flow.id = hasNumber ? flow.id : static_cast<uint32_t>(m_count);
    if (hasNumber != m_hasNumbers || flow.id <= m_before.id)
    {
        Refuse(at, "a number that does not rise");
    }
}

void
MatrixFlows::Refuse(TextPosition at, const std::string& what) const
{
    throw NoFlowInOrder(m_name, at, what + "; expected none: the file has changed");
}

MatrixHead
ReadMatrixHead(std::istream& in, const std::string& name)
{
    MatrixLines lines(in, name, MOST_FLOWS);
    // The header ends with the first line behind it, so that line is read too.
    MatrixLine line;
    if (!lines.Next(line))
    {
        lines.CheckEnd(0, 0);
    }
    return {lines.Nodes(), lines.Connections()};
}

} // namespace mrc
} // namespace ns3
