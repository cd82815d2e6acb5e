/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_RUN_H
#define MRC_SOAK_RUN_H

#include "soak-case.h"
#include "soak-paths.h"

#include "ns3/mrc-flow-record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** A flow that was posted. */
struct FlowOutcome
{
    uint32_t transfer{0}; //!< place of the transfer in the traffic of the case
    bool ended{false};    //!< well or badly
    FlowRecord record;
};

/** The events of a case, and the states of the links for its pairs. */
struct CaseOutcome
{
    std::vector<std::vector<Stretch>> stretches; //!< by transfer
    std::vector<FlowOutcome> flows;              //!< those that ended, in that order, then others
    std::vector<std::string> portraits;          //!< by transfer, if asked for
    uint64_t fingerprint{0};
    uint64_t events{0};
    Instant end;
};

/** How to run a case. */
struct RunManner
{
    Span patience;         //!< how long to go on after the last deadline
    bool portraits{false}; //!< print the states of the queue pairs at the end
    uint32_t threads{1};   //!< which share the run
};

/**
 * Runs a case in a simulator of its own, until all flows ended or the last deadline has passed.
 *
 * @param plan the case
 * @param manner how
 * @throws std::invalid_argument if the case is impossible
 */
CaseOutcome RunCase(const SoakCase& plan, const RunManner& manner);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_RUN_H */
