/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATA_SENDER_H
#define MRC_DATA_SENDER_H

#include "mrc-sender-store.h"

namespace ns3
{
namespace mrc
{

/**
 * Which data packet leaves next, and does the packet ask for an answer? A view of a SenderStore.
 */
class DataSender
{
  public:
    /** @param store the sender's; must outlive this */
    explicit DataSender(SenderStore& store)
        : m_store(store)
    {
    }

    /** The next data packet (QueuePair::NextData). */
    bool NextData(Instant now, PlaneMask ports, Datagram& out) const
    {
        m_store.noPath = false;
        if (m_store.flight.Packets().Records().Lost() != 0)
        {
            return Resend(m_store, now, ports, out); // oldest gap first [oldest-first]
        }
        return m_store.messages.HasUnsent() && SendNew(m_store, now, ports, out);
    }

    /**
     * @param ports the ports that NextData got when there was nothing to send
     * @return whether only a path over these ports was lacking: another port could send now
     */
    bool WaitsForOtherPort(PlaneMask ports) const
    {
        return m_store.noPath && (m_store.paths.Ports().Usable() & ~ports) != 0;
    }

  private:
    // static: a packet would else store the view in memory
    static bool Resend(SenderStore& store, Instant now, PlaneMask ports, Datagram& out);
    static bool SendNew(SenderStore& store, Instant now, PlaneMask ports, Datagram& out);

    SenderStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_SENDER_H */
