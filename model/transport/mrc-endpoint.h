/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENDPOINT_H
#define MRC_ENDPOINT_H

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The two ends of an endpoint request, and the path that it takes. */
struct EndpointRoute
{
    uint32_t source;      //!< NIC that asks
    uint32_t destination; //!< NIC that answers
    Ev ev;                //!< path; its plane names the port
    uint8_t dscp;         //!< class
};

/**
 * @param route from where to where
 * @param id the request id, unique among those of the queue pair; a NIC may replace the id on the
 * wire
 * @param now the time
 * @return an EV probe [ev-probing]
 */
Datagram MakeEvProbe(const EndpointRoute& route, uint16_t id, Instant now);

/**
 * @param route from where to where
 * @param portStatus the asking NIC's ports, bit p - 1: port p is up; ports count from 1
 * @param id the request id
 * @param now the time
 * @return a PORT_STATUS_UPDATE [endpoint-format]
 */
Datagram MakePortStatusUpdate(const EndpointRoute& route,
                              uint32_t portStatus,
                              uint16_t id,
                              Instant now);

/**
 * Answers an endpoint request; needs no connection.
 *
 * The answer takes the way back: the same plane, and the same uplink number. Where the request
 * leaves the uplink to the NIC that answers, that NIC writes another one into the response.
 *
 * @param request a datagram with opcode ENDPOINT_REQUEST
 * @param portStatus the answering NIC's ports, bit p - 1: port p is up; ports count from 1,
 *        so this is the mask of planes
 * @param controlDscp the control class
 * @return the response
 */
Datagram AnswerEndpointRequest(const Datagram& request, uint32_t portStatus, uint8_t controlDscp);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENDPOINT_H */
