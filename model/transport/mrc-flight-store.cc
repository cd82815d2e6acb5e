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

/** Names the random sequence of a user's own controller. */
constexpr uint64_t DRAW_CONTROLLER = 3;

/** @return what an own window is made with: where the window is shared, nothing of the user's */
const CcConfig&
OwnWindow(const ConnectionParameters& parameters)
{
    static const CcConfig unused;
    return parameters.window == nullptr ? parameters.cc : unused;
}

} // namespace

NsccPath
PathOf(const ConnectionParameters& parameters)
{
    return {parameters.BaseRtt(),
            parameters.bitRate,
            parameters.qp.payload,
            parameters.Agreed().trimNack};
}

KeyedDraws
ControllerDraws(const ConnectionParameters& parameters)
{
    return KeyedDraws(parameters.key).Child(DRAW_CONTROLLER);
}

FlightStore::FlightStore(const ConnectionParameters& given,
                         Sprayer& sprayer,
                         QueuePairCounters& counts)
    : parameters(given),
      paths(sprayer),
      counters(counts),
      target(NsccConstants::Derive(given.cc, PathOf(given)).target),
      rtt(given.BaseRtt()),
      inquiries(InquiryTime(given.BaseRtt())),
      revealed(given.qp.lossDelay),
      overflow(given.qp.AckTimeout() * LAST_HOP_TIMEOUTS),
      windowPeak(given.BaseRtt() * WINDOW_EPOCH_RTTS),
      own(OwnWindow(given), PathOf(given), ControllerDraws(given)),
      rate(given.window == nullptr ? own : *given.window),
      sent(FirstSequence(given.firstPsn)),
      windowPsns(given.Agreed().mpr * MPR_UNIT)
{
}

void
FlightStore::ReportWindow(Instant now) const
{
    if (watcher != nullptr)
    {
        watcher->Watched(WindowSample{static_cast<uint64_t>(rate.Window()), rate.InFlight(), now});
    }
}

void
FlightStore::NoteShortRtt(Span shorter)
{
    if (parameters.cc.learnBaseRtt && shorter < rtt.Base())
    {
        rtt.Shorten(shorter);
        rate.OnShorterBaseRtt(shorter);
    }
}

} // namespace mrc
} // namespace ns3
