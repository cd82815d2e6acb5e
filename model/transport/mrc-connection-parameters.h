/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONNECTION_PARAMETERS_H
#define MRC_CONNECTION_PARAMETERS_H

#include "mrc-plane-paths.h"
#include "mrc-qp-config.h"
#include "mrc-shared-setting.h"

#include "ns3/mrc-dscp.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

class IncastGauge;
class LineBlocks;
class ProbeBudget;
class RateController;
struct NsccConstants;

/** The facts that one end of a connection must know before that end can send. */
struct ConnectionParameters
{
    uint32_t localNic{0}; //!< number of the NIC that owns this end
    uint32_t peerNic{0};  //!< number of the peer's NIC
    QpNumber own;         //!< this end
    QpNumber peer;        //!< the other end
    uint32_t planes{1};   //!< network planes, 1 .. MAX_PLANES
    uint32_t uplinks{1};  //!< paths of a plane, of that with the most; 1 between NICs of the
                          //!< same T0s
    DscpPlan dscp;        //!< classes; up to here members that each acknowledgement needs
    Span baseRtt;    //!< unloaded round trip of a full packet and its SACK, longest path [base-rtt]
    Span longestRtt; //!< the same over the longest path of the fabric; 0: this is one
    uint64_t bitRate{0};             //!< bit/s of all planes together
    SharedSetting<QpConfig> qp;      //!< of this end
    SharedSetting<EvConfig> ev;      //!< paths
    SharedSetting<CcConfig> cc;      //!< congestion control
    RateController* window{nullptr}; //!< the window of all queue pairs to the peer's NIC
                                     //!< [window-scope]; must outlive the connection; null: the
                                     //!< pair has a window of its own
    ProbeBudget* probes{nullptr};    //!< of the NIC's receivers together; must outlive the
                                     //!< connection; null: no limit
    IncastGauge* incast{nullptr}; //!< of the NIC's receivers together; must outlive the connection;
                                  //!< null: no penalty follows
    uint64_t key{0};              //!< of all random draws
    Psn firstPsn;                 //!< of both directions; both ends agree on the number out of band
    QpCapabilities peerOffer;     //!< the other end's capabilities [capability-exchange]
    uint32_t packetOverhead{166}; //!< line bytes of a data packet beside its payload
                                  //!< [frame-sizes]

    std::shared_ptr<const NsccConstants> nscc; //!< those that follow from `cc` and the path, where
                                               //!< others share them; null: to be derived
    LineBlocks* blocks{
        nullptr}; //!< where roles are made; must outlive the connection; null: anywhere

    /** @return how many paths each plane has; no longer than this */
    PlanePaths Uplinks() const
    {
        return {uplinks, ev->ownPaths.get()};
    }

    /** @return the capabilities agreed for the connection; a responder obeys its own offer */
    QpCapabilities Agreed() const
    {
        return Agree(qp->Offer(), peerOffer);
    }

    /** @return the base RTT that counts: the configured one, or the topology's */
    Span BaseRtt() const
    {
        return cc->baseRtt == Span() ? baseRtt : cc->baseRtt;
    }

    /**
     * @return the time before which no answer can come, whatever base RTT is configured: timers use
     * this
     */
    Span RoundTrip() const
    {
        return std::max(baseRtt, BaseRtt());
    }

    /** @return the unloaded round trip of the fabric's longest path */
    Span LongestRtt() const
    {
        return std::max(longestRtt, RoundTrip());
    }

    /** @return one bit for each plane that exists */
    PlaneMask Planes() const
    {
        return (PlaneMask{1} << planes) - 1;
    }
};

/** @return the sequence number, a PSN that does not wrap, of the first packet [psn-wrap] */
constexpr uint64_t
FirstSequence(Psn first)
{
    return (uint64_t{1} << 24) + first.Value(); // one turn up, so that differences stay positive
}

/**
 * @param psn a PSN
 * @param near a sequence number less than 2^23 away from it
 * @return the PSN's sequence number
 */
constexpr uint64_t
SequenceOf(Psn psn, uint64_t near)
{
    return near + static_cast<uint64_t>(
                      static_cast<int64_t>(psn - Psn(static_cast<uint32_t>(near & 0xffffff))));
}

/** @return the PSN of a sequence number */
constexpr Psn
PsnOf(uint64_t sequence)
{
    return Psn(static_cast<uint32_t>(sequence & 0xffffff));
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONNECTION_PARAMETERS_H */
