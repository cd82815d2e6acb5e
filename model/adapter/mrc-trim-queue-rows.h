/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_QUEUE_ROWS_H
#define MRC_TRIM_QUEUE_ROWS_H

#include "mrc-trim-queue-disc.h"

#include "ns3/mrc-config-rows.h"

namespace ns3
{
namespace mrc
{

/** Attributes of a TrimQueueDisc, other than the code points. */
using TrimQueueRows = ConfigRows<TrimQueueDisc, TrimQueueSettings>;
/** The rows of code points. */
using TrimQueueCodePoints = ConfigRows<TrimQueueDisc, DscpPlan>;

/** @param rows gets limits, marks, early drops, trimming and the order of service */
void AddTrimQueueRows(TrimQueueRows rows);

/** @param rows gets the shares of a shared buffer */
void AddTrimQueueShares(TrimQueueRows rows);

/** @param rows gets the code points of the classes */
void AddTrimQueueCodePoints(TrimQueueCodePoints rows);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIM_QUEUE_ROWS_H */
