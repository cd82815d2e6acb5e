/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-output-file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the path of a file; its folder exists from now on. An empty folder is the current one */
std::string
InFolder(const std::string& folder, const std::string& name)
{
    if (folder.empty())
    {
        return name;
    }
    const std::string path = (std::filesystem::path(folder) / name).string();
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    std::error_code ignored;
    // Opening the file would only tell that there is no folder, not why none can be made.
    if (failure && !std::filesystem::exists(folder, ignored))
    {
        FailToWrite(path, failure.value());
    }
    return path;
}

} // namespace

std::string
WriteErrorText(const std::string& path, int reason)
{
    const std::string what = "cannot write the file " + path + ": " +
                             (reason == 0 ? "unknown reason" : std::strerror(reason));
    if (reason == EMFILE)
    {
        return what + "; expected fewer at the same time, or a higher limit (ulimit -n)";
    }
    const std::string folder = std::filesystem::path(path).parent_path().string();
    std::error_code ignored;
    // ENOENT may be due to a missing folder or to an empty path: only the first can be named.
    const bool isMissing =
        reason == ENOENT && !folder.empty() && !std::filesystem::exists(folder, ignored);
    return what + (isMissing ? "; there is no folder " + folder
                             : "; expected a folder with room that may be written to");
}

void
FailToWrite(const std::string& path, int reason)
{
    // A class of its own: PortTraceHelper adds how many files the captures need.
    if (reason == EMFILE)
    {
        throw TooManyFiles(WriteErrorText(path, reason));
    }
    throw WriteError(WriteErrorText(path, reason));
}

void
CheckFilePrefix(const std::string& prefix)
{
    namespace fs = std::filesystem;
    std::error_code ignored; // the code that opens the files reports a missing folder
    const fs::file_status status = fs::status(prefix, ignored);
    // A prefix such as /dev/full would make files /dev/full-nic0-p1.pcap, where no disk is.
    const bool isDevice =
        fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
    const fs::path folder = fs::weakly_canonical(fs::path(prefix), ignored).parent_path();
    if (isDevice || folder == "/dev")
    {
        throw std::invalid_argument(prefix + (isDevice ? " is a device" : " lies in /dev") +
                                    "; expected the beginning of names of files, such as run1");
    }
}

OutputFile::OutputFile(const std::string& folder, const std::string& name)
    : OutputFile(InFolder(folder, name))
{
}

OutputFile::OutputFile(const std::string& path)
    : m_path(path)
{
    // Streams are not bound to set errno: a value from before would give a wrong reason.
    errno = 0;
    m_stream.open(m_path);
    if (!m_stream)
    {
        Fail();
    }
}

void
OutputFile::Check() const
{
    if (!m_stream)
    {
        Fail();
    }
}

/**
 * A stream writes the text that it holds back only when closed, and a destructor could not report a
 * failure.
 */
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
    FailToWrite(m_path, errno);
}

} // namespace mrc
} // namespace ns3
