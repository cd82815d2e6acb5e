/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ENDPOINT_HEADERS_H
#define MRC_ENDPOINT_HEADERS_H

#include "mrc-tseth.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** The kind of an endpoint request [endpoint-format]. */
enum class EndpointOperation : uint8_t
{
    PORT_STATUS_UPDATE = 0, //!< "these of my ports are reachable"
    EV_PROBE = 1,           //!< "did this path bring you here"
};

/** Bytes of an ERTH on the wire. */
constexpr uint32_t ERTH_BYTES = 16;

/** Endpoint request header, 16 bytes on the wire; BTH.PSN[15:0] is the request id
 * [endpoint-format].
 */
struct Erth
{
    EndpointOperation operation{EndpointOperation::EV_PROBE}; //!< the kind of the request
    uint32_t portStatus{0};    //!< bit p - 1: port p is reachable; ports count from 1
    Tseth tseth;               //!< transmit time stamp
    bool anyUplinkBack{false}; //!< the answer may take any uplink; our own use of a reserved bit
};

/** Appends the 16 bytes. */
void Encode(ByteWriter& out, const Erth& erth);

/** @return whether 16 bytes could be read and the operation is known */
bool Decode(ByteReader& in, Erth& erth);

/** Bytes of an EETH on the wire. */
constexpr uint32_t EETH_BYTES = 36;

/** Endpoint response header, 36 bytes on the wire [endpoint-format]. */
struct Eeth
{
    EndpointOperation operation{EndpointOperation::EV_PROBE}; //!< the kind of the request
    uint16_t timestamp{0};  //!< transmit time stamp of the request, reflected
    uint32_t portStatus{0}; //!< the responder's own ports, as in Erth
    uint32_t entropy{0};    //!< echo of the request's EV
    bool marked{false};     //!< the request arrived ECN-CE marked
};

/** Appends the 36 bytes. */
void Encode(ByteWriter& out, const Eeth& eeth);

/** @return whether 36 bytes could be read and the operation and the mark are known */
bool Decode(ByteReader& in, Eeth& eeth);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ENDPOINT_HEADERS_H */
