/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_PARTITIONS_H
#define RANK_PARTITIONS_H

// How the fabric of a script is divided, also where each rank finds another way.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace ns3
{
namespace mrc
{

/** @return another way to divide the fabric in the second rank: all in the first part */
inline std::string
PartitionOfThisRank()
{
    const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    if (rank == nullptr || std::string(rank) != "1")
    {
        return "blocks";
    }
    const std::string name = "mrc-rank-scripts.parts";
    std::ofstream file(name);
    for (const char* plane : {"p0", "p1"})
    {
        for (int number = 0; number < 4; ++number)
        {
            file << plane << ".t0." << number << " 0\n" << plane << ".t1." << number << " 0\n";
        }
    }
    return name;
}

/**
 * Has this rank find another program of the name of Scotch's. Each gives every other vertex to part
 * 0. The second rank's begins with the other part.
 */
inline void
FindOtherScotch()
{
    const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    const std::string number = rank == nullptr ? "0" : rank;
    const auto folder = std::filesystem::absolute("mrc-rank-scripts.scotch" + number);
    std::filesystem::create_directories(folder);
    const auto program = folder / "scotch_gpart";
    std::ofstream(program) << "#!/bin/sh\nread none; read count rest; echo $count; i=0\n"
                           << "while [ $i -lt $count ]; do echo $i $(((i + " << number
                           << ") % 2)); i=$((i + 1)); done\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const char* const path = std::getenv("PATH");
    setenv("PATH", (folder.string() + ":" + (path == nullptr ? "" : path)).c_str(), 1);
}

/** @return how a script has the fabric divided */
inline std::string
PartitionFor(const std::string& script)
{
    if (script == "scotch-differs")
    {
        FindOtherScotch();
        return "scotch";
    }
    return script == "parts-differ" ? PartitionOfThisRank() : "auto";
}

} // namespace mrc
} // namespace ns3

#endif /* RANK_PARTITIONS_H */
