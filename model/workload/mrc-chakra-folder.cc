/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-folder.h"

#include "mrc-chakra-message.h"
#include "mrc-goal-limits.h"
#include "mrc-gunzip.h"
#include "mrc-parse-error.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

namespace ns3
{
namespace mrc
{

namespace
{

const std::string RANK_IN_NAME = "%d";
const std::string CHAKRA_ENDING = ".%d.et";

/** @return the rank of a trace of this name, none if the name is another's */
std::optional<uint32_t>
RankOfTrace(const std::string& trace, const std::string& name)
{
    const std::size_t before = name.find(RANK_IN_NAME);
    uint32_t rank = 0;
    const char* const end = trace.data() + trace.size();
    const char* const digits = trace.data() + std::min(before, trace.size());
    const auto read = std::from_chars(digits, end, rank);
    const bool isRank = read.ec == std::errc() && ChakraNameOf(name, rank) == trace;
    return isRank ? std::optional(rank) : std::nullopt;
}

/** Refuses traces behind the last one that was found: a rank between has none. */
void
CheckNoneBehind(const ChakraFiles& files)
{
    const std::filesystem::path name(files.name);
    const std::filesystem::path folder = name.has_parent_path() ? name.parent_path() : ".";
    std::optional<uint32_t> next;
    std::error_code error; // of a folder that cannot be listed, of which nothing is known
    for (std::filesystem::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error))
    {
        const auto rank = RankOfTrace(each->path().filename(), name.filename());
        if (rank && *rank >= files.ranks && (!next || *rank < *next))
        {
            next = rank;
        }
    }
    if (!next)
    {
        return;
    }
    const std::string behind = ChakraNameOf(files.name, *next);
    if (files.ranks == GOAL_MOST_WORKLOAD_RANKS)
    {
        throw std::invalid_argument(behind + ": a trace too many; expected at most " +
                                    std::to_string(GOAL_MOST_WORKLOAD_RANKS));
    }
    if (*next == files.ranks) // a link to nothing is listed, but not there
    {
        throw std::invalid_argument(behind + ": cannot read the file; expected the trace of a "
                                             "rank");
    }
    throw std::invalid_argument(ChakraNameOf(files.name, files.ranks) + ": no such file, but " +
                                behind + " is there; expected the trace of each rank, from 0");
}

/** @return the trace of a rank, which was found */
std::shared_ptr<std::istream>
OpenTrace(const std::string& trace)
{
    std::error_code error; // of a file that is gone
    const std::filesystem::file_status status = std::filesystem::status(trace, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    {
        throw ChakraError(trace, 0, "no regular file; expected one, as traces are read twice");
    }
    std::shared_ptr<std::istream> in = OpenPlainOrGzip(trace);
    if (!*in)
    {
        throw ChakraError(trace, 0, "cannot open the file; expected the trace of a rank");
    }
    return in;
}

/** @return the text of the groups; empty if there is no such file, as traces need none */
std::string
GroupsOf(const std::string& name)
{
    std::error_code error; // of a file that is not there
    if (std::filesystem::is_directory(name, error))
    {
        throw ParseError(name, {}, "cannot read the file; expected a readable text");
    }
    std::ifstream groups(name);
    return {std::istreambuf_iterator<char>(groups), {}};
}

} // namespace

std::string
ChakraNameOf(const std::string& name, uint32_t rank)
{
    const std::size_t at = name.find(RANK_IN_NAME);
    return name.substr(0, at) + std::to_string(rank) + name.substr(at + RANK_IN_NAME.size());
}

ChakraFiles
FindChakraFiles(const std::string& path)
{
    ChakraFiles files;
    files.name = path;
    const std::string plain = WithoutGzip(path);
    const std::string gzip = path.substr(plain.size()); // the ending of such files, or nothing
    const std::string first = ".0.et";
    const bool isFirst = plain.size() > first.size() &&
                         plain.compare(plain.size() - first.size(), first.size(), first) == 0;
    // The name of the first trace stands for all, as shells complete it.
    if (isFirst && plain.find(RANK_IN_NAME) == std::string::npos)
    {
        files.name = plain.substr(0, plain.size() - first.size()) + CHAKRA_ENDING + gzip;
    }
    const std::size_t size = CHAKRA_ENDING.size() + gzip.size();
    const std::size_t ending = files.name.size() - std::min(files.name.size(), size);
    if (files.name.find(RANK_IN_NAME) != ending + 1 ||
        files.name.substr(ending) != CHAKRA_ENDING + gzip)
    {
        throw std::invalid_argument(path + ": expected PREFIX.%d.et for the traces of all ranks, "
                                           "or the first of them, PREFIX.0.et");
    }
    std::error_code error; // a file that cannot be asked about is not there
    while (files.ranks < GOAL_MOST_WORKLOAD_RANKS &&
           std::filesystem::exists(ChakraNameOf(files.name, files.ranks), error))
    {
        ++files.ranks;
    }
    CheckNoneBehind(files);
    files.open = [name = files.name](uint32_t rank) { return OpenTrace(ChakraNameOf(name, rank)); };
    files.groupsName = files.name.substr(0, ending) + ".json";
    files.groups = GroupsOf(files.groupsName);
    return files;
}

} // namespace mrc
} // namespace ns3
