/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_TIMELINE_PACKETS_H
#define MRC_TEST_TIMELINE_PACKETS_H

#include "ns3/mrc-datagram.h"

#include <cstdint>
#include <initializer_list>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

constexpr uint32_t FULL = 4096;         //!< payload of a full packet
constexpr uint32_t NOTHING = 0xffffff;  //!< cack before PSN 0
constexpr int64_t ACK_TIMEOUT = 262144; //!< ns: 1.024 us x 2^8
constexpr int64_t TAIL = 10500;         //!< ns: base RTT + target
constexpr int64_t REORDER = 6000;       //!< ns: a quarter of 6 us, and the target
constexpr int64_t SPARSE = 22500;       //!< ns: a quarter of 6 us, and 3.5 times 6 us
constexpr int64_t STAMP = 128;          //!< ns: unit of time stamps

/** The packets of a timeline: those of the peer, made by hand, and their names in a case. */
struct TimelinePackets
{
    /** @return a SACK of packets up to `cack`, and of those held, for this time stamp */
    static Datagram SackFrom(uint16_t stamp, uint32_t cack, std::initializer_list<uint32_t> held)
    {
        Datagram sack;
        sack.bth.opcode = Opcode::SACK;
        sack.bth.psn = Psn(cack);
        sack.sack = SackHeaders{};
        sack.sack.seth.cack = Psn(cack);
        sack.sack.seth.sackOffset = 1;
        for (uint32_t psn : held)
        {
            sack.sack.seth.bitmap |= uint64_t{1} << (Psn(psn) - Psn(cack) - 1);
        }
        sack.sack.cc.outOfOrder = static_cast<uint16_t>(held.size());
        sack.sack.cc.timestamp = stamp;
        return sack;
    }

    /** @return the peer's Write Only of a full packet; message numbers count with PSNs from 0 */
    static Datagram Write(uint32_t psn, Opcode opcode = Opcode::WRITE_ONLY)
    {
        Datagram write;
        write.bth.opcode = opcode;
        write.bth.psn = Psn(psn);
        write.bth.timestamped = true;
        write.ev = Ev::Of(static_cast<PlaneId>(psn % 2), psn % 4);
        write.plane = write.ev.Plane();
        write.payload = FULL;
        write.write.meth.msn = static_cast<uint16_t>(psn);
        write.write.reth.length = FULL;
        write.write.immediate = psn;
        return write;
    }

    /** @return that packet with its A bit */
    static Datagram Asking(Datagram write)
    {
        write.bth.ackRequest = true;
        return write;
    }

    /** @return that packet as a switch marked it */
    static Datagram Marked(Datagram write)
    {
        write.ecn = Ecn::CE;
        return write;
    }

    /** @return that packet for this memory */
    static Datagram To(uint64_t address, uint32_t rkey, Datagram write)
    {
        write.write.reth.address = address;
        write.write.reth.rkey = rkey;
        return write;
    }

    /** @return a reliability probe of the peer */
    static Datagram Probe(uint16_t id)
    {
        Datagram probe;
        probe.bth.opcode = Opcode::PROBE_REQUEST;
        probe.peth = Peth{};
        probe.peth.probeId = id;
        return probe;
    }

    /** @return that packet sent again */
    static Datagram Again(Datagram write)
    {
        write.bth.retransmission = true;
        return write;
    }

    /** @return that packet as a switch cut it */
    static Datagram Cut(Datagram write, TrimMark trim)
    {
        write.trim = trim;
        write.payload = 0;
        write.write.reth = Reth{};
        return write;
    }

    /** @return the name of a packet in a case */
    static std::string Describe(const Datagram& d)
    {
        const std::string psn = std::to_string(d.bth.psn.Value());
        switch (d.bth.opcode)
        {
        case Opcode::SACK:
            return "SACK " + psn + (d.sack.seth.probeReply ? " pr" : "") +
                   (d.sack.seth.mark == PathMark::SKIP_ONCE ? " m1" : "") +
                   (d.sack.cc.outOfOrder ? " +" + std::to_string(d.sack.cc.outOfOrder) : "");
        case Opcode::NACK:
            return "NACK " + psn + " " + std::to_string(static_cast<int>(d.neth.reason));
        case Opcode::TRANSPORT_ACK:
            return (d.aeth.syndrome == 0 ? "ACK " : "NAK ") + std::to_string(d.aeth.msn) +
                   (d.aeth.syndrome == 0 ? "" : " " + std::to_string(d.aeth.syndrome & 0x1f));
        case Opcode::PROBE_REQUEST:
            return "PROBE " + std::to_string(d.peth.probeId);
        case Opcode::ENDPOINT_REQUEST:
            return "EVPROBE";
        case Opcode::ENDPOINT_RESPONSE:
            return "EVANSWER";
        default:
            return "DATA " + psn + (d.bth.retransmission ? " rtx" : "") +
                   (d.bth.ackRequest ? " A" : "");
        }
    }
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_TIMELINE_PACKETS_H */
