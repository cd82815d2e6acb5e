/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-file-claim.h"

#include <filesystem>
#include <set>
#include <stdexcept>
#include <system_error>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the files that are claimed; never deleted, as captures may end after all statics */
std::set<std::string>&
Claimed()
{
    static auto* files = new std::set<std::string>;
    return *files;
}

} // namespace

FileClaim::FileClaim(const std::string& path)
{
    std::error_code ignored; // opening the file reports the error
    // Devices and pipes keep nothing that a second writer could overwrite.
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    {
        return;
    }
    // The file need not exist yet, hence "weakly": the part of the path that exists is made
    // canonical. Two ways to write a path then claim one file.
    const std::filesystem::path whole = std::filesystem::absolute(path, ignored);
    m_file = std::filesystem::weakly_canonical(whole, ignored).string();
    // A constructor that throws has no destructor, so the claim of the other writer stays.
    if (!m_file.empty() && !Claimed().insert(m_file).second)
    {
        throw std::invalid_argument("the file " + path +
                                    " is being written by another capture or trace; expected "
                                    "another name or prefix");
    }
}

FileClaim::~FileClaim()
{
    Claimed().erase(m_file);
}

} // namespace mrc
} // namespace ns3
