/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_STEPS_H
#define MRC_GOAL_STEPS_H

#include "mrc-goal-binary-file.h"
#include "mrc-goal-play.h"
#include "mrc-goal-stream.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>

namespace ns3
{
namespace mrc
{

/** What can happen to an operation of a schedule? */
enum class GoalEvent : uint8_t
{
    TURN,    //!< a message's turn at its processor has come
    BEGIN,   //!< work begins
    END,     //!< a send or work is done
    ARRIVAL, //!< the receiver of a send knows of the data
};

/** Where something is posted: source, destination and, of a processor's work, the processor. */
using GoalWay = std::tuple<uint32_t, uint32_t, std::optional<uint8_t>>;

/** Something that is posted for an operation. */
struct GoalPost
{
    GoalTurn turn;        //!< the operation
    bool isSignal{false}; //!< a message's turn at its processor
    bool isOfCpu{false};  //!< a processor does it, if only to let a message have its turn

    /** @return where this is posted */
    GoalWay Way() const
    {
        const GoalOperation& operation = turn.operation;
        return isOfCpu ? GoalWay(operation.rank, operation.rank, operation.cpu)
                       : GoalWay(operation.rank, operation.peer, std::nullopt);
    }

    /** @return bytes, or nanoseconds of work */
    uint64_t Length() const
    {
        return isSignal ? 0 : turn.operation.size;
    }
};

/** What is to be posted once something has happened to an operation [goal-processors]? */
class GoalSteps
{
  public:
    /** @param stream the schedule @throws ParseError if the file has changed */
    explicit GoalSteps(std::shared_ptr<const GoalStream> stream);

    GoalSteps(const GoalSteps&) = delete;
    GoalSteps& operator=(const GoalSteps&) = delete;

    /** The schedule begins: what waits for nothing can be posted. */
    void Begin();

    /**
     * Something has happened. Next says what is posted then.
     *
     * @param event what
     * @param turn the operation
     * @throws ParseError if the file is wrong
     */
    void Tell(GoalEvent event, const GoalTurn& turn);

    /**
     * @param[out] post the next one
     * @return false if there is none until something happens
     * @throws ParseError if the file is wrong
     */
    bool Next(GoalPost& post);

    /** @param at an operation @return the operation's number in the whole schedule */
    uint64_t NumberOf(const GoalPlace& at) const
    {
        return m_file.NumberOf(at.rank, at.place);
    }

  private:
    bool Start(const GoalTurn& turn);

    std::shared_ptr<const GoalStream> m_stream;
    GoalBinaryFile m_file;
    GoalPlay m_play;
    std::optional<GoalTurn> m_send; //!< that has had its turn at a processor just now
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_STEPS_H */
