/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-files.h"
#include "mrc-chakra-message.h"
#include "mrc-goal-limits.h"
#include "mrc-gunzip.h"
#include "mrc-parse-error.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
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

    } // namespace

    std::string ChakraNameOf(const std::string& name, uint32_t rank)
    {
        const std::size_t at = name.find(RANK_IN_NAME);
        return name.substr(0, at) + std::to_string(rank) + name.substr(at + RANK_IN_NAME.size());
    }

    ChakraFiles FindChakraFiles(const std::string& path)
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
            throw std::invalid_argument(path +
                                        ": expected PREFIX.%d.et for the traces of all ranks, "
                                        "or the first of them, PREFIX.0.et");
        }
        std::error_code error; // a file that cannot be asked about is not there
        while (files.ranks < GOAL_MOST_WORKLOAD_RANKS &&
               std::filesystem::exists(ChakraNameOf(files.name, files.ranks), error))
        {
            ++files.ranks;
        }
        files.open = [name = files.name](uint32_t rank) -> std::shared_ptr<std::istream> {
            const std::string trace = ChakraNameOf(name, rank);
            std::shared_ptr<std::istream> in = OpenPlainOrGzip(trace);
            if (!*in)
            {
                throw ChakraError(trace, 0, "cannot open the file; expected the trace of a rank");
            }
            return in;
        };
        files.groupsName = files.name.substr(0, ending) + ".json";
        std::ifstream groups(files.groupsName);
        // A missing file leaves the text empty: traces need no groups beside that of all ranks.
        files.groups.assign(std::istreambuf_iterator<char>(groups), {});
        return files;
    }

    } // namespace mrc
} // namespace ns3
