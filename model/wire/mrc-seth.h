/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SETH_H
#define MRC_SETH_H

#include "mrc-ids.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

class ByteReader;
class ByteWriter;

/** A SACK's word on the path of the packet that triggered the SACK ([sack-mark], field m). */
enum class PathMark : uint8_t
{
    NONE = 0,        //!< the path is fine
    SKIP_ONCE = 1,   //!< the packet was ECN-CE marked
    ALWAYS_SKIP = 2, //!< do not use this EV
};

/** Bytes of a SETH on the wire. */
constexpr uint32_t SETH_BYTES = 28;

/** Selective acknowledgement header, 28 bytes on the wire [sack-format]. */
struct Seth
{
    uint64_t bitmap{0};            //!< bit i: PSN cack + sackOffset + i has arrived
    Ev entropy;                    //!< echo of the EV of the packet that triggered the SACK
    Psn cack;                      //!< cumulative PSN: all before and this one have arrived
    int16_t ackOffset{0};          //!< triggering PSN - cack; with probeReply the probe_id
    int16_t sackOffset{0};         //!< base of the bitmap - cack
    uint8_t mpr{0};                //!< receive window in units of 128 PSNs, 0: not dynamic
    PathMark mark{PathMark::NONE}; //!< on the path of that packet
    bool probeReply{false};        //!< pr: answers a reliability probe
    uint8_t downPorts{0};          //!< byte 12, our own use [port-status-carrier]: bit p
                                   //!< is set when the responder's port p is down
};

/** Appends the 28 bytes. */
void Encode(ByteWriter& out, const Seth& seth);

/** @return whether 28 bytes could be read and m is not the reserved value 3 */
bool Decode(ByteReader& in, Seth& seth);

/** Bytes of a CC_STATE on the wire. */
constexpr uint32_t CC_STATE_BYTES = 8;

/** Congestion control state behind the SETH, 8 bytes on the wire [cc-state]. */
struct CcState
{
    uint32_t received : 24;     //!< bytes received so far in units of 256, modulo 2^24
    uint32_t penalty : 7;       //!< rcv_cwnd_pen
    uint32_t restoreWindow : 1; //!< r_c
    uint16_t timestamp{0};      //!< transmit time stamp of the triggering packet, reflected
    uint16_t outOfOrder{0};     //!< ooo_count, 15 bits: packets held above cack

    CcState()
        : received(0),
          penalty(0),
          restoreWindow(0)
    {
    }
};

/** Appends the 8 bytes. */
void Encode(ByteWriter& out, const CcState& state);

/** @return whether 8 bytes could be read and the reserved bit is 0 */
bool Decode(ByteReader& in, CcState& state);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SETH_H */
