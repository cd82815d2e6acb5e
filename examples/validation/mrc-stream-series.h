/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STREAM_SERIES_H
#define MRC_STREAM_SERIES_H

#include "mrc-stream-record.h"

#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/** @param out where the names of the columns go */
void WriteSeriesHead(std::ostream& out);

/**
 * Writes a line for each step. First is the end of the step, in ms after the first one began.
 * Then come the goodput of all queue pairs together, in Gb/s, and their packets that were sent
 * again untrimmed.
 *
 * @param out where to
 * @param target the name of the experiment, without commas
 * @param record the steps
 */
void WriteSeries(std::ostream& out, const std::string& target, const StreamRecord& record);

} // namespace mrc
} // namespace ns3

#endif /* MRC_STREAM_SERIES_H */
