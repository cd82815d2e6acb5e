/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-impairments.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcLinkImpairments");

namespace
{

/** @return a probability above 0 in units of 2^-64, never 0 */
uint64_t
OddsOf(double probability)
{
    // 1 is no uint64_t in these units, so certainty is the largest odds; 0 would mean no loss.
    constexpr double whole = 18446744073709551616.0; // 2^64
    const double odds = probability * whole;
    return odds >= whole ? UINT64_MAX : std::max<uint64_t>(static_cast<uint64_t>(odds), 1);
}

/** @return this part of a rate, but no less than a line can have */
LineRate
PartOf(const LineRate& rate, double part)
{
    const double bits = std::round(static_cast<double>(rate.BitsPerSecond()) * part);
    return LineRate(std::max(static_cast<uint64_t>(bits), LineRate::MIN_BITS_PER_SECOND));
}

} // namespace

LinkImpairments::LinkImpairments(Fabric& fabric)
    : m_fabric(fabric)
{
}

void
LinkImpairments::Begin(PortIndex port, const Impairment& one, Instant now)
{
    NS_LOG_LOGIC("effect " << static_cast<unsigned>(one.effect) << " of " << one.share
                           << " begins at port " << port);
    // The impairment in force follows from all active faults, so these may end in any order.
    m_active[port].push_back(&one);
    Apply(port, one.effect, now);
}

void
LinkImpairments::End(PortIndex port, const Impairment& one, Instant now)
{
    NS_LOG_LOGIC("effect " << static_cast<unsigned>(one.effect) << " of " << one.share
                           << " ends at port " << port);
    std::vector<const Impairment*>& active = m_active[port];
    active.erase(std::find(active.begin(), active.end(), &one));
    Apply(port, one.effect, now);
}

void
LinkImpairments::Apply(PortIndex port, FaultEffect effect, Instant now)
{
    switch (effect)
    {
    case FaultEffect::RATE:
        ApplyRate(port, now);
        break;
    case FaultEffect::STORM:
        ApplyStorm(port, now);
        break;
    default:
        ApplyLoss(port);
    }
}

/** A storm lasts while any fault asks for one. */
void
LinkImpairments::ApplyStorm(PortIndex port, Instant now)
{
    const std::vector<const Impairment*>& active = m_active[port];
    const bool isStorm = std::any_of(active.begin(), active.end(), [](const Impairment* one) {
        return one->effect == FaultEffect::STORM;
    });
    isStorm ? m_fabric.Faults().BeginStorm(port, now) : m_fabric.Faults().EndStorm(port);
}

/** Tells the fabric the sum of the active silent and lossy faults of a port. */
void
LinkImpairments::ApplyLoss(PortIndex port)
{
    HiddenLoss loss;
    double survives = 1;
    for (const Impairment* one : m_active[port])
    {
        loss.silent |= one->effect == FaultEffect::SILENT;
        survives *= one->effect == FaultEffect::LOSS ? 1 - one->share : 1;
        loss.clean += one->effect == FaultEffect::BITS ? std::log1p(-one->share) : 0;
    }
    // Losses of several faults are independent: a frame has to survive each.
    loss.odds = survives < 1 ? OddsOf(1 - survives) : 0;
    m_fabric.Faults().SetHiddenLoss(port, loss);
}

/** Sets a port's rate to the part of the whole that the slowest active fault leaves. */
void
LinkImpairments::ApplyRate(PortIndex port, Instant now)
{
    double part = 1;
    bool holds = false;
    for (const Impairment* one : m_active[port])
    {
        const bool isRate = one->effect == FaultEffect::RATE;
        holds |= isRate;
        part = isRate ? std::min(part, one->share) : part;
    }
    PortConfig config = m_fabric.State().Need(port).ConfigOf(port);
    const auto slowed = m_slowed.find(port);
    // A rate that a script has set since is the new whole, and is not slowed twice.
    const bool ours = slowed != m_slowed.end() &&
                      slowed->second.slowed.PsPerByteQ10() == config.rate.PsPerByteQ10();
    const LineRate whole = ours ? slowed->second.whole : config.rate;
    // A share counts of the whole rate, never of a slowed one, so faults do not multiply.
    config.rate = holds ? PartOf(whole, part) : whole;
    m_fabric.Settings().Configure(port, config, now);
    if (holds)
    {
        m_slowed.insert_or_assign(port, SlowedRate{whole, config.rate});
    }
    else
    {
        m_slowed.erase(port);
    }
}

} // namespace mrc
} // namespace ns3
