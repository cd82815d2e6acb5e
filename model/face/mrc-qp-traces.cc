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

/**
 * Each kind of sample has trace sources of its own. A sample comes for all of them as soon as one
 * has a listener.
 */
void
QpTraces::Fire(const QpSample& sample, const std::optional<PlaneBytes>& sent)
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

/** The counters are copied for listeners only. */
std::optional<PlaneBytes>
QpTraces::BytesSent(const Requestor& qp) const
{
    if (planeBytes.IsEmpty())
    {
        return std::nullopt;
    }
    PlaneBytes sent;
    const QueuePairCounters& counters = qp.Counters();
    std::copy(std::begin(counters.planeBytes), std::end(counters.planeBytes), sent.bytes.begin());
    return sent;
}

} // namespace mrc
} // namespace ns3
