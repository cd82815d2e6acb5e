/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-plane-windows.h"

namespace ns3
{
namespace mrc
{

PlaneWindows::PlaneWindows(const CcConfig& config,
                           const NsccPath& path,
                           uint32_t planes,
                           const KeyedDraws& draws,
                           const uint64_t* sent)
    : m_sent(sent)
{
    NsccPath own = path;
    // Planes share the NIC's rate evenly, and each has the window of its part.
    own.bitRate = path.bitRate / planes;
    m_planes.reserve(planes);
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        m_planes.push_back({RateController(config, own, draws.Child(plane)), sent[plane]});
    }
}

/** Each plane is judged by its own window, so a congested plane keeps no other from sending. */
PlaneMask
PlaneWindows::Roomy(PlaneMask planes, uint32_t payload) const
{
    PlaneMask roomy = 0;
    for (; planes != 0; planes &= planes - 1)
    {
        const auto plane = static_cast<PlaneId>(__builtin_ctz(planes));
        const int64_t inFlight = InFlight(plane);
        // An empty plane may always send a packet, or a window below one packet would stop it.
        const bool fits = inFlight <= 0 || inFlight + int64_t{payload} <= Window(plane);
        roomy |= PlaneMask{fits} << plane;
    }
    return roomy;
}

PlaneWindows::PlaneWindow&
PlaneWindows::Counted(PlaneId plane)
{
    PlaneWindow& window = m_planes[plane];
    // What was sent is counted when it is asked for: a counter for each packet would cost more.
    window.rate.OnSent(static_cast<uint32_t>(m_sent[plane] - window.counted));
    window.counted = m_sent[plane];
    return window;
}

int64_t
PlaneWindows::Window() const
{
    int64_t sum = 0;
    for (const PlaneWindow& plane : m_planes)
    {
        sum += plane.rate.Window();
    }
    return sum;
}

int64_t
PlaneWindows::MaxWindow() const
{
    int64_t sum = 0;
    for (const PlaneWindow& plane : m_planes)
    {
        sum += plane.rate.MaxWindow();
    }
    return sum;
}

void
PlaneWindows::OnAck(PlaneId plane, AckEvent event)
{
    PlaneWindow& echoed = Counted(plane);
    // The acknowledged bytes were taken out of flight one by one, by their planes.
    event.bytes = 0;
    echoed.rate.OnAck(event, echoed.unreported);
    echoed.unreported = 0;
}

} // namespace mrc
} // namespace ns3
