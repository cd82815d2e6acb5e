/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-receiver-store.h"

#include "mrc-flight.h"
#include "mrc-nscc-constants.h"
#include "mrc-receiver-grants.h"

#include <cstddef>

namespace ns3
{
namespace mrc
{

namespace
{

/** Name of the receiver's random sequence. */
constexpr uint64_t DRAW_RECEIVER = 2;

constexpr double PS_PER_SECOND = 1e12;

/** @return full packets of all senders that keep their queue at the target delay; own choice */
double
RoomFor(const ConnectionParameters& parameters)
{
    const NsccConstants constants = NsccConstants::Derive(parameters.cc, PathOf(parameters));
    const Span held = constants.baseRtt + constants.target;
    const double bits =
        static_cast<double>(parameters.bitRate) * (static_cast<double>(held.Ps()) / PS_PER_SECOND);
    return bits / (8.0 * (parameters.qp->payload + parameters.packetOverhead));
}

} // namespace

#ifdef __GLIBCXX__ // the sizes are those of this library's containers
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/** The members of a responder that each packet touches: one cache line. */
struct ReceiverStore::Hot
{
    static constexpr std::size_t LINE = 64;
    static constexpr std::size_t BEGIN = offsetof(ReceiverStore, ackScheduler) + sizeof(uint32_t);

    static_assert(BEGIN % LINE == 0, "the members begin with what the scheduler counts");
    static_assert(offsetof(ReceiverStore, reverse) + sizeof(Instant) <= BEGIN + LINE,
                  "a packet that arrives touches one line of the receiver");
    static_assert(offsetof(ReceiverStore, roles) >= BEGIN - LINE &&
                      sizeof(ReceiverStore) == BEGIN + 3 * LINE &&
                      offsetof(ReceiverStore, reverse) + ReversePaths::Hot::EVS >= BEGIN + 2 * LINE,
                  "an answer touches the line before too, and the last one");
};

#pragma GCC diagnostic pop
#endif

ReceiverStore::ReceiverStore(const ConnectionParameters& given,
                             RolesState& shared,
                             RoleOwner& connection)
    : owner(connection),
      parameters(given),
      roles(shared),
      header{given.localNic,
             given.peerNic,
             given.peer,
             given.dscp.control,
             static_cast<uint8_t>(given.Planes()),
             given.qp->portsInSack,
             given.Agreed().dynamicMpr},
      grant(FirstGrant(given.qp, given.peerOffer)),
      restores(false),
      ackDue(false),
      ackScheduler(given.qp->sackThreshold),
      localUp(static_cast<uint8_t>(given.Planes())),
      received(FirstSequence(given.firstPsn), given.qp->WindowPsns()),
      reverse(given.Uplinks(),
              given.RoundTrip(),
              KeyedDraws(given.key).Child(DRAW_RECEIVER),
              given.ev->list.get())
{
    penalty = grant.penalty;
    // Only these options need the guard from the first packet on; it costs memory in each queue
    // pair.
    if (given.qp->placement != PLACEMENT_UNORDERED || given.qp->incastPenalty || given.qp->credit)
    {
        Guard();
    }
}

ResponderGuard&
ReceiverStore::Guard()
{
    if (!guard)
    {
        guard = std::make_unique<ResponderGuard>();
        guard->room = RoomFor(parameters);
        guarded = true;
    }
    return *guard;
}

} // namespace mrc
} // namespace ns3
