/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_SETUP_H
#define MRC_ROCE_SETUP_H

#include "mrc-roce-config.h"

#include "ns3/mrc-connection-parameters.h"
#include "ns3/mrc-datagram.h"
#include "ns3/mrc-hash.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Packets that a selective repeat has in flight, and keeps out of order, at most; own choice. */
constexpr uint64_t SELECTIVE_SPAN = 1024;

/** The facts that one end of a connection of RoCEv2 knows from the start. */
struct RoceSetup
{
    /** Bits of a source port that tell the queue pairs of a plane apart [roce-path]. */
    static constexpr uint64_t PATH_MASK = 0x1fff;

    RoceConfig config;          //!< the configuration of the queue pair
    DcqcnConfig dcqcn;          //!< of the rate control
    QpNumber own;               //!< this end
    QpNumber peer;              //!< the other end
    Ev path;                    //!< the first path [roce-rehash]
    KeyedDraws draws;           //!< of this end
    Psn firstPsn;               //!< of both directions
    uint16_t payload{4096};     //!< bytes of a full packet
    uint32_t packetOverhead{0}; //!< line bytes of a packet beside the payload
    double lineRate{0};         //!< bit/s of the port
    Span roundTrip;             //!< the longest without load

    /** @return the setup of one end [roce-path] */
    static RoceSetup Of(const RoceConfig& config, const ConnectionParameters& parameters);

    /**
     * Addresses a packet to the peer.
     *
     * @param opcode of the packet
     * @param psn number of the packet
     * @param dscp class of the packet
     * @param ev path of the packet
     * @param out has no payload and no headers behind the BTH then
     */
    void Address(Opcode opcode, Psn psn, uint8_t dscp, Ev ev, Datagram& out) const;

    /**
     * As Address, of a data packet. Opcode, payload and headers behind the BTH are left to the
     * caller, so that each is written once.
     *
     * @param psn number of the packet
     * @param ev path of the packet
     * @param out gets all else that the ends of a path read
     */
    void AddressData(Psn psn, Ev ev, Datagram& out) const
    {
        out.bth = Bth();
        out.bth.destination = peer;
        out.bth.psn = psn;
        out.ev = ev;
        out.plane = ev.Plane();
        out.dscp = config.dataDscp;
    }

    /** @return the DSCP of ACKs and NAKs [roce-classes] */
    uint8_t AckDscp() const
    {
        return config.ackClass == ROCE_ACK_WITH_DATA ? config.dataDscp : config.cnpDscp;
    }

    /** @return the bit of the pair's port */
    PlaneMask Port() const
    {
        return PlaneMask{1} << path.Plane();
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_SETUP_H */
