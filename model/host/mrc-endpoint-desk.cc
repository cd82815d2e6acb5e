/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-endpoint-desk.h"

#include "ns3/mrc-endpoint.h"

namespace ns3
{
namespace mrc
{

bool
EndpointDesk::Receive(NicState& nic, const Datagram& datagram, Instant now)
{
    const uint32_t number = m_store.NumberOf(nic);
    if (datagram.bth.opcode == Opcode::ENDPOINT_REQUEST)
    {
        // A request of the NIC itself came back: a loop that probes the links on its way.
        if (datagram.source == number)
        {
            if (m_listener != nullptr)
            {
                m_listener->LoopArrived(number, static_cast<uint16_t>(datagram.bth.psn.Value()));
            }
            return true;
        }
        const Datagram request = datagram;
        Datagram answer = AnswerEndpointRequest(request, nic.up, m_store.plan.dscp.control);
        if (request.erth.anyUplinkBack)
        {
            answer.ev = m_paths.AnyWayBack(number, request);
        }
        m_pump.SendOwn(nic, answer, now);
        if (request.erth.operation == EndpointOperation::PORT_STATUS_UPDATE)
        {
            m_ports.Hear(number, request, now);
        }
        return true;
    }
    if (datagram.eeth.operation == EndpointOperation::PORT_STATUS_UPDATE)
    {
        m_ports.OnAnswer(number, datagram);
        return true;
    }
    return false; // the answer that a queue pair waits for
}

bool
EndpointDesk::SendLoop(uint32_t number, const CarrierTemplate& route, Ev ev, uint16_t id)
{
    NicState& nic = m_store.Nic(number);
    if (((nic.up >> ev.Plane()) & 1) == 0)
    {
        return false;
    }
    const Instant now = m_store.Now();
    const EndpointRoute ends{number, number, ev, m_store.plan.dscp.control};
    m_pump.SendOwnOver(nic, MakeEvProbe(ends, id, now), route, now);
    return true;
}

} // namespace mrc
} // namespace ns3
