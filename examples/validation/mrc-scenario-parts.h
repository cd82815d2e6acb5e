/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SCENARIO_PARTS_H
#define MRC_SCENARIO_PARTS_H

// The parts that scenarios of faults are made of. Steps of their records are 1 ms.

#include "mrc-expectation.h"
#include "mrc-figures.h"
#include "mrc-scenario.h"
#include "mrc-stream-benchmark.h"

#include "ns3/mrc-module.h"
#include "ns3/string.h"

#include <cmath>
#include <string>

namespace ns3
{

using mrc::Bound;
using mrc::Goal;
using mrc::NOTHING;
using mrc::Published;
using mrc::Scenario;
using mrc::StepRange;
using mrc::TotalGoodput;

/** How the paper's wall-clock times are compressed [compressed-time]. */
struct Clock
{
    uint32_t second{50}; //!< ms that stand for one of the paper's seconds, at least 10

    /** @return ms that stand for so many of the paper's seconds */
    uint32_t Ms(double seconds) const
    {
        return static_cast<uint32_t>(std::lround(seconds * second));
    }

    /** @return the same as text with the unit */
    std::string Text(double seconds) const
    {
        return std::to_string(Ms(seconds)) + "ms";
    }

    /** @return the time between two of the paper's, as faults are written */
    std::string Between(double begin, double end) const
    {
        return "@" + Text(begin) + ".." + Text(end);
    }
};

/** @return a figure of the paper, read from a drawing with an axis that ends at fullScale */
static Published
ReadFrom(const char* drawing, double value, double fullScale)
{
    return {value, drawing, Bound::WITHIN, 0.3 * fullScale / value};
}

/** ib_write_bw in both directions between two NICs, with four queue pairs. */
static mrc::StreamLoad
BothWays(uint32_t a, uint32_t b)
{
    return {{{a, b}}, 4, 32768, 128, true};
}

/** @return so many milliseconds of a fabric from its first packet on */
static Scenario
Record(const std::string& target, const mrc::StreamLoad& load, uint32_t milliseconds)
{
    Scenario scenario{target, mrc::PresetTopology("clos-8x100g", 32), load};
    scenario.sampling = {Time(), MilliSeconds(1), milliseconds};
    return scenario;
}

/** @return the 5 ms that are measured after a change and 1 ms of warm-up */
static StepRange
SteadyAfter(uint32_t millisecond)
{
    return {millisecond + 1, 5};
}

/** @return the usual figure, before a fault at 2 s */
static mrc::Figure
Before(const Clock& clock)
{
    return TotalGoodput({clock.Ms(0.2), clock.Ms(1.8)});
}

/** Has NICs send nothing for a while after a port is lost. @return the scenario, with them */
static Scenario
Cx8Like(Scenario scenario, const Clock& clock)
{
    scenario.configure = [clock](mrc::FabricHelper& fabric) {
        fabric.SetFabricAttribute("PortFailure", StringValue("Cx8Like"));
        fabric.SetFabricAttribute("BlackoutMinimum", StringValue(clock.Text(0.9)));
        fabric.SetFabricAttribute("BlackoutMaximum", StringValue(clock.Text(1.1)));
    };
    return scenario;
}

/** The note of figures that measure a blackout of NICs. */
static const char* const LENGTH_IS_INPUT = "its length is an input";

} // namespace ns3

#endif /* MRC_SCENARIO_PARTS_H */
