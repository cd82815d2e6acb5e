/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OLDER_NS3_H
#define MRC_OLDER_NS3_H

// Features of later releases that ns-3.35, the last release that waf builds, lacks.

#include "ns3/event-id.h"

#include <cstdint>
#include <type_traits>

namespace ns3
{
namespace mrc
{

/** The uids of events that mean something of their own: numbers in comments up to ns-3.35. */
template <typename Id, typename = void>
struct EventUidsOf
{
    static constexpr uint32_t INVALID = 0; //!< of no event
    static constexpr uint32_t DESTROY = 2; //!< of all that Simulator::Destroy runs
    static constexpr uint32_t VALID = 4;   //!< the first that others get
};

/** The same where EventId names them. */
template <typename Id>
struct EventUidsOf<Id, std::void_t<decltype(Id::UID::VALID)>>
{
    static constexpr uint32_t INVALID = Id::UID::INVALID; //!< of no event
    static constexpr uint32_t DESTROY = Id::UID::DESTROY; //!< of all that Simulator::Destroy runs
    static constexpr uint32_t VALID = Id::UID::VALID;     //!< the first that others get
};

/** The uids of events in this release. */
using EventUid = EventUidsOf<EventId>;

/**
 * Found by a simulator with a base class that has no such hook: no hook hears of the next event.
 */
template <typename Id>
void
PreEventHook(const Id& /* id */)
{
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_OLDER_NS3_H */
