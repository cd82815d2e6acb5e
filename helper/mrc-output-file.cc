/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-output-file.h"

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
    m_stream.open(m_path);
    if (!m_stream)
    {
        Fail();
    }
}

void
OutputFile::Close()
{
    m_stream.close();
    if (!m_stream)
    {
        Fail();
    }
}

void
OutputFile::Fail() const
{
    throw std::runtime_error("cannot write the file " + m_path);
}

} // namespace mrc
} // namespace ns3
