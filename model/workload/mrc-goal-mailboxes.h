/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_MAILBOXES_H
#define MRC_GOAL_MAILBOXES_H

#include "mrc-goal-limits.h"
#include "mrc-goal-schedule.h"
#include "mrc-goal-tag-line.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** An operation of a schedule that is not in memory. */
struct GoalPlace
{
    uint32_t rank{0};  //!< from 0
    uint32_t place{0}; //!< among the rank's operations, from 0
};

/**
 * Which send does a recv take, and is its data there? Of sends and recvs as they are read, those
 * that are not done are in memory [goal-messages].
 *
 * Each of a rank's operations is added behind those before it. A new send goes to the first
 * recv that wants the send, and a new recv takes the first send. The order of ranks does not
 * matter.
 */
class GoalMailboxes
{
  public:
    /**
     * @param name of the schedule, for messages
     * @param most sends with data that is there before their recvs start, above 0
     */
    explicit GoalMailboxes(const std::string& name, uint64_t most = GOAL_MOST_EARLY);

    /**
     * @param operation a send or a recv
     * @param place of the operation in its rank
     * @throws ParseError if a recv is shorter than its send
     */
    void Add(const GoalOperation& operation, uint32_t place);

    /** @return whether a send that was added has a recv. @param send the place of the send */
    bool IsTaken(const GoalPlace& send) const;

    /**
     * @param send one with data that is there
     * @return the recv, if that is done now
     * @throws ParseError if too many sends are there before their recvs start
     */
    std::optional<GoalPlace> Arrived(const GoalPlace& send);

    /** @return whether a recv is done, as the data is there. @param recv one that starts now */
    bool Started(const GoalPlace& recv);

    /** @throws ParseError for a recv without a send, or else a send without a recv */
    void CheckAllAreTaken() const;

  private:
    /** A send and a recv, or one that waits for the other. */
    struct Message
    {
        std::optional<GoalPlace> send;
        std::optional<GoalPlace> recv;
        GoalOperation first;    //!< the one that came first
        bool hasArrived{false}; //!< whether the data is there
        bool hasStarted{false}; //!< whether the recv has
    };

    /** Messages from a rank to another that lack a side, in the order of their ranks. */
    struct Box
    {
        GoalTagLine sends;
        GoalTagLine recvs;
    };

    static uint64_t KeyOf(const GoalPlace& place)
    {
        return uint64_t{place.rank} << 32 | place.place;
    }

    static std::optional<uint32_t> TakeOther(Box& box, const GoalOperation& operation);
    uint32_t NewMessage(const GoalOperation& operation);
    void Join(Message& message, const GoalOperation& send, const GoalOperation& recv) const;
    bool IsDone(uint32_t message);

    std::string m_name;
    uint64_t m_most;
    uint64_t m_early{0}; //!< sends that are there before their recvs start
    std::vector<Message> m_messages;
    std::vector<uint32_t> m_free;                         //!< of them
    std::unordered_map<uint64_t, uint32_t> m_messageOf;   //!< by rank and place
    std::map<std::pair<uint32_t, uint32_t>, Box> m_boxes; //!< by source and destination
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_MAILBOXES_H */
