/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-goal-steps.h"

#include <utility>

namespace ns3
{
namespace mrc
{

GoalSteps::GoalSteps(std::shared_ptr<const GoalStream> stream)
    : m_stream(std::move(stream)),
      m_file(*m_stream->in, m_stream->name, LinesOf(*m_stream)),
      m_play(m_file)
{
    m_play.Watch(m_stream->watcher.get());
    m_play.Cut(m_stream->ends.empty() ? nullptr : &m_stream->ends);
}

void
GoalSteps::Begin()
{
    m_play.Begin();
}

void
GoalSteps::Tell(GoalEvent event, const GoalTurn& turn)
{
    switch (event)
    {
    case GoalEvent::TURN:
        if (Start(turn))
        {
            m_send = turn;
        }
        break;
    case GoalEvent::BEGIN:
        m_play.Started(turn.at);
        break;
    case GoalEvent::END:
        m_play.Ended(turn.at);
        break;
    case GoalEvent::ARRIVAL:
        m_play.Arrived(turn.at);
        break;
    }
}

/**
 * A send is posted now; a recv only has to have started, as its message may be there.
 *
 * @return whether the message is a send
 */
bool
GoalSteps::Start(const GoalTurn& turn)
{
    m_play.Started(turn.at);
    return turn.operation.kind == GoalKind::SEND;
}

/** A message takes its turn at a processor with work. */
bool
GoalSteps::Next(GoalPost& post)
{
    if (m_send)
    {
        post = {*std::exchange(m_send, std::nullopt), false, false};
        return true;
    }
    for (GoalTurn turn; m_play.Next(turn);)
    {
        const bool isWork = turn.operation.kind == GoalKind::CALC;
        // A processor with work serves messages in turn with it.
        if (isWork || m_stream->working.count({turn.operation.rank, turn.operation.cpu}) != 0)
        {
            post = {turn, !isWork, true};
            return true;
        }
        if (Start(turn))
        {
            post = {turn, false, false};
            return true;
        }
    }
    return false;
}

} // namespace mrc
} // namespace ns3
