/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-traffic-file.h"

#include "mrc-chakra-files.h"
#include "mrc-chakra-folder.h"
#include "mrc-chakra-plan.h"
#include "mrc-flow-list.h"
#include "mrc-flow-stream.h"
#include "mrc-goal-binary-file.h"
#include "mrc-goal-binary.h"
#include "mrc-goal-holder.h"
#include "mrc-goal-limits.h"
#include "mrc-goal-schedule.h"
#include "mrc-goal-stream.h"
#include "mrc-gunzip.h"
#include "mrc-matrix-flows.h"
#include "mrc-simai-plan.h"
#include "mrc-text-reader.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unistd.h>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint64_t SECOND = 1000000000000;  //!< in picoseconds
constexpr int DECIMALS = 12;                //!< of a number
constexpr std::size_t COPIED_BYTES = 65536; //!< of a file at a time
constexpr int UTF8_MARK = 0xef; //!< first byte of what editors of Windows put in front of a text
constexpr int UTF8_MARK_BYTES = 3;

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

/** @return a file that can be written and read, and is gone with the last owner */
std::shared_ptr<std::iostream>
NewTemporaryFile()
{
    std::error_code error; // a folder that is not there fails below
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    std::string path = (folder / "mrc-goal-XXXXXX").string();
    const int descriptor = error ? -1 : mkstemp(path.data());
    auto file = std::make_shared<std::fstream>();
    if (descriptor >= 0)
    {
        file->open(path, std::ios::in | std::ios::out | std::ios::binary);
        close(descriptor);
        // The system frees the file when the program ends, however it ends.
        unlink(path.c_str());
    }
    if (!file->is_open())
    {
        throw std::runtime_error("cannot make a temporary file for a workload; expected TMPDIR "
                                 "to name a folder that can be written to");
    }
    return file;
}

/** @return whether a file can be read several times, or is not there, as opening says */
bool
IsRegular(const std::string& path)
{
    std::error_code error; // of a file that is not there
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

/** @return whether a file can be read only once; a folder cannot be read at all */
bool
IsPipe(const std::string& path)
{
    std::error_code error; // of a file that is not there
    return !IsRegular(path) && !std::filesystem::is_directory(path, error);
}

/** @return a temporary file with the same bytes, which can be read from any place */
std::shared_ptr<std::istream>
Copied(std::istream& in)
{
    const std::shared_ptr<std::iostream> file = NewTemporaryFile();
    std::vector<char> bytes(COPIED_BYTES);
    while (*file &&
           (in.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) || in.gcount() != 0))
    {
        file->write(bytes.data(), in.gcount());
    }
    if (!file->flush())
    {
        throw std::runtime_error("cannot write a temporary file for a workload; expected more room "
                                 "in the folder of temporary files (TMPDIR)");
    }
    file->seekg(0);
    return file;
}

/** @return the schedule of a text: in memory, or as a stream if that is long or cut */
ConnectionMatrix
ReadSchedule(std::istream& in, const std::string& path, const TrafficChoices& choices)
{
    GoalHolder holder(path, GOAL_MOST_HELD);
    // Only a text that is read to its end can be held; a cut one is streamed.
    if (choices.mostSends == 0 && ParseGoal(in, path, holder))
    {
        return GoalMatrix(holder.Take());
    }
    in.clear();
    in.seekg(0);
    return StreamGoalText(in, path, NewTemporaryFile, choices.mostSends);
}

/** @return the schedule of a binary, likewise */
ConnectionMatrix
ReadBinarySchedule(const std::shared_ptr<std::istream>& in,
                   const std::string& path,
                   const TrafficChoices& choices)
{
    const GoalBinaryFile file(*in, path);
    uint64_t waits = 0;
    for (uint32_t rank = 0; rank < file.Ranks(); ++rank)
    {
        waits += file.ListedOf(rank);
    }
    const bool isHeld = choices.mostSends == 0 && file.Total() <= GOAL_MOST_HELD &&
                        waits / GOAL_MOST_WAITS <= GOAL_MOST_HELD;
    return isHeld ? GoalMatrix(ReadGoalBinary(*in, path)) : StreamGoal(in, path, choices.mostSends);
}

/** @return the first character of a text but for comments and empty lines; the text is at its begin
 */
int
FirstOf(std::istream& in)
{
    int first = in.peek();
    bool isFar = first == '#' || std::isspace(first) != 0;
    if (first == UTF8_MARK)
    {
        isFar = true;
        in.ignore(UTF8_MARK_BYTES);
        first = in.peek();
    }
    while (first == '#' || std::isspace(first) != 0)
    {
        if (first == '#')
        {
            in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
        }
        else
        {
            in.get();
        }
        first = in.peek();
    }
    in.clear(); // an empty one is told by the reader
    if (isFar)
    {
        in.seekg(0);
    }
    return first;
}

/** @return a list of flows: in memory, or as a stream if that is long */
ConnectionMatrix
ReadFlows(const std::shared_ptr<std::istream>& in,
          const std::string& path,
          const TrafficChoices& choices)
{
    FlowListReader reader(*in, path, choices.nics);
    return reader.Count() > FLOWS_MOST_HELD ? StreamFlows(in, path, choices.nics, choices.mostSends)
                                            : TakeFlows(reader, path, choices.nics);
}

/** @return the traffic of a FILE.txt: a list of flows begins with their number, SimAI's with a word
 */
