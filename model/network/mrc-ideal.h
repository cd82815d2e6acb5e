/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IDEAL_H
#define MRC_IDEAL_H

#include "mrc-topology.h"

#include "ns3/mrc-instant.h"
#include "ns3/mrc-usid.h"

#include <cstdint>
#include <tuple>

namespace ns3
{
namespace mrc
{

struct FabricConfig;

/**
 * The facts that a closed form needs about the ends of a path; the defaults are those of
 * [frame-sizes] with SRv6.
 */
struct IdealParameters
{
    uint32_t payload{4096}; //!< of a full packet, bytes, a multiple of 4, at least 4 [payload-size]
    uint32_t dataOverhead{166}; //!< line bytes of a data packet beside the payload
    uint32_t sackBytes{178};    //!< line bytes of a SACK
    uint32_t ackBytes{146};     //!< line bytes of a Transport ACK
    Span postOverhead{0};       //!< from the post to the first packet at the ports
    Span completionOverhead{0}; //!< from the Transport ACK at the port to the completion
    /** The most uSIDs in a carrier: ways of more have a segment routing header [carrier-segments].
     * UINT_MAX: packets have no carriers. */
    unsigned carrierUsids{UsidCarrier::CAPACITY};

    /**
     * @param payload of a full packet, bytes
     * @param fabric the encapsulation counts, and how many uSIDs the fabric writes into a carrier
     * @return the sizes of packets in this fabric on ways that one carrier holds, without overheads
     * of the hosts
     */
    static IdealParameters Of(uint32_t payload, const FabricConfig& fabric);

    /**
     * @param usids of a way
     * @return these parameters with the sizes of packets on that way
     */
    IdealParameters On(unsigned usids) const;

    /** @return whether two ends of paths are alike */
    friend bool operator==(const IdealParameters& a, const IdealParameters& b)
    {
        const auto all = [](const IdealParameters& one) {
            return std::tie(one.payload,
                            one.dataOverhead,
                            one.sackBytes,
                            one.ackBytes,
                            one.postOverhead,
                            one.completionOverhead,
                            one.carrierUsids);
        };
        return all(a) == all(b);
    }
};

/**
 * @param topology the fabric
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param plane one of the fabric's
 * @return the uSIDs of a way from one NIC to the other: one of each switch, and the NIC's
 */
unsigned UsidsBetween(const Topology& topology,
                      uint32_t source,
                      uint32_t destination,
                      PlaneId plane);

/** @return as above, of the plane with the longest ways */
unsigned UsidsBetween(const Topology& topology, uint32_t source, uint32_t destination);

/**
 * How long one Write takes alone on the empty fabric, from the post of the Write to the sender's
 * completion [closed-forms].
 *
 * Packet k leaves by port k mod planes and takes the plane's uplinks in turn, each port sends back
 * to back, switches store and forward. The packet that completes the message starts the Transport
 * ACK. The message's last one asks for a SACK, which goes first. Of several packets any other may
 * be the one that completes, if a probe or other traffic held that one up. Then the ACK waits for
 * nothing. That order counts, and where two packets arrive at the same instant the faster one, so
 * that nothing beats this time. T1 uplinks are taken to be fast enough for one sender with packets
 * on all of them. Where links differ, UnevenCompletion says less. The time leaves out answers to
 * the peer's probes, which long flows have to send too.
 *
 * @param topology the fabric, without faults
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same
 * @param bytes length of the message; 0 is a signal, one packet without payload
 * @param parameters sizes and overheads of the ends
 * @return the time
 */
Span IdealCompletion(const Topology& topology,
                     uint32_t source,
                     uint32_t destination,
                     uint64_t bytes,
                     const IdealParameters& parameters);

/**
 * @param topology the fabric
 * @param nic number of the NIC
 * @return bit/s that the NIC can send in all planes together
 */
uint64_t RateOfNic(const Topology& topology, uint32_t nic);

/**
 * The unloaded round trip of a full data packet and its SACK, without host overhead [base-rtt].
 *
 * @param topology the fabric
 * @param source the sending NIC
 * @param destination the receiving NIC, not the same; behind another T0, or in another pod, for the
 * longest path
 * @param parameters sizes of the packets
 * @return the time from the first bit sent to the last bit of the SACK received
 */
Span BaseRtt(const Topology& topology,
             uint32_t source,
             uint32_t destination,
             const IdealParameters& parameters);

} // namespace mrc
} // namespace ns3

#endif /* MRC_IDEAL_H */
