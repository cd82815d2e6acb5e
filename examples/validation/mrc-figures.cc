/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-figures.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double GIGABIT = 1e9;
constexpr double US_PER_S = 1e6;

/** @return goodput of some flows, Gb/s */
std::vector<double>
Goodputs(const Measured& measured, FlowRange flows)
{
    std::vector<double> goodputs;
    for (std::size_t i = flows.first; i < flows.first + flows.count; ++i)
    {
        goodputs.push_back(measured.flows.at(i).goodput / GIGABIT);
    }
    return goodputs;
}

} // namespace

Figure
HalfRoundTrip(std::size_t flow)
{
    return
        [=](const Measured& measured) { return measured.flows.at(flow).halfRoundTrip * US_PER_S; };
}

Figure
SlowestFlow(FlowRange flows)
{
    return [=](const Measured& measured) {
        const std::vector<double> goodputs = Goodputs(measured, flows);
        return *std::min_element(goodputs.begin(), goodputs.end());
    };
}

Figure
FastestFlow(FlowRange flows)
{
    return [=](const Measured& measured) {
        const std::vector<double> goodputs = Goodputs(measured, flows);
        return *std::max_element(goodputs.begin(), goodputs.end());
    };
}

Figure
MeanFlow(FlowRange flows)
{
    return [=](const Measured& measured) {
        const std::vector<double> goodputs = Goodputs(measured, flows);
        return std::accumulate(goodputs.begin(), goodputs.end(), 0.0) /
               static_cast<double>(goodputs.size());
    };
}

Figure
TotalGoodput(StepRange steps)
{
    return [=](const Measured& measured) { return measured.record.BitRate(steps) / GIGABIT; };
}

Figure
WorstSample(StepRange steps, uint32_t perSample)
{
    return [=](const Measured& measured) {
        double worst = std::numeric_limits<double>::infinity();
        for (uint32_t i = 0; i < steps.count; i += perSample)
        {
            const double sample = measured.record.BitRate({steps.first + i, perSample});
            worst = std::min(worst, sample / GIGABIT);
        }
        return worst;
    };
}

Figure
StepsWithoutGoodput(StepRange steps)
{
    return [=](const Measured& measured) {
        double count = 0;
        for (uint32_t i = 0; i < steps.count; ++i)
        {
            count += measured.record.BitRate({steps.first + i, 1}) == 0 ? 1 : 0;
        }
        return count;
    };
}

Figure
StepsBelow(double percent, StepRange steps, const Figure& usual)
{
    return [=](const Measured& measured) {
        const double least = usual(measured) * GIGABIT * percent / 100;
        double count = 0;
        for (uint32_t i = 0; i < steps.count; ++i)
        {
            count += measured.record.BitRate({steps.first + i, 1}) < least ? 1 : 0;
        }
        return count;
    };
}

Figure
Less(const Figure& a, const Figure& b)
{
    return [=](const Measured& measured) { return a(measured) - b(measured); };
}

Figure
PercentOf(const Figure& a, const Figure& b)
{
    return [=](const Measured& measured) { return a(measured) / b(measured) * 100; };
}

} // namespace mrc
} // namespace ns3
