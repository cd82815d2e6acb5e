/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-output-file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

namespace ns3
{
namespace mrc
{

OutputFile::OutputFile(const std::string& folder, const std::string& name)
    : m_path((std::filesystem::path(folder) / name).string())
{
    std::error_code ignored; // opening the file tells whether there is a folder
    std::filesystem::create_directories(folder, ignored);
    errno = 0;
    m_stream.open(m_path);
    if (!m_stream)
    {
        Fail();
    }
}

void
OutputFile::Close()
{
    errno = 0;
    m_stream.close();
    if (!m_stream)
    {
        Fail();
    }
}

void
OutputFile::Fail() const
{
    const int reason = errno;
    throw std::runtime_error("cannot write the file " + m_path + ": " +
                             (reason == 0 ? "unknown reason" : std::strerror(reason)) +
                             "; expected a folder with room that may be written to");
}

} // namespace mrc
} // namespace ns3
