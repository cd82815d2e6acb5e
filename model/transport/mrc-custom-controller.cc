/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-custom-controller.h"

#include "mrc-hop-news.h"

#include "ns3/fatal-error.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Bytes that no window reaches: an int64_t holds them, and sums of them. */
constexpr double TOO_LARGE = 4.0e18;

} // namespace

const HopRecords*
CustomController::Telemetry() const
{
    return m_setup.hops == nullptr ? nullptr : m_setup.hops->records;
}

void
CustomController::SetWindow(double bytes)
{
    if (!(bytes >= 0 && bytes < TOO_LARGE)) // in this form NaN is refused too
    {
        NS_FATAL_ERROR("the controller of ns3::mrc::CcProfile::AlgorithmFactory sets a window of "
                       << bytes << " bytes; expected a finite number, at least 0");
    }
    m_window = bytes;
}

// Nothing happens by default: a controller overrides the events that move its window.
void
CustomController::OnCongestion(const CongestionEvent&)
{
}

void
CustomController::OnLoss(const LossEvent&)
{
}

void
CustomController::Restore(int64_t)
{
}

void
CustomController::LimitWindow(double)
{
}

void
CustomController::OnShorterBaseRtt(Span)
{
}

} // namespace mrc
} // namespace ns3
