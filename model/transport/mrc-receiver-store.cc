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
    static constexpr std::size_t BEFORE = sizeof(void*); //!< to the functions of a Receiver
    static constexpr std::size_t REVERSE = BEFORE + offsetof(ReceiverStore, reverse);
    static constexpr std::size_t ANSWER = BEFORE + offsetof(ReceiverStore, roles);

    static_assert(REVERSE + sizeof(Instant) == LINE,
                  "a packet that arrives touches one line of the receiver");
    static_assert(ANSWER % LINE == 0 && BEFORE + offsetof(ReceiverStore, owner) == ANSWER + LINE,
                  "an answer touches a line of its own");
    static_assert((REVERSE + ReversePaths::Hot::EVS) / LINE == ANSWER / LINE - 1 &&
                      REVERSE + sizeof(ReversePaths) <= ANSWER,
                  "and the one before");
};

#pragma GCC diagnostic pop
#endif

ReceiverStore::ReceiverStore(const ConnectionParameters& given,
                             RolesState& shared,
                             LoneOwner& connection)
    : received(FirstSequence(given.firstPsn), given.qp->WindowPsns()),
      ackScheduler(given.qp->sackThreshold),
      localUp(static_cast<uint8_t>(given.Planes())),
      probed(false),
      awaitsEnd(false),
      asks(shared.asks),
      reverse(given.Uplinks(),
              given.RoundTrip(),
              KeyedDraws(given.key).Child(DRAW_RECEIVER),
              given.ev->list.get()),
      roles(shared),
      header{given.localNic,
             given.peerNic,
             given.peer,
             given.dscp.control,
             static_cast<uint8_t>(given.Planes()),
             given.qp->portsInSack,
             given.Agreed().dynamicMpr},
      sackThreshold(given.qp->sackThreshold),
      grant(FirstGrant(given.qp, given.peerOffer)),
      restores(false),
      ackDue(false),
      owner(connection),
      parameters(given)
{
    penalty = grant.penalty;
    // Only these options need the guard from the first packet on; it costs memory in each queue
    // pair.
    if (given.qp->placement != PLACEMENT_UNORDERED || given.qp->incastPenalty || given.qp->credit)
    {
        Guard();
    }
}

/** A whole packet arrives, had arrived before, or is turned away; each is known without a count. */
void
ReceiverStore::CountArrivals() const
{
    const uint64_t accepted =
        received.Expected() - FirstSequence(parameters.firstPsn) + received.OutOfOrder();
    QueuePairCounters& counters = roles.counters;
    counters.receivedPackets = accepted + counters.duplicates + turnedAway;
    counters.placedBytes = placedBytes;
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
