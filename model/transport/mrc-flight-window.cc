/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flight-window.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Names the random sequence of a user's own controller. */
constexpr uint64_t DRAW_CONTROLLER = 3;

/** @return the window of a queue pair; one without room, if it is not the one that counts */
RateController
OwnWindow(const ConnectionParameters& parameters)
{
    if (parameters.cc->scope == CC_SCOPE_PLANE || parameters.window != nullptr)
    {
        return RateController(FixedWindow(0, 0));
    }
    const bool isNscc = parameters.cc->algorithm == CcAlgorithm::NSCC && !parameters.cc->custom;
    if (isNscc && parameters.nscc)
    {
        return RateController(Nscc(parameters.nscc));
    }
    return {parameters.cc, PathOf(parameters), ControllerDraws(parameters)};
}

} // namespace

NsccPath
PathOf(const ConnectionParameters& parameters)
{
    return {parameters.BaseRtt(),
            parameters.bitRate,
            parameters.qp->payload,
            parameters.Agreed().trimNack};
}

KeyedDraws
ControllerDraws(const ConnectionParameters& parameters)
{
    return KeyedDraws(parameters.key).Child(DRAW_CONTROLLER);
}

FlightWindow::FlightWindow(const ConnectionParameters& parameters, const uint64_t* sent)
    : m_own(OwnWindow(parameters)),
      m_rate(parameters.window == nullptr ? m_own : *parameters.window)
{
    if (parameters.cc->scope == CC_SCOPE_PLANE)
    {
        m_planes = std::make_unique<PlaneWindows>(parameters.cc,
                                                  PathOf(parameters),
                                                  parameters.planes,
                                                  ControllerDraws(parameters),
                                                  sent);
    }
}

PlaneMask
FlightWindow::Roomy(PlaneMask planes, uint32_t payload) const
{
    if (m_planes != nullptr)
    {
        return m_planes->Roomy(planes, payload);
    }
    return m_rate.InFlight() <= 0 ? planes : PlaneMask{0};
}

void
FlightWindow::Resume()
{
    const auto resume = [](RateController& rate) {
        // Other queue pairs may share the window, and have packets under way.
        if (rate.InFlight() <= 0)
        {
            rate.Tell([](auto& algorithm) { algorithm.Resume(); });
        }
    };
    if (m_planes != nullptr)
    {
        m_planes->ForEach(resume);
        return;
    }
    resume(m_rate);
}

void
FlightWindow::OnCongestion(PlaneId plane, const CongestionEvent& event)
{
    if (m_planes != nullptr)
    {
        // With a window for each plane this one only counts what is in flight.
        m_rate.Release(event.bytes);
        m_planes->OnCongestion(plane, event);
        return;
    }
    m_rate.OnCongestion(event);
}

int64_t
FlightWindow::OnLoss(PlaneId plane, const LossEvent& event)
{
    const int64_t before = Window();
    if (m_planes != nullptr)
    {
        m_rate.Release(event.bytes);
        m_planes->OnLoss(plane, event);
    }
    else
    {
        m_rate.OnLoss(event);
    }
    return before - Window();
}

void
FlightWindow::Restore(PlaneId plane, int64_t bytes)
{
    if (m_planes != nullptr)
    {
        m_planes->Restore(plane, bytes);
        return;
    }
    m_rate.Restore(bytes);
}

void
FlightWindow::OnShorterBaseRtt(Span baseRtt)
{
    if (m_planes != nullptr)
    {
        m_planes->ForEach([baseRtt](RateController& rate) { rate.OnShorterBaseRtt(baseRtt); });
        return;
    }
    m_rate.OnShorterBaseRtt(baseRtt);
}

} // namespace mrc
} // namespace ns3
