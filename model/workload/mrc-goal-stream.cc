/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-stream.h"

#include "mrc-goal-binary-file.h"
#include "mrc-goal-play.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Starts and ends an operation, and counts it. */
void
PlayTurn(GoalPlay& play, const GoalTurn& turn, GoalStream& stream)
{
    const GoalOperation& operation = turn.operation;
    play.Started(turn.at);
    if (operation.kind == GoalKind::RECV)
    {
        return; // ends by its message
    }
    ++stream.flows;
    stream.bytes += operation.size;
    if (operation.kind == GoalKind::SEND)
    {
        play.Arrived(turn.at);
    }
    else
    {
        stream.working.insert({operation.rank, operation.cpu});
    }
    play.Ended(turn.at);
}

/** @return by rank the place of the first send that is left out, or behind the last operation */
std::vector<uint32_t>
EndsOf(GoalBinaryFile& file, uint64_t mostSends)
{
    std::vector<uint32_t> ends;
    for (uint32_t rank = 0; rank < file.Ranks(); ++rank)
    {
        uint64_t sent = 0;
        uint32_t end = 0;
        for (; end < file.CountOf(rank); ++end)
        {
            const bool isSend = file.Read(rank, end).operation.kind == GoalKind::SEND;
            if (isSend && ++sent > mostSends)
            {
                break;
            }
        }
        ends.push_back(end);
    }
    return ends;
}

} // namespace

std::shared_ptr<GoalStream>
StreamOf(GoalSpool& spool, const std::string& name)
{
    const auto stream = std::make_shared<GoalStream>();
    stream->in = spool.Take();
    stream->name = name;
    stream->lines = spool.Lines();
    return stream;
}

ConnectionMatrix
PlayStream(const std::shared_ptr<GoalStream>& stream, uint64_t mostSends)
{
    GoalBinaryFile file(*stream->in, stream->name, LinesOf(*stream));
    GoalPlay play(file);
    if (mostSends != 0)
    {
        stream->ends = EndsOf(file, mostSends);
        play.Cut(&stream->ends);
    }
    play.Begin();
    // The schedule is played without time: an operation that starts ends at once. So what cannot
    // start at all is found before the run begins.
    for (GoalTurn turn; play.Next(turn);)
    {
        PlayTurn(play, turn, *stream);
    }
    play.CheckEnd();
    ConnectionMatrix matrix;
    matrix.name = stream->name;
    matrix.nodes = file.Ranks();
    matrix.sharesPairs = true;
    matrix.stream = stream;
    matrix.mostSends = mostSends;
    return matrix;
}

ConnectionMatrix
StreamGoal(std::shared_ptr<std::istream> in, const std::string& name, uint64_t mostSends)
{
    const auto stream = std::make_shared<GoalStream>();
    stream->in = std::move(in);
    stream->name = name;
    return PlayStream(stream, mostSends);
}

ConnectionMatrix
StreamGoalText(std::istream& in,
               const std::string& name,
               const GoalSpool::NewFile& newFile,
               uint64_t mostSends)
{
    GoalSpool spool(name, newFile);
    ParseGoal(in, name, spool);
    return PlayStream(StreamOf(spool, name), mostSends);
}

} // namespace mrc
} // namespace ns3
