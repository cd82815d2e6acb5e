/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flight-store.h"

namespace ns3
{
namespace mrc
{

FlightStore::FlightStore(const ConnectionParameters& given,
                         Sprayer& sprayer,
                         QueuePairCounters& counts)
    : parameters(given),
      counters(counts),
      revealed(given.qp->lossDelay),
      overflow(given.qp->AckTimeout() * LAST_HOP_TIMEOUTS),
      firstBase(given.BaseRtt()),
      inquiries(InquiryTime(given.BaseRtt())),
      target(NsccConstants::Derive(given.cc, PathOf(given)).target),
      longestRtt(given.LongestRtt()),
      paths(sprayer),
      rtt(given.BaseRtt()),
      rate(given, counts.planeBytes),
      sent(FirstSequence(given.firstPsn), &states),
      windowPsns(given.Agreed().mpr * MPR_UNIT),
      followsPlanes(given.cc->followPlanes),
      takesGrants(given.Agreed().dynamicMpr),
      watched(false),
      fullPayload(given.qp->payload)
{
}

void
FlightStore::ReportWindow(Instant now) const
{
    if (QueuePairUser* watcher = WatcherOf(*this))
    {
        watcher->Watched(
            WindowSample{static_cast<uint64_t>(rate.Window()), rate.Whole().InFlight(), now});
    }
}

void
FlightStore::NoteShortRtt(Span shorter)
{
    if (parameters.cc->learnBaseRtt && shorter < rtt.Base())
    {
        rtt.Shorten(shorter);
        rate.OnShorterBaseRtt(shorter);
    }
}

} // namespace mrc
} // namespace ns3
