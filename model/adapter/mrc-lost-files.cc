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

LostFiles* g_listener = nullptr; // captures are closed far from whoever owns the program

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
    if (g_listener == nullptr)
    {
        NS_FATAL_ERROR(words);
    }
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
