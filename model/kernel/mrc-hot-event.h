/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOT_EVENT_H
#define MRC_HOT_EVENT_H

#include "ns3/mrc-instant.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ns3
{
namespace mrc
{

/**
 * Something that a model asked to happen at an instant: 16 bytes, no object, no reference count.
 *
 * Events run in the order of (at, key, arg). The model chooses key and arg so that this is the
 * order that the model means; when an event was inserted never matters. Events equal in all three
 * are interchangeable.
 */
struct HotEvent
{
    Instant at;      //!< when, 0 .. 2^62 ps
    uint32_t key{0}; //!< decides between events of one instant, the lower first
    uint32_t arg{0}; //!< whatever the model wants to find again; decides between equal keys

    struct Hot;
};

/** The layout of a HotEvent that speed needs. */
struct HotEvent::Hot
{
    static_assert(sizeof(HotEvent) == 16, "four events to a cache line");
    static_assert(offsetof(HotEvent, key) == 8 && offsetof(HotEvent, arg) == 12,
                  "one load reads key and arg, which EarlierHotEvent compares as one number");
};

/** The order of hot events, as a functor because a comparison by function pointer is not inlined.
 */
struct EarlierHotEvent
{
    /**
     * @param a an event
     * @param b another
     * @return whether a runs before b
     */
    bool operator()(const HotEvent& a, const HotEvent& b) const
    {
        return a.at < b.at || (a.at == b.at && TieOf(a) < TieOf(b));
    }

  private:
    /** @return key and arg as one number, by one load, for which compilers need to be told */
    static uint64_t TieOf(const HotEvent& event)
    {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        uint64_t both;
        std::memcpy(&both,
                    reinterpret_cast<const char*>(&event) + sizeof(event) - sizeof(both),
                    sizeof(both));
        return both << 32 | both >> 32;
#else
        return static_cast<uint64_t>(event.key) << 32 | event.arg;
#endif
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOT_EVENT_H */
