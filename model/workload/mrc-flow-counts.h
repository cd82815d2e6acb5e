/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_COUNTS_H
#define MRC_FLOW_COUNTS_H

#include "mrc-flow-record.h"
#include "mrc-tick-not-before.h"

#include "ns3/mrc-requestor.h"

namespace ns3
{
namespace mrc
{

/**
 * Sets the counts of a record to those of the flow's connection, which run on over all flows.
 *
 * @param qp where the flow is posted
 * @param record gets the counts
 */
void Count(const Requestor& qp, FlowRecord& record);

/**
 * Sets the counts of a record to what was added since.
 *
 * @param qp where the flow is posted
 * @param record with the counts at the post of the flow
 */
void CountSince(const Requestor& qp, FlowRecord& record);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_COUNTS_H */
