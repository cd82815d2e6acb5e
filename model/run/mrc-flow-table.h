/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_TABLE_H
#define MRC_FLOW_TABLE_H

#include "ns3/mrc-flow-record.h"
#include "ns3/mrc-instant.h"

#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/** @return a length of time in nanoseconds with three decimals, which is exact */
std::string NanosText(Span length);

/**
 * @param record a flow that is complete
 * @param ideal how long the flow takes alone on the empty fabric
 * @return the flow's time as a multiple of that
 */
double Slowdown(const FlowRecord& record, Span ideal);

/**
 * Writes flows as comma-separated values, a row for each, out at once.
 *
 * Columns: flow,source,destination,bytes,start_ns,finish_ns,ideal_ns,slowdown,packets,
 * retransmissions,trims,marks,seed,run,fct_ns,status. Seed and run are those of ns-3's
 * RngSeedManager.
 */
class FlowTable
{
  public:
    /** @param out where to; gets the line with the names of the columns */
    explicit FlowTable(std::ostream& out);

    /**
     * Writes a row; finish, slow-down and completion time stay empty unless the flow is complete.
     *
     * @param record the flow
     * @param ideal how long the flow takes alone on the empty fabric
     */
    void Write(const FlowRecord& record, Span ideal);

  private:
    std::ostream& m_out;
    std::string m_origin; //!< seed and run
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_TABLE_H */
