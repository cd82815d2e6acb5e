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
 * A queue pair that knows which memory its next call will touch, and how to touch less.
 *
 * A queue pair without such knowledge is slower where the state of many exceeds the caches.
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
     * Hints the processor at the memory of a coming call. Changes nothing, and nothing depends on
     * hints.
     *
     * @param part of that memory
     * @param incoming the datagram that Receive will get, or null if NextData will be called
     */
    virtual void Prefetch(Part part, const Datagram* incoming) const = 0;

    /**
     * @return the object that calls of the data path are to be made to, until the observer hears of
     * another one. The object does the same as this, and may touch less memory. After that moment
     * the object lacks part of the work
     */
    virtual HintedPair& Way()
    {
        return *this;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HINTED_PAIR_H */
