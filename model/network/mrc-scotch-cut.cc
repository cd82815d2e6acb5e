/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-scotch-cut.h"

#include "mrc-weighed-graph.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <unistd.h>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr char PROGRAM[] = "scotch_gpart"; // as Debian's package scotch names it

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/** Writes a graph as Scotch's programs read it: loads of vertices, costs of edges, from 0. */
void
WriteGraph(const WeighedGraph& graph, std::FILE* out)
{
    std::fprintf(out, "0\n%zu %zu\n0 011\n", graph.loads.size(), graph.arcs.size());
    for (std::size_t vertex = 0; vertex < graph.loads.size(); ++vertex)
    {
        const int32_t first = graph.firsts[vertex];
        const int32_t last = graph.firsts[vertex + 1];
        std::fprintf(out, "%d %d", graph.loads[vertex], last - first);
        for (int32_t arc = first; arc < last; ++arc)
        {
            std::fprintf(out, " %d %d", graph.costs[arc], graph.arcs[arc]);
        }
        std::fputc('\n', out);
    }
    std::rewind(out); // all is written before another process reads it
}

/** @return the part of each vertex, nothing if the program printed anything else */
std::vector<int32_t>
ReadParts(std::FILE* in, std::size_t vertices, int32_t parts)
{
    std::size_t count = 0;
    if (std::fscanf(in, "%zu", &count) != 1 || count != vertices)
    {
        return {};
    }
    std::vector<int32_t> found(vertices, -1);
    std::size_t vertex = 0;
    for (std::size_t line = 0; line < vertices; ++line)
    {
        int32_t part = 0;
        if (std::fscanf(in, "%zu %d", &vertex, &part) != 2 || vertex >= vertices || part < 0 ||
            part >= parts)
        {
            return {};
        }
        found[vertex] = part;
    }
    return std::count(found.begin(), found.end(), -1) == 0 ? found : std::vector<int32_t>();
}

} // namespace

bool
HasScotch()
{
    // Looked for here, so that its absence is an error with words, and not one of the shell.
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
    {
        if (::access((folder + "/" + PROGRAM).c_str(), X_OK) == 0)
        {
            return true;
        }
    }
    return false;
}

// The same graph has the same parts: the program starts from the same number each time.
std::vector<int32_t>
CutByScotch(const WeighedGraph& graph, uint32_t parts)
{
    const File file(std::tmpfile(), &std::fclose);
    if (!file)
    {
        return {};
    }
    WriteGraph(graph, file.get());
    std::ostringstream command;
    // The graph comes by a file that has no name: nobody else can change it, and it goes with the
    // process.
    command << PROGRAM << ' ' << parts << " - - -b0.05 -cq </dev/fd/" << ::fileno(file.get());
    const File told(::popen(command.str().c_str(), "r"), &::pclose);
    return told ? ReadParts(told.get(), graph.loads.size(), static_cast<int32_t>(parts))
                : std::vector<int32_t>();
}

} // namespace mrc
} // namespace ns3
