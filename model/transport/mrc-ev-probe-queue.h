/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PROBE_QUEUE_H
#define MRC_EV_PROBE_QUEUE_H

#include "mrc-connection-parameters.h"
#include "mrc-ring.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The purpose of an EV probe. */
enum class EvProbeRole : uint8_t
{
    FORWARD, //!< an EV of data that is assumed bad [ev-resurrection]
    INQUIRY, //!< the path of a packet that is overdue
    REVERSE, //!< an EV for acknowledgements [reverse-path]
};

/** An EV probe that waits to be sent. */
struct EvProbe
{
    Ev ev;            //!< the path to probe
    uint16_t id;      //!< of the request; the answer brings the id back
    EvProbeRole role; //!< decides the class, and the way back of the answer
};

/** Which EV probe does a queue pair send next, and in which class? */
class EvProbeQueue
{
  public:
    /** @param probe is sent after all that wait */
    void Push(const EvProbe& probe)
    {
        m_waiting.Push(probe);
    }

    /** @return whether none waits */
    bool Empty() const
    {
        return m_waiting.Empty();
    }

    /** Gives the memory back if none waits. */
    void Shrink()
    {
        m_waiting.Shrink();
    }

    /**
     * Makes the oldest probe with a port that is up, and drops older ones.
     *
     * @param parameters of the connection
     * @param up the ports of this NIC that are up
     * @param now the time
     * @param out gets the probe
     * @return whether there is one
     */
    bool Take(const ConnectionParameters& parameters, PlaneMask up, Instant now, Datagram& out);

  private:
    // The first cache line of a connection holds this, and has room for no other member.
    Ring<EvProbe> m_waiting;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_PROBE_QUEUE_H */
