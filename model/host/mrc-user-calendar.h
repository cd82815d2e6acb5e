/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_USER_CALENDAR_H
#define MRC_USER_CALENDAR_H

#include "mrc-user-moment.h"

#include "ns3/mrc-hint-step.h"
#include "ns3/mrc-hot-host.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-late-call.h"
#include "ns3/mrc-ordinary-place.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

struct ShardNews;
struct WindowCall;

/**
 * What do users do before and behind the hot events of ticks?
 *
 * Several shards stop for each ordinary event. A user that knows a window ahead when it will act
 * has the act entered here instead, and nobody stops. Each shard notes how things stand at that
 * moment, and the user is called once the window is over. Acts of one moment come in the order of
 * their entries, as ordinary events do.
 */
class UserCalendar
{
  public:
    /** Something that a user does. */
    using Act = LateCall;

    /** A shard: its news, and its clock. */
    struct Side
    {
        ShardNews* news; //!< what the shard tells, and wants to be told
        HotClock* clock; //!< at which event the shard is
    };

    /** Has instants of all processes become the latest of each. */
    using Joiner = std::function<void(std::vector<Instant>&)>;

    /** What lies about the shards; all must outlive the events of the run. */
    struct Parts
    {
        HotHost& simulator;         //!< fires the hot events
        OrdinaryPlaces& ordinary;   //!< has the ordinary events
        std::vector<Side> sides;    //!< of at least 2 shards, first those of this process
        std::function<Span()> most; //!< says how long windows will be at most
        Joiner join{};              //!< null: there are no other processes
    };

    /** @param parts of the run */
    explicit UserCalendar(Parts parts);

    UserCalendar(const UserCalendar&) = delete;
    UserCalendar& operator=(const UserCalendar&) = delete;

    /** @return an act so long behind another one, or later, need not be foreseen with that one */
    Span Reach() const;

    /**
     * @param tick begin of a tick, not in the past
     * @return whether an act there is to be an ordinary event: shards take turns, or the act is to
     *         come without delay behind one
     */
    bool IsForOrdinary(Instant tick) const;

    /**
     * @param tick begin of a tick; of the present one any instant
     * @return the moment of an act that is entered there now
     */
    UserMoment MomentOf(Instant tick) const;

    /**
     * @param moment to come
     * @return whether shards will note how things stand; if not, all will stand there
     */
    bool Foresee(const UserMoment& moment);

    /** All shards stop: a user will act at once. @param moment to come, not within hot events */
    void MeetAt(const UserMoment& moment);

    /**
     * @param tick of the act; IsForOrdinary is false
     * @param owner may have the act forgotten, and does so before it lets this calendar go
     * @param act is called then
     * @param hint a step to what the act touches
     * @throws std::logic_error if shards have passed that moment, which nobody has foreseen
     */
    void Enter(Instant tick, const void* owner, Act act, const HintStep& hint = {});

    /** @param owner of acts, which are not called any more */
    void Forget(const void* owner);

    /** From now on all shards stand where users act, so acts are ordinary events. */
    void Merge();

    /** @return the moment with acts that are called just now, if there is one */
    const std::optional<UserMoment>& Told() const
    {
        return m_told;
    }

    /** @return nothing happens here before this instant */
    Instant Next() const
    {
        return m_isMerged || m_acts.empty() ? Instant::Never() : BoundOf(m_acts.begin()->first);
    }

    /**
     * Any thread may call this within a window, as nothing changes here then.
     *
     * @param end of the window
     * @param pass is called with each moment that the window has, in order
     */
    template <typename Pass>
    void ForEachBefore(Instant end, Pass pass) const
    {
        for (auto acts = m_acts.begin(); Next() < end && acts != m_acts.end(); ++acts)
        {
            if (BoundOf(acts->first) >= end)
            {
                return;
            }
            pass(acts->first);
        }
    }

    /** @param moment of a window @return the call that makes its acts, once the window is over */
    WindowCall CallOf(const UserMoment& moment);

  private:
    class Telling;

    /** A user with acts. */
    struct Owner
    {
        bool isGone{false}; //!< whether the acts are forgotten
    };

    /** An act, and its owner. */
    struct Entry
    {
        std::shared_ptr<Owner> owner;
        Act act;
        std::shared_ptr<OrdinaryPlace> place; //!< of the act where it is an ordinary event
        HintStep hint;                        //!< to what the act touches
    };

    using Entries = std::list<Entry>; //!< memory of one moment serves later ones

    static constexpr std::size_t BATCH = 8; //!< acts that are hinted at together

    /** @return an instant that has passed exactly when all before the moment is over */
    static Instant BoundOf(const UserMoment& moment)
    {
        return moment.Cut() - Span(1);
    }

    bool IsTold(const UserMoment& moment) const;
    Entries* Open(const UserMoment& moment);
    Instant Reached() const;
    void JoinNotes();
    Instant TakeNotes(const UserMoment& moment);
    void Tell(const UserMoment& moment);
    bool IsAmongOrdinary(const UserMoment& moment);
    void Run(const UserMoment& moment);
    static void Hint(const Entries& entries);
    static HintStep HintMoment(const void* entries, uint32_t);
    static HintStep HintFirst(const void* entries, uint32_t);
    void Put(Entries& entries, Entry entry);
    Entry TakeFirst(Entries& entries);
    std::shared_ptr<OrdinaryPlace> PlaceAt(const UserMoment& moment);
    std::shared_ptr<Owner> OwnerOf(const void* owner);
    void MakeOrdinary(const UserMoment& moment, Entry entry);
    void MakeOrdinary(const UserMoment& moment);

    Parts m_parts;
    std::map<UserMoment, Entries> m_acts;  //!< of moments that shards note, some without an act
    Entries m_spare;                       //!< empty ones, as memory for those to come
    std::map<UserMoment, Instant> m_notes; //!< of the last window, joined: moments to be told
    std::optional<UserMoment> m_told;
    std::unordered_map<const void*, std::weak_ptr<Owner>> m_owners; //!< and some without acts
    std::size_t m_sweepAt{64}; //!< with so many, those without acts are left out
    bool m_isMerged{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_USER_CALENDAR_H */
