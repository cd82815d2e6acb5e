/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_CLOCK_H
#define MRC_NIC_CLOCK_H

#include "mrc-host-side.h"
#include "mrc-nic-ports.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-nic-timers.h"

#include "ns3/mrc-hot-event.h"

namespace ns3
{
namespace mrc
{

/** Which work is due when a NIC's one timer fires? */
class NicClock
{
  public:
    /** The parts that the clock wakes; all must outlive the clock. */
    struct Parts
    {
        NicStore& store;   //!< the NICs
        NicTimers& timers; //!< of queue pairs
        NicPump& pump;     //!< serves queue pairs
        HostSide& host;    //!< has posts and completions
        NicPorts& ports;   //!< has blackouts and news
    };

    /** @param parts of the same NICs */
    explicit NicClock(const Parts& parts)
        : m_parts(parts)
    {
    }

    /** Fires a HotKind::NIC_WAKE event of a NIC. */
    void Wake(uint32_t number, Instant now);

    /** Fires an event of users, or comes behind one of PFC. */
    void FireRare(HotEvent event);

  private:
    /** How long a NIC with a paused port does not look at all while queue pairs doze; own choice:
     * no longer than a round trip. */
    static constexpr Span PAUSED_DOZE = Micros(2);

    void LookAtPause(HotEvent event);
    __attribute__((noinline)) void WakeParts(NicState& nic, Instant now);
    void RunTimers(NicState& nic, Instant now);
    void SetTimer(NicState& nic, Instant now);
    void AskDozing(NicState& nic, Instant now);

    Parts m_parts;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_CLOCK_H */
