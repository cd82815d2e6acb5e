/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HINTED_PAIR_H
#define MRC_HINTED_PAIR_H

#include "mrc-queue-pair.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * A queue pair that can say which memory its next call will touch.
 *
 * Hints for the processor only: nothing depends on them. A queue pair without them is slower where
 * the state of many exceeds the caches.
 */
class HintedPair : public QueuePair
{
  public:
    /** What of the memory of a coming call to hint at. */
    enum class Part : uint8_t
    {
        STATE,   //!< members
        RECORDS, //!< what members point to: they have to be there
    };

    /**
     * Hints the processor at the memory of a coming call; changes nothing.
     *
     * @param part what of it
     * @param incoming what Receive will get, or null if NextData will be called
     */
    virtual void Prefetch(Part part, const Datagram* incoming) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HINTED_PAIR_H */
