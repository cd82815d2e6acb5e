/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_REPORT_H
#define MRC_SOAK_REPORT_H

#include "soak-case.h"
#include "soak-judge.h"
#include "soak-run.h"

#include <set>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** @return the parts of a case, in some words */
std::string SummaryOf(const SoakCase& plan);

/**
 * @return the line of a case: `seed 17: ok, ...` or `seed 17: MISS, ...`, with the flow that took
 *         the largest part of its own time, and for a miss the command that repeats it
 */
std::string LineOf(const SoakCase& plan, const std::vector<FlowJudgement>& judgements);

/** @return the line of a case that did not come to its end, whatever the reason */
std::string LineOfWreck(const std::string& name, const std::string& reason);

/** @return all details: settings, faults, each miss with its stretches and queue pair */
std::string DetailsOf(const SoakCase& plan,
                      const CaseOutcome& outcome,
                      const std::vector<FlowJudgement>& judgements);

/** @return the names of the cases with lines in a file; none if there is no such file */
std::set<std::string> CasesIn(const std::string& file);

/** @return whether a line tells of a miss */
bool TellsMiss(const std::string& line);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_REPORT_H */
