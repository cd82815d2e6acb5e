/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSPORT_MAKER_H
#define MRC_TRANSPORT_MAKER_H

#include "mrc-queue-pair-admin.h"
#include "mrc-queue-pair-observer.h"
#include "mrc-queue-pair.h"

#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

struct ConnectionParameters;

/** A queue pair of another transport: its data path and its administration. */
struct TransportSides
{
    std::unique_ptr<QueuePair> path; //!< the data path; not null
    QueuePairAdmin* admin{nullptr};  //!< administration of the same object, which ends it
};

/** Makes queue pairs of a transport that takes the place of MRC's. */
class TransportMaker
{
  public:
    virtual ~TransportMaker() = default;

    /**
     * @param parameters the facts that one end of a connection is to know
     * @throws std::invalid_argument if no queue pair can be made with them
     */
    virtual void Check(const ConnectionParameters& parameters) const = 0;

    /**
     * @param parameters the facts that this end must know; they pass Check
     * @param observer hears of completions and deliveries; must outlive the queue pair
     * @return one end of a connection
     */
    virtual TransportSides Make(const ConnectionParameters& parameters,
                                QueuePairObserver& observer) const = 0;

    /**
     * @return whether the queue pairs made here share no changing state and do not use ns-3, so
     *         that several threads may use them
     */
    virtual bool SharesNothing() const
    {
        return false;
    }

    /** @return bytes of the headers behind the BTH of a full packet, as most of a message's are */
    virtual uint32_t ExtensionBytesOfData() const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSPORT_MAKER_H */
