/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flight-store.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** The window that counts for reordering is the largest of this many base RTTs; own choice. */
constexpr int64_t WINDOW_EPOCH_RTTS = 4;

} // namespace

FlightStore::FlightStore(const ConnectionParameters& given,
                         Sprayer& sprayer,
                         QueuePairCounters& counts)
    : parameters(given),
      counters(counts),
      revealed(given.qp->lossDelay),
      overflow(given.qp->AckTimeout() * LAST_HOP_TIMEOUTS),
      inquiries(InquiryTime(given.BaseRtt())),
      target(NsccConstants::Derive(given.cc, PathOf(given)).target),
      longestRtt(given.LongestRtt()),
      paths(sprayer),
      rtt(given.BaseRtt()),
      windowPeak(given.BaseRtt() * WINDOW_EPOCH_RTTS),
      rate(given, counts.planeBytes),
      sent(FirstSequence(given.firstPsn), &states),
      windowPsns(given.Agreed().mpr * MPR_UNIT),
      followsPlanes(given.cc->followPlanes),
      takesGrants(given.Agreed().dynamicMpr),
      fullPayload(given.qp->payload)
{
}

void
FlightStore::ReportWindow(Instant now) const
{
    if (watcher != nullptr)
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
