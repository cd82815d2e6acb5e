/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_MAKER_H
#define MRC_QUEUE_PAIR_MAKER_H

#include "mrc-nic-state.h"

#include "ns3/mrc-hinted-pair.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-queue-pair-admin.h"
#include "ns3/mrc-transport-maker.h"

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace ns3
{
namespace mrc
{

/** The facts about one end of a connection when that end becomes ready to receive. */
struct QueuePairPlan
{
    SlotIndex slot{NO_SLOT};                         //!< slot of the queue pair
    uint32_t nic{0};                                 //!< number of the pair's NIC
    uint32_t peer{0};                                //!< number of the peer's NIC
    QpConfig qp;                                     //!< reliability
    EvConfig ev;                                     //!< paths
    CcConfig cc;                                     //!< congestion control
    std::shared_ptr<const TransportMaker> transport; //!< in the place of MRC; null: MRC
    QpCapabilities peerOffer;                        //!< the offer that the peer sent out of band
    Psn firstPsn;                                    //!< of both directions
};

/** A new queue pair for its NIC: data path and administration of one object. */
struct QueuePairParts
{
    std::unique_ptr<QueuePair> path; //!< the data path; owns the object
    QueuePairAdmin* admin{nullptr};  //!< administration of the same object
    bool hinted{false};              //!< `path` is a HintedPair
};

/** @return the sides of a queue pair */
template <class Pair>
QueuePairParts
PartsOf(std::unique_ptr<Pair> pair)
{
    QueuePairAdmin* const admin = pair.get();
    return {std::move(pair), admin, std::is_base_of_v<HintedPair, Pair>};
}

/** Makes transports: the maker knows topology and addresses, which a NIC does not. */
class QueuePairMaker
{
  public:
    virtual ~QueuePairMaker() = default;

    /** @throws std::invalid_argument if a transport cannot be made so */
    virtual void Check(const QueuePairPlan& plan) const = 0;

    /** @return whether others can tell when the transport is made: then it must not be put off */
    virtual bool IsNoticed(const QueuePairPlan& plan) const = 0;

    /** @return the ways of the queue pair's packets; none: those of its NICs */
    virtual std::optional<CarrierTemplate> RouteOf(const QueuePairPlan&)
    {
        return std::nullopt;
    }

    /** @return the transport for a slot of the NICs; the plan passes Check */
    virtual QueuePairParts Make(const QueuePairPlan& plan) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_MAKER_H */
