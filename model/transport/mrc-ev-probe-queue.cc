/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-probe-queue.h"

#include "mrc-endpoint.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the DSCP of an EV probe: any class will do [traffic-classes] */
uint8_t
ClassOf(EvProbeRole role, const ConnectionParameters& parameters)
{
    // an inquiry has to pass the data, or it could not tell a dead path from a busy one
    // [probe-class]
    const bool data = parameters.ev->probeClass == EV_PROBE_DATA && role != EvProbeRole::INQUIRY;
    return data ? parameters.dscp.noTrim : parameters.dscp.control;
}

/** @return whether the answer to an EV probe may take another uplink than the probe */
bool
LeavesUplinkFree(EvProbeRole role, EvProbeReturn back)
{
    return back == EV_PROBE_RETURN_ANY ||
           (back == EV_PROBE_RETURN_BY_ROLE && role == EvProbeRole::REVERSE);
}

} // namespace

bool
EvProbeQueue::Take(const ConnectionParameters& parameters, PlaneMask up, Instant now, Datagram& out)
{
    while (!m_waiting.Empty())
    {
        const EvProbe probe = m_waiting.Front();
        m_waiting.Pop();
        // A probe that waited while the probe's port went down is dropped.
        if ((up >> probe.ev.Plane()) & 1)
        {
            const uint8_t dscp = ClassOf(probe.role, parameters);
            out = MakeEvProbe({parameters.localNic, parameters.peerNic, probe.ev, dscp},
                              probe.id,
                              now);
            out.erth.anyUplinkBack = LeavesUplinkFree(probe.role, parameters.ev->probeReturn);
            return true;
        }
    }
    return false;
}

} // namespace mrc
} // namespace ns3
