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
    /** The part of the memory of a coming call that a hint is for. */
    enum class Part : uint8_t
    {
        STATE,   //!< members
        RECORDS, //!< memory that members point to: the members have to be there
    };

    /**
     * Hints the processor at the memory of a coming call; changes nothing.
     *
     * @param part of that memory
     * @param incoming the datagram that Receive will get, or null if NextData will be called
     */
    virtual void Prefetch(Part part, const Datagram* incoming) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HINTED_PAIR_H */
