/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-lost-files.h"

#include "mrc-output-file.h"

#include "ns3/fatal-error.h"

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * The living LostFiles. Captures are closed by destructors, far from main and without a way to be
 * handed this object.
 */
LostFiles* g_listener = nullptr;

} // namespace

LostFiles::LostFiles()
{
    g_listener = this;
}

LostFiles::~LostFiles()
{
    g_listener = nullptr;
}

void
LostFiles::Tell(const std::string& path, int reason)
{
    const std::string words = WriteErrorText(path, reason);
    // Without RunProgram nothing listens; an error ends the script, so that an incomplete file does
    // not pass for a good one.
    if (g_listener == nullptr)
    {
        NS_FATAL_ERROR(words);
    }
    // One full disk spoils all captures in the same way: the first gives the reason, others count.
    if (g_listener->m_count++ == 0)
    {
        g_listener->m_first = words;
    }
}

std::string
LostFiles::Text() const
{
    return m_count < 2 ? m_first
                       : m_first + "; and so for " + std::to_string(m_count - 1) + " more";
}

} // namespace mrc
} // namespace ns3
