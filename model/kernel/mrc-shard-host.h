/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARD_HOST_H
#define MRC_SHARD_HOST_H

#include "mrc-hot-event.h"
#include "mrc-hot-host.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

/**
 * Fires the hot events of one shard of several, by a clock of its own.
 *
 * WindowCrew says which events. Ordinary events are those of the simulator's host.
 */
class ShardHost : public HotHost
{
  public:
    /** @param simulator has the ordinary events between windows; must outlive this object */
    explicit ShardHost(const HotHost& simulator);

    /** Fires all events before an instant. @param end the instant */
    void Run(Instant end)
    {
        Drain(end);
    }

    /** @return no event comes before this instant */
    Instant Next() const
    {
        return Earliest();
    }

    /** @return the number of events fired */
    uint64_t Fired() const
    {
        return FiredCount();
    }

    /** From here to the end of the block all events are of one instant, fired one by one. */
    class Meeting;

    /** @return the first event of the meeting, null: there is none any more */
    const HotEvent* FirstOfMeeting()
    {
        return First();
    }

    /** Fires the event that FirstOfMeeting returned. */
    void FireFirstOfMeeting()
    {
        FireFirst();
    }

    void Wake(Instant at) override;

    bool KeepsCurrent() const override
    {
        return true;
    }

    Instant OrdinaryNow() const override;
    bool IsRunning() const override;

  private:
    const HotHost& m_simulator;
};

/** While this exists, the clock of a shard stands at one instant. */
class ShardHost::Meeting
{
  public:
    /**
     * @param host of the shard; must outlive this
     * @param at the instant
     */
    Meeting(ShardHost& host, Instant at)
        : m_host(host),
          m_before(host.Clock().now)
    {
        m_host.Clock().firing = true;
        SetTo(at);
    }

    /** The clock stands at another instant from now on. @param at the instant */
    void GoOn(Instant at)
    {
        m_before = std::max(m_host.Clock().now, m_before);
        SetTo(at);
    }

    ~Meeting()
    {
        m_host.Clock().firing = false;
        // An earlier instant was only looked back at.
        m_host.Clock().now = std::max(m_host.Clock().now, m_before);
    }

    Meeting(const Meeting&) = delete;
    Meeting& operator=(const Meeting&) = delete;

  private:
    void SetTo(Instant at)
    {
        m_host.Clock().now = at;
        m_host.Clock().limit = at + Span(1);
    }

    ShardHost& m_host;
    Instant m_before;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARD_HOST_H */
