/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-write-stream.h"

namespace ns3
{
namespace mrc
{

WriteStream::WriteStream(Requestor& poster, uint64_t bytes)
    : m_poster(poster),
      m_bytes(bytes)
{
    m_poster.Tell(*this);
}

/** Writes under way go on; their completions reach no listener here. */
WriteStream::~WriteStream()
{
    m_poster.Forget(*this);
}

void
WriteStream::Start(uint32_t outstanding)
{
    m_start = m_poster.Now();
    for (uint32_t i = 0; i < outstanding; ++i)
    {
        m_poster.Write(m_bytes);
    }
}

/** A queue pair that failed flushes every further Write: to go on posting would never end. */
void
WriteStream::Completed(const Completion& completion)
{
    if (completion.status != CompletionStatus::SUCCESS)
    {
        return;
    }
    ++m_completed;
    m_latest = completion.at;
    m_poster.Write(m_bytes);
}

} // namespace mrc
} // namespace ns3
