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
PlayStream(const std::shared_ptr<GoalStream>& stream)
{
    GoalBinaryFile file(*stream->in, stream->name, LinesOf(*stream));
    GoalPlay play(file);
    play.Begin();
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
    return matrix;
}

ConnectionMatrix
StreamGoal(std::shared_ptr<std::istream> in, const std::string& name)
{
    const auto stream = std::make_shared<GoalStream>();
    stream->in = std::move(in);
    stream->name = name;
    return PlayStream(stream);
}

ConnectionMatrix
StreamGoalText(std::istream& in, const std::string& name, const GoalSpool::NewFile& newFile)
{
    GoalSpool spool(name, newFile);
    ParseGoal(in, name, spool);
    return PlayStream(StreamOf(spool, name));
}

} // namespace mrc
} // namespace ns3
