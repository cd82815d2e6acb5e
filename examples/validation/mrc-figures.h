/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FIGURES_H
#define MRC_FIGURES_H

#include "mrc-stream-benchmark.h"
#include "mrc-stream-record.h"

#include "ns3/mrc-distribution.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** The measurements of a StreamBenchmark. */
struct Measured
{
    std::vector<StreamResult> flows;
    StreamRecord record;
    Distribution gaps{};     //!< us that packets waited to be sent again, lost as SACKs show
    Distribution timeouts{}; //!< the same, lost as a timer says
};

/** One number made of a measurement: in Gb/s, us, percent, or a count. */
using Figure = std::function<double(const Measured&)>;

/** Successive flows of a load. */
struct FlowRange
{
    std::size_t first;
    std::size_t count; //!< at least 1
};

/** @return half of the round trip of a flow, us */
Figure HalfRoundTrip(std::size_t flow);

/** @return goodput of the slowest of some flows, over all steps */
Figure SlowestFlow(FlowRange flows);

/** @return goodput of the fastest of some flows, over all steps */
Figure FastestFlow(FlowRange flows);

/** @return mean goodput of some flows, over all steps */
Figure MeanFlow(FlowRange flows);

/** @return goodput of all flows together */
Figure TotalGoodput(StepRange steps);

/**
 * @param steps where to look, a multiple of perSample
 * @param perSample how many steps make up a sample, at least 1
 * @return the least goodput of all flows together in any sample
 */
Figure WorstSample(StepRange steps, uint32_t perSample);

/** @return steps in which nothing was placed */
Figure StepsWithoutGoodput(StepRange steps);

/**
 * @param percent of the usual goodput, more than 0
 * @param steps where to look
 * @param usual the usual goodput, Gb/s of all flows together
 * @return steps in which less was placed
 */
Figure StepsBelow(double percent, StepRange steps, const Figure& usual);

/** @return one figure less another */
Figure Less(const Figure& a, const Figure& b);

/** @return one figure as percent of another */
Figure PercentOf(const Figure& a, const Figure& b);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FIGURES_H */
