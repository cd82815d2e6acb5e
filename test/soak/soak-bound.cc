/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-bound.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

constexpr Span MEMORY = Micros(5000);    //!< so long after an event EVs may still be on probation
constexpr Span SEVERE = Micros(1000000); //!< with more than 10 % loss

/** A factor that grows with loss. */
struct LossStep
{
    double upTo;
    double times;
};

const LossStep STEPS[] = {{0.01, 1}, {0.05, 2}, {1, 20.0 / 3}};

constexpr double SEVERE_LOSS = 0.1;
constexpr double ROUNDING = 1e-9; //!< of a path's loss, a product of the losses of its links

/** @return bytes per second that are demanded */
double
DemandOf(const Stretch& stretch, const Allowance& allowance)
{
    const LossStep* step = STEPS;
    while (stretch.loss > step->upTo + ROUNDING)
    {
        ++step;
    }
    return stretch.rate / (allowance.factor * step->times);
}

/** @return events that a flow has to cope with from its start on */
unsigned
EventsAt(const std::vector<Stretch>& stretches, Instant start)
{
    unsigned events = 0;
    for (const Stretch& stretch : stretches)
    {
        if (stretch.from <= start)
        {
            events += stretch.event && start < stretch.from + MEMORY;
            const bool now = start < stretch.until;
            events = now && stretch.hurt ? std::max(events, 1U) : events;
        }
    }
    return events;
}

/** Time and bytes that are still to pass. */
struct Account
{
    Instant at;
    Span wait;       //!< in which nothing is demanded
    double bytes;    //!< that are to be carried then
    Span severe;     //!< that passes with severe loss before anything is demanded
    bool cut{false}; //!< without a live path so far

    bool Pass(const Stretch& stretch, const Allowance& allowance);
    bool Carry(const Stretch& stretch, double demand);
};

/** Lets a stretch pass. @return whether `at` is the deadline */
bool
Account::Pass(const Stretch& stretch, const Allowance& allowance)
{
    if (stretch.life != Life::LIVE)
    {
        cut = true;
        at = stretch.until;
        return false;
    }
    wait = cut ? wait + allowance.event : wait;
    cut = false;
    const double demand = DemandOf(stretch, allowance);
    if (stretch.loss > SEVERE_LOSS + ROUNDING) // the second of severe loss holds all other terms
    {
        const Instant begin = at;
        const bool carried = Carry(stretch, demand);
        const Instant second = begin + std::min(severe, stretch.until - begin);
        severe = severe - (second - begin);
        at = carried ? std::max(at, second) : stretch.until;
        return carried && severe == Span();
    }
    const Span passed = std::min(wait, stretch.until - at);
    wait = wait - passed;
    at = at + passed;
    return at != stretch.until && Carry(stretch, demand);
}

/** Carries the demanded bytes until the stretch ends. @return whether that is all */
bool
Account::Carry(const Stretch& stretch, double demand)
{
    const double needed = bytes / demand * 1e12;
    const Span left = stretch.until - at;
    if (needed <= static_cast<double>(left.Ps()))
    {
        at = at + Span(static_cast<int64_t>(needed));
        bytes = 0;
        return true;
    }
    bytes -= static_cast<double>(left.Ps()) * 1e-12 * demand;
    at = stretch.until;
    return false;
}

} // namespace

Instant
DeadlineOf(const std::vector<Stretch>& stretches,
           Instant start,
           uint64_t bytes,
           const Allowance& allowance)
{
    Account account{start,
                    allowance.base + allowance.event * EventsAt(stretches, start),
                    static_cast<double>(bytes),
                    SEVERE};
    for (const Stretch& stretch : stretches)
    {
        if (stretch.until <= start)
        {
            continue;
        }
        if (stretch.from > start && stretch.event)
        {
            account.wait = account.wait + allowance.event;
        }
        if (account.Pass(stretch, allowance))
        {
            return account.at;
        }
    }
    return Instant::Never();
}

bool
WasCutOff(const std::vector<Stretch>& stretches, Instant from, Instant until)
{
    return std::any_of(stretches.begin(), stretches.end(), [&](const Stretch& stretch) {
        return stretch.life != Life::LIVE && stretch.from < until && from < stretch.until;
    });
}

} // namespace soak
} // namespace mrc
} // namespace ns3
