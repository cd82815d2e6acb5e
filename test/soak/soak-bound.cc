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

/** A factor that grows with loss; 0: none is demanded. */
struct LossStep
{
    double upTo;
    double times;
};

const LossStep STEPS[] = {{0.01, 1}, {0.05, 2}, {0.1, 20.0 / 3}};

/** @return the share of the rate that is demanded, 0 with severe loss */
double
DemandOf(double loss, const Allowance& allowance)
{
    for (const LossStep& step : STEPS)
    {
        if (loss <= step.upTo + 1e-9)
        {
            return 1 / (allowance.factor * step.times);
        }
    }
    return 0;
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
    Span wait;        //!< in which nothing is demanded
    double bytes;     //!< that are to be carried then
    Span severe;      //!< that may pass with severe loss
    bool cut{false};  //!< without a live path so far
    bool done{false}; //!< `at` is the deadline

    void Pass(const Stretch& stretch, const Allowance& allowance);
};

void
Account::Pass(const Stretch& stretch, const Allowance& allowance)
{
    if (stretch.life != Life::LIVE)
    {
        cut = true;
        at = stretch.until;
        return;
    }
    wait = cut ? wait + allowance.event : wait;
    cut = false;
    const double demand = DemandOf(stretch.loss, allowance) * stretch.rate;
    Span& pause = demand == 0 ? severe : wait;
    const Span passed = std::min(pause, stretch.until - at);
    pause = pause - passed;
    at = at + passed;
    done = demand == 0 && pause == Span();
    if (demand == 0 || at == stretch.until)
    {
        return;
    }
    const double needed = bytes / demand * 1e12;
    if (needed <= static_cast<double>((stretch.until - at).Ps()))
    {
        at = at + Span(static_cast<int64_t>(needed));
        done = true;
        return;
    }
    bytes -= static_cast<double>((stretch.until - at).Ps()) * 1e-12 * demand;
    at = stretch.until;
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
        account.Pass(stretch, allowance);
        if (account.done)
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
