/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-traces.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Fires a value that has changed, with the one before, as ns-3's TracedValue does. */
void
FireChange(const TracedCallback<uint64_t, uint64_t>& source, uint64_t& known, uint64_t value)
{
    const uint64_t before = std::exchange(known, value);
    if (before != value)
    {
        source(before, value);
    }
}

} // namespace

uint32_t
QpTraces::Hearers() const
{
    const bool heard[] = {!delivered.IsEmpty(),
                          !resent.IsEmpty(),
                          !state.IsEmpty(),
                          !window.IsEmpty(),
                          !inFlight.IsEmpty(),
                          !rtt.IsEmpty(),
                          !nack.IsEmpty(),
                          !planes.IsEmpty(),
                          !planeBytes.IsEmpty(),
                          !path.IsEmpty()};
    uint32_t bits = 0;
    for (const bool is : heard)
    {
        bits = bits << 1 | static_cast<uint32_t>(is);
    }
    return bits;
}

void
QpTraces::Fire(const QueuePairReport& report)
{
    if (const auto* counted = std::get_if<CountedSample>(&report.event))
    {
        FireSample(counted->sample, counted->sent);
    }
    else if (const auto* again = std::get_if<Retransmission>(&report.event))
    {
        resent(*again);
    }
    else if (const auto* change = std::get_if<QpStateChange>(&report.event))
    {
        state(change->from, change->to);
    }
    else if (const auto* transition = std::get_if<PathTransition>(&report.event))
    {
        path(*transition);
    }
}

/**
 * Each kind of sample has trace sources of its own. A sample comes for all of them as soon as one
 * has a listener.
 */
void
QpTraces::FireSample(const QpSample& sample, const std::optional<PlaneBytes>& sent)
{
    if (const auto* window = std::get_if<WindowSample>(&sample))
    {
        FireWindow(*window, sent);
    }
    else if (const auto* trip = std::get_if<RttSample>(&sample))
    {
        rtt(*trip);
    }
    else if (const auto* report = std::get_if<NackReport>(&sample))
    {
        nack(*report);
    }
    else if (const auto* status = std::get_if<PlaneStatus>(&sample))
    {
        planes(*status);
    }
}

void
QpTraces::FireWindow(const WindowSample& sample, std::optional<PlaneBytes> sent)
{
    FireChange(window, m_window, sample.window);
    // The engine's count has a sign, that of the trace source has none.
    FireChange(inFlight, m_inFlight, static_cast<uint64_t>(std::max<int64_t>(sample.inFlight, 0)));
    if (sent) // else the first sink came with this sample
    {
        sent->at = sample.at;
        planeBytes(*sent);
    }
}

} // namespace mrc
} // namespace ns3
