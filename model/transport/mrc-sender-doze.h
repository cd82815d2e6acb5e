/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_DOZE_H
#define MRC_SENDER_DOZE_H

#include "mrc-doze-timers.h"
#include "mrc-sender-store.h"

namespace ns3
{
namespace mrc
{

/**
 * Need the NIC wake a sender while the data there waits for nothing but its turn? A view of a
 * SenderStore.
 *
 * Each wake-up would only put the probe off, as data that may leave does the work of a probe. Where
 * a NIC has many queue pairs that takes longer than their packets. A sender that dozes is not
 * woken. DozeTimers know when it would have been, so each call first makes up for that, and leaves
 * all timers as if it had happened. The sender wakes at the first call behind which data must wait
 * for anything else.
 *
 * The SenderStore knows whether its sender dozes, beside what each answer reads. AckTimers know
 * which wake-up is spared next. The NIC asks all queue pairs in its round from time to time.
 */
class SenderDoze
{
  public:
    /** @param store the sender's; must outlive this */
    explicit SenderDoze(SenderStore& store)
        : m_store(store)
    {
    }

    /** The sender was woken, and data may leave: the sender may doze from now on. */
    void Begin(Instant now) const;

    /** Something comes that may move timers, or stop data. */
    void Interrupt(Instant now) const
    {
        if (__builtin_expect(m_store.dozes, 0))
        {
            DozeTimers(m_store.timers).MakeUp(now);
        }
    }

    /** That is over: does the sender doze on? */
    void Resume(Instant now) const
    {
        if (__builtin_expect(m_store.dozes, 0))
        {
            GoOn(now);
        }
    }

    /** Ends the doze, if there is one: the NIC has to know the timers. */
    void End(Instant now) const
    {
        Interrupt(now);
        m_store.dozes = false;
    }

    /** Ends the doze, if there is one and it spares no further wake-up. */
    void Look(Instant now) const
    {
        if (EndsSoon(now))
        {
            End(now);
        }
    }

    /** @return the latest end of the doze that begins or goes on now */
    Instant Until(Instant now) const;

    /**
     * A packet has left in a doze, without a word about that before.
     *
     * @return whether the doze is over
     */
    bool EndsBehind(Instant sentAt) const;

  private:
    bool EndsSoon(Instant now) const;
    void GoOn(Instant now) const;
    bool WaitsForTurn() const;

    SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_DOZE_H */
