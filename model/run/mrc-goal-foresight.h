/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GOAL_FORESIGHT_H
#define MRC_GOAL_FORESIGHT_H

#include "ns3/mrc-goal-steps.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-node-times.h"
#include "ns3/mrc-user-moment.h"

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

class UserCalendar;

/**
 * What will happen to the operations of a schedule, and what will be posted then?
 *
 * The host's overhead lies between what a NIC knows and what its host hears [several-threads]. So
 * all that happens within that time is known, and the schedule is played as far ahead, in the order
 * of time. What follows is kept until the time has come.
 */
class GoalForesight
{
  public:
    /** Hears what is foreseen. */
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** A NIC will get a post. @param post the same @param at when */
        virtual void WillPost(const GoalPost& post, const UserMoment& at) = 0;

        /** The run may end. @param at when */
        virtual void MayEnd(const UserMoment& at) = 0;
    };

    /** What lies about the schedule. */
    struct Parts
    {
        NodeModel node;                         //!< which NICs are of one node
        Span hostDelay;                         //!< of hosts
        std::shared_ptr<UserCalendar> calendar; //!< has the acts of users; null: one shard
        uint64_t flows;                         //!< of the schedule
    };

    /** @param parts of a run @return whether its windows are short enough to see beyond them */
    static bool IsPossible(const Parts& parts);

    /**
     * @param parts of the run
     * @param steps say what follows; not begun
     * @param listener must outlive this
     */
    GoalForesight(Parts parts, GoalSteps& steps, Listener& listener);

    ~GoalForesight();

    GoalForesight(const GoalForesight&) = delete;
    GoalForesight& operator=(const GoalForesight&) = delete;

    /** The schedule begins. @param now at this time @return what is posted now */
    std::vector<GoalPost> Begin(Instant now);

    /**
     * A send over the fabric will end.
     *
     * @param turn the send
     * @param at when its host will hear
     * @param isGood whether others may start then
     */
    void End(const GoalTurn& turn, Instant at, bool isGood);

    /**
     * Data of a send over the fabric is there.
     *
     * @param turn the send
     * @param now the time
     */
    void Arrive(const GoalTurn& turn, Instant now);

    /** Something has happened. @param event what @param turn the operation @return what is posted
     */
    std::vector<GoalPost> Take(GoalEvent event, const GoalTurn& turn);

    /** Looks as far ahead as can be. @param now all that happened before this time has been told */
    void GoOn(Instant now);

  private:
    /** Something that will happen. */
    struct Coming
    {
        UserMoment at;
        UserMoment entered; //!< when one thread would have scheduled that
        bool isOfAct;       //!< a user's act would have, and no arrival
        uint64_t number;    //!< of all that was foreseen
        GoalEvent event;
        GoalTurn turn;
        bool isGood;   //!< others may start
        bool isInside; //!< a send inside a node ends; its receiver hears later

        /** @param other of the same rank @return whether one thread has this happen first */
        bool operator<(const Coming& other) const;
    };

    static uint64_t KeyOf(GoalEvent event, const GoalPlace& at);
    void Add(Coming coming);
    UserMoment Behind(const UserMoment& at, Span delay) const;
    void AddArrival(const GoalTurn& turn, const UserMoment& entered, Instant now, bool isOfAct);
    std::vector<GoalPost> Follow(const UserMoment& at);
    void Post(const GoalPost& post, const UserMoment& at);
    void PlayFirst();
    void LookLater();
    void Look(Instant at);

    Parts m_parts;
    GoalSteps& m_steps;
    Listener& m_listener;
    NodeTimes m_times;
    Span m_reach;              //!< later acts are foreseen when they are entered
    std::set<Coming> m_coming; //!< not yet played
    std::unordered_map<uint64_t, std::vector<GoalPost>> m_posts; //!< by what happens: played
    UserMoment m_played{UserMoment::BeginOf(Instant())};         //!< so far
    Instant m_look{Instant::Never()};                            //!< when to look again
    uint64_t m_number{0};
    uint64_t m_posted{0};   //!< flows
    uint64_t m_active{0};   //!< flows and signals
    bool m_meetsAll{false}; //!< a flow fails: the run may end whenever something happens
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GOAL_FORESIGHT_H */
