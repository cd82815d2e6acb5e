/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-receiver-store.h"

#include "mrc-flight.h"
#include "mrc-nscc-constants.h"
#include "mrc-receiver-grants.h"

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
    return bits / (8.0 * (parameters.qp.payload + parameters.packetOverhead));
}

} // namespace

ReceiverStore::ReceiverStore(const ConnectionParameters& given,
                             RolesState& shared,
                             RoleOwner& connection)
    : received(FirstSequence(given.firstPsn), given.qp.WindowPsns()),
      ackScheduler(given.qp.sackThreshold),
      roles(shared),
      localUp(static_cast<uint8_t>(given.Planes())),
      reverse(given.Uplinks(),
              given.RoundTrip(),
              KeyedDraws(given.key).Child(DRAW_RECEIVER),
              given.ev.list.get()),
      owner(connection),
      parameters(given),
      grant(FirstGrant(given.qp, given.peerOffer))
{
    penalty = grant.penalty;
    // Only these options need the guard from the first packet on; it costs memory in each queue
    // pair.
    if (given.qp.placement != PLACEMENT_UNORDERED || given.qp.incastPenalty || given.qp.credit)
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
