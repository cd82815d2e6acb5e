/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-result-claim.h"

#include "ns3/mrc-output-file.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace ns3
{
namespace mrc
{

namespace
{

namespace fs = std::filesystem;

// Lines of NAME, a tab, and RUN. Lines are only added, so the last one of a name is in force.
constexpr const char* LEDGER = ".mrc-results";

/** @return the run that wrote a file, by the last line about the file; empty if there is none */
std::string
OwnerOf(const std::string& folder, const std::string& name)
{
    std::ifstream ledger(fs::path(folder) / LEDGER);
    std::string owner;
    for (std::string line; std::getline(ledger, line);)
    {
        const std::size_t tab = line.find('\t');
        if (tab != std::string::npos && line.compare(0, tab, name) == 0)
        {
            owner = line.substr(tab + 1);
        }
    }
    return owner;
}

/** @return the folder of a path, which may be named by nothing but its file */
std::string
FolderOf(const std::string& path)
{
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

/** @return a regular file of this beginning and ending in a folder; empty if there is none */
std::string
AnyOf(const std::string& folder, const std::string& begin, const std::string& ending)
{
    std::error_code ignored; // the code that opens the files reports a folder that cannot be read
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    {
        const std::string name = entry.path().filename().string();
        if (name.size() >= begin.size() + ending.size() &&
            name.compare(0, begin.size(), begin) == 0 &&
            name.compare(name.size() - ending.size(), ending.size(), ending) == 0 &&
            entry.is_regular_file(ignored))
        {
            return entry.path().string();
        }
    }
    return "";
}

} // namespace

ResultClaim::ResultClaim(const std::string& run, bool force)
    : m_run(run),
      m_force(force)
{
}

void
ResultClaim::Add(const std::string& path)
{
    std::error_code ignored;
    const bool exists = fs::exists(path, ignored);
    // /dev/null or a pipe keeps nothing that could be written over.
    if (exists && !fs::is_regular_file(path, ignored))
    {
        return;
    }
    Ask({FolderOf(path), fs::path(path).filename().string()}, exists ? path : "");
}

void
ResultClaim::AddAll(const std::string& prefix, const std::string& ending)
{
    CheckFilePrefix(prefix);
    const std::string folder = FolderOf(prefix);
    // The dash belongs to the name: captures of `run10` are none of `run1`.
    const std::string begin = fs::path(prefix).filename().string() + "-";
    Ask({folder, begin + "*" + ending}, AnyOf(folder, begin, ending));
}

/**
 * Refuses a name that another run owns, if there is a file to lose. A run may write over its own
 * results.
 */
void
ResultClaim::Ask(const Claim& claim, const std::string& existing)
{
    const std::string owner = OwnerOf(claim.folder, claim.name);
    if (!m_force && !existing.empty() && owner != m_run)
    {
        throw std::invalid_argument("the file " + existing + " is there already, of " +
                                    (owner.empty() ? "an unknown run" : "the run " + owner) +
                                    "; expected another name, or --force to write over it");
    }
    m_claims.push_back(claim);
}

/** Comes after all Add calls, so that a run that is refused leaves no trace in the ledger. */
void
ResultClaim::Record() const
{
    for (const Claim& claim : m_claims)
    {
        // A run that is repeated adds no line, or the ledger would grow with each repetition.
        if (OwnerOf(claim.folder, claim.name) != m_run)
        {
            std::ofstream ledger(fs::path(claim.folder) / LEDGER, std::ios::app);
            ledger << claim.name << '\t' << m_run << '\n';
        }
    }
}

} // namespace mrc
} // namespace ns3
