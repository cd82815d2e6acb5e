/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-rows.h"

#include <cerrno>

namespace ns3
{
namespace mrc
{

void
FlowRows::WriteTo(std::ostream& out)
{
    m_table = std::make_unique<FlowTable>(out);
}

void
FlowRows::WriteTo(const std::string& folder)
{
    m_file = std::make_unique<OutputFile>(folder, "flows.csv");
    errno = 0;
    WriteTo(m_file->Stream());
    LoseIfBroken(); // at once, as a row would find the stream broken, and no reason
}

void
FlowRows::LoseIfBroken()
{
    try
    {
        m_file->Check();
    }
    catch (const WriteError& error)
    {
        Lose(error);
    }
}

void
FlowRows::Write(const FlowRecord& record, Span ideal)
{
    if (!m_table)
    {
        return;
    }
    // Check tells the reason by errno, which must not be that of an earlier call.
    errno = 0;
    m_table->Write(record, ideal);
    if (m_file)
    {
        // A disk that fills up ends the rows, and not the run: the end of the run tells of it.
        LoseIfBroken();
    }
}

void
FlowRows::End()
{
    m_table = nullptr;
}

void
FlowRows::Close()
{
    if (!m_file)
    {
        return;
    }
    try
    {
        m_file->Close();
    }
    catch (const WriteError& error)
    {
        Lose(error);
    }
}

/** Ends the rows after a failed write, and keeps the reason for the end of the run. */
void
FlowRows::Lose(const WriteError& error)
{
    m_lost += (m_lost.empty() ? "" : "; ") + std::string(error.what());
    m_table = nullptr;
    m_file = nullptr;
}

} // namespace mrc
} // namespace ns3
