/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-endpoint.h"

#include "mrc-rtt-estimator.h"

namespace ns3
{
namespace mrc
{

Datagram
MakeEvProbe(const EndpointRoute& route, uint16_t id, Instant now)
{
    Datagram probe;
    probe.bth.opcode = Opcode::ENDPOINT_REQUEST;
    probe.bth.destination = ENDPOINT_QP;
    // Requests have no sequence: the PSN's low 16 bits are their identifier [endpoint-format].
    probe.bth.psn = Psn(id);
    probe.source = route.source;
    probe.destination = route.destination;
    probe.ev = route.ev;
    probe.plane = route.ev.Plane();
    probe.dscp = route.dscp;
    probe.erth = Erth{};
    probe.erth.operation = EndpointOperation::EV_PROBE;
    probe.erth.tseth.timestamp = TimestampOf(now);
    return probe;
}

Datagram
MakePortStatusUpdate(const EndpointRoute& route, uint32_t portStatus, uint16_t id, Instant now)
{
    Datagram update = MakeEvProbe(route, id, now);
    update.erth.operation = EndpointOperation::PORT_STATUS_UPDATE;
    update.erth.portStatus = portStatus;
    return update;
}

Datagram
AnswerEndpointRequest(const Datagram& request, uint32_t portStatus, uint8_t controlDscp)
{
    Datagram response;
    response.bth.opcode = Opcode::ENDPOINT_RESPONSE;
    response.bth.destination = ENDPOINT_QP;
    response.bth.psn = request.bth.psn;
    response.source = request.destination;
    response.destination = request.source;
    // The way back is that of the request; the NIC draws another uplink if the request leaves it
    // free [probe-return].
    response.ev = Ev::Of(request.plane, request.ev.Uplink());
    response.plane = request.plane;
    response.dscp = controlDscp;
    response.eeth = Eeth{};
    response.eeth.operation = request.erth.operation;
    response.eeth.timestamp = request.erth.tseth.timestamp;
    response.eeth.portStatus = portStatus;
    // The response travels by plane and uplink alone; the whole EV of the request is echoed apart.
    response.eeth.entropy = request.ev.value;
    // A mark on the way there says that the path of the request is congested [marked-probe].
    response.eeth.marked = request.ecn == Ecn::CE;
    return response;
}

} // namespace mrc
} // namespace ns3
