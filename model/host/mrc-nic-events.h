/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_EVENTS_H
#define MRC_NIC_EVENTS_H

#include "mrc-nic-clock.h"
#include "mrc-nic-inbox.h"

namespace ns3
{
namespace mrc
{

/** Which work do hot events do at NICs? For the kernel's loop. */
class NicEvents
{
  public:
    /** @param inbox, clock of the same NICs; must outlive this */
    NicEvents(NicInbox& inbox, NicClock& clock)
        : m_inbox(inbox),
          m_clock(clock)
    {
    }

    /** A frame has arrived over a link; its NIC owns the frame from now on. */
    void Receive(PortIndex link, FrameIndex frame, Instant now) const
    {
        m_inbox.Receive(link, frame, now);
    }

    /** Fires a HotKind::NIC_WAKE event. */
    void Wake(uint32_t nic, Instant now) const
    {
        m_clock.Wake(nic, now);
    }

    /** Fires an event of users, or comes behind one of PFC at a port, which may be a NIC's. */
    void FireRare(HotEvent event) const
    {
        m_clock.FireRare(event);
    }

  private:
    NicInbox& m_inbox;
    NicClock& m_clock;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_EVENTS_H */
