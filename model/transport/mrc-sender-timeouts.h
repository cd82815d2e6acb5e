/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SENDER_TIMEOUTS_H
#define MRC_SENDER_TIMEOUTS_H

#include "mrc-sender-doze.h"
#include "mrc-sender-store.h"

namespace ns3
{
namespace mrc
{

/** Which steps does a sender take unasked, when a time has come? A view of a SenderStore. */
class SenderTimeouts
{
  public:
    /** @param store the sender's; must outlive this */
    explicit SenderTimeouts(SenderStore& store)
        : m_store(store)
    {
    }

    /** Lets timers that are due act. */
    void Wake(Instant now) const;

    /** Ends a doze that spares no further wake-up. */
    void Look(Instant now) const
    {
        SenderDoze(m_store).Look(now);
    }

    /** @return the latest end of a doze that there is */
    Instant DozesUntil(Instant now) const
    {
        return SenderDoze(m_store).Until(now);
    }

    /** Ends a doze, if there is one. */
    void EndDoze(Instant now) const
    {
        SenderDoze(m_store).End(now);
    }

  private:
    bool MaySend(Instant now) const;
    void Timeout(Instant now) const;
    void ExpirePackets(Instant now) const;

    SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SENDER_TIMEOUTS_H */
