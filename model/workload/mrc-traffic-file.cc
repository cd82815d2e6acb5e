/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-traffic-file.h"

#include "mrc-flow-list.h"
#include "mrc-goal-binary.h"
#include "mrc-goal-schedule.h"
#include "mrc-text-reader.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t SECOND = 1000000000000; //!< in picoseconds
constexpr int DECIMALS = 12;               //!< of a number

/** @return whether a name ends so, and has more in front of the ending */
bool
EndsIn(const std::string& path, const std::string& ending)
{
    return path.size() > ending.size() &&
           path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

/**
 * Refuses transfers that the format cannot express: those that wait for others, and those inside a
 * node.
 */
void
CheckIsFlow(const ConnectionMatrix& matrix, const Transfer& transfer)
{
    const bool isInside = matrix.node.Holds(transfer.source, transfer.destination);
    if (transfer.startTrigger || isInside)
    {
        throw std::invalid_argument(
            matrix.name + ": transfer " + std::to_string(transfer.id) +
            (isInside ? " is inside a node" : " waits for others") +
            "; expected transfers over the fabric that start at times of their own");
    }
}

} // namespace

ConnectionMatrix
ReadTrafficFile(const std::string& path, uint32_t nics)
{
    const bool isList = EndsIn(path, ".txt");
    const bool isBinary = EndsIn(path, ".bin");
    if (!isList && !isBinary && !EndsIn(path, ".goal"))
    {
        return ReadConnectionMatrixFile(path);
    }
    std::ifstream in(path, std::ios::binary); // line ends of Windows are blanks
    if (!in)
    {
        const std::string format = isList ? "a list of flows (flow.txt)" : "a schedule in GOAL";
        throw ParseError(path, {}, "cannot open the file; expected " + format);
    }
    if (isList)
    {
        return ReadFlowList(in, path, nics);
    }
    return GoalMatrix(isBinary ? ReadGoalBinary(in, path) : ReadGoal(in, path));
}

void
WriteFlowList(std::ostream& out, const ConnectionMatrix& matrix)
{
    std::vector<Transfer> flows = matrix.transfers;
    for (const Transfer& flow : flows)
    {
        CheckIsFlow(matrix, flow);
    }
    std::stable_sort(flows.begin(), flows.end(), [](const Transfer& a, const Transfer& b) {
        return a.start < b.start;
    });
    out << flows.size() << '\n';
    for (const Transfer& flow : flows)
    {
        const auto start = static_cast<uint64_t>(flow.start.Ps());
        out << flow.source << ' ' << flow.destination << " 3 100 " << flow.bytes << ' '
            << start / SECOND << '.' << std::setfill('0') << std::setw(DECIMALS) << start % SECOND
            << '\n';
    }
}

} // namespace mrc
} // namespace ns3
