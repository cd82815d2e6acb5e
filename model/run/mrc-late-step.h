/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LATE_STEP_H
#define MRC_LATE_STEP_H

#include "mrc-busy-pairs.h"
#include "mrc-late-transfer.h"

#include "ns3/mrc-flow-record.h"
#include "ns3/mrc-training-operation.h"
#include "ns3/mrc-training-times.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class LatePackets;
class Topology;
class WorkloadRun;
struct TrainingPlan;

/** Which transfer of a step was late by most, and what it was for. */
struct LatestTransfer
{
    TrainingPart part; //!< what it was for
    FlowRecord flow;   //!< from its post to its completion
    LateTransfer late; //!< why, as far as that is known
};

/** A step, and the latest transfer on the way to its end, if one crossed the fabric. */
struct LateStep
{
    TrainingStep step;                    //!< the times of the step
    std::optional<LatestTransfer> latest; //!< the transfer; none: no transfer crossed the fabric
};

/** Names of the columns that WriteFields fills. */
constexpr const char* LATE_COLUMNS =
    "late_for,late_source,late_destination,late_bytes,late_us,late_packets,late_bad_evs,late_plane,"
    "late_path,late_path_packets,late_fault,late_fault_packets";

/** What is known about the transfers of a run. */
struct LateSources
{
    const TrainingPlan& plan; //!< what was done
    const WorkloadRun& run;   //!< that did it
    const LatePackets& late;  //!< listened meanwhile
    const BusyPairs busy;     //!< of the transfers between nodes
};

/**
 * @param plan what was done
 * @param run that did it
 * @param flow a transfer
 * @return how long the transfer takes alone; none inside a node, of which nothing is known
 */
std::optional<Span> TimeAlone(const TrainingPlan& plan,
                              const WorkloadRun& run,
                              const FlowRecord& flow);

/**
 * @param sources of the run
 * @param way transfers, all complete
 * @return the one of these between two nodes that took most beyond the time that it takes alone
 */
std::optional<LatestTransfer> LatestOnWay(const LateSources& sources,
                                          const std::vector<uint32_t>& way);

/**
 * @param out gets the fields of LATE_COLUMNS, empty where nothing is known
 * @param latest of a step
 * @param topology of the run
 */
void WriteFields(std::ostream& out,
                 const std::optional<LatestTransfer>& latest,
                 const Topology& topology);

/** @return the same in words; empty if the transfer was not late, or without packets and a fault */
std::string ReasonOf(const std::optional<LatestTransfer>& latest, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LATE_STEP_H */