ConnectionMatrix
ReadText(const std::shared_ptr<std::istream>& in,
         const std::string& path,
         const TrafficChoices& choices)
{
    const int first = FirstOf(*in);
    // Both formats have the ending .txt, and neither has a mark of its own.
    const bool isWord = first >= 'A' && first <= 'Z';
    return isWord ? PlanSimai(ReadSimaiWorkload(*in, path)).matrix : ReadFlows(in, path, choices);
}

/** @return how many connections a file announces; 0 if something is wrong, which is told later */
uint64_t
AnnouncedBy(std::istream& in, const std::string& path)
{
    try
    {
        return ReadMatrixHead(in, path).connections;
    }
    catch (const ParseError&)
    {
        return 0;
    }
}

/** @return a traffic matrix: in memory, or as a stream if that is long and in order */
ConnectionMatrix
ReadMatrix(const std::shared_ptr<std::istream>& in,
           const std::string& path,
           const TrafficChoices& choices)
{
    const bool isPlain = choices.loop != TrafficLoop::CLOSED && !choices.isRepeated;
    if (isPlain && IsRegular(path)) // a pipe can be read only once
    {
        const bool isLong = AnnouncedBy(*in, path) > FLOWS_MOST_HELD;
        const auto streamed =
            isLong ? StreamMatrix(in, path, choices.mostSends) : std::optional<ConnectionMatrix>();
        if (streamed)
        {
            return *streamed;
        }
        in->clear();
        in->seekg(0);
    }
    return ReadConnectionMatrix(*in, path);
}

/** @return what a file holds, for messages */
std::string
FormatOf(const std::string& plain)
{
    return EndsIn(plain, ".txt")                             ? "a list of flows (flow.txt)"
           : EndsIn(plain, ".bin") || EndsIn(plain, ".goal") ? "a schedule in GOAL"
                                                             : "a traffic matrix (.cm)";
}

/** @return the whole of a file, or as much of a stream as is chosen */
ConnectionMatrix
ReadFile(const std::string& path, const TrafficChoices& choices)
{
    const std::string plain = WithoutGzip(path);
    if (EndsIn(plain, ".et"))
    {
        return StreamChakra(FindChakraFiles(path),
                            {NewTemporaryFile, choices.gpuTflops, choices.mostSends});
    }
    const bool isBinary = EndsIn(plain, ".bin");
    const bool isSchedule = isBinary || EndsIn(plain, ".goal");
    if (isSchedule && !IsRegular(path))
    {
        throw ParseError(path, {}, "no regular file; expected one, as schedules are read twice");
    }
    std::shared_ptr<std::istream> in = OpenPlainOrGzip(path);
    if (!*in)
    {
        throw ParseError(path, {}, "cannot open the file; expected " + FormatOf(plain));
    }
    if (EndsIn(plain, ".txt"))
    {
        // The format shows once some of a text is read, and long lists are read twice.
        return ReadText(IsPipe(path) ? Copied(*in) : in, path, choices);
    }
    if (!isSchedule)
    {
        return ReadMatrix(in, path, choices);
    }
    return isBinary ? ReadBinarySchedule(plain == path ? in : Copied(*in), path, choices)
                    : ReadSchedule(*in, path, choices);
}

/** Writes one line of flow.txt. */
void
WriteFlow(std::ostream& out, const Transfer& flow)
{
    const auto start = static_cast<uint64_t>(flow.start.Ps());
    out << flow.source << ' ' << flow.destination << " 3 100 " << flow.bytes << ' '
        << start / SECOND << '.' << std::setfill('0') << std::setw(DECIMALS) << start % SECOND
        << '\n';
}

} // namespace

ConnectionMatrix
ReadTrafficFile(const std::string& path, const TrafficChoices& choices)
{
    return InLoop(FirstSends(ReadFile(path, choices), choices.mostSends), choices.loop);
}

ConnectionMatrix
ReadTrafficFile(const std::string& path, uint32_t nics)
{
    TrafficChoices choices;
    choices.nics = nics;
    return ReadTrafficFile(path, choices);
}

TrainingPlan
ReadChakraPlan(const std::string& path, double gpuTflops)
{
    return PlanChakra(FindChakraFiles(path), {NewTemporaryFile, gpuTflops, 0});
}

void
WriteFlowList(std::ostream& out, const ConnectionMatrix& matrix)
{
    if (matrix.stream)
    {
        throw std::invalid_argument(matrix.name +
                                    ": operations that wait for others; expected transfers over "
                                    "the fabric that start at times of their own");
    }
    if (matrix.list)
    {
        out << matrix.list->flows << '\n';
        FlowStreamReader reader(*matrix.list);
        for (Transfer flow; reader.Next(flow);)
        {
            WriteFlow(out, flow);
        }
        return;
    }
    std::vector<Transfer> flows = matrix.transfers;
    for (const Transfer& flow : flows)
    {
        CheckIsFlow(matrix, flow);
    }
    // A reader of flow.txt takes flows in the order of their times.
    std::stable_sort(flows.begin(), flows.end(), [](const Transfer& a, const Transfer& b) {
        return a.start < b.start;
    });
    out << flows.size() << '\n';
    for (const Transfer& flow : flows)
    {
        WriteFlow(out, flow);
    }
}

} // namespace mrc
} // namespace ns3
