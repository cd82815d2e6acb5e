/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_LIST_H
#define MRC_FLOW_LIST_H

#include "mrc-connection-matrix.h"

#include <cstdint>
#include <istream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads `flow.txt` of the HPCC family of simulators [hpcc-flows].
 *
 * The number of flows comes first, then a line for each:
 * `SOURCE DESTINATION PRIORITY PORT BYTES SECONDS`. ConWeave writes the same without `PORT`. All
 * lines of a file are alike, and in the order of time. Lines that begin with # are comments.
 *
 * @param in the text, of which a line at a time is in memory
 * @param name of the file, for messages
 * @param nics NICs are 0 .. nics - 1; 0: as many as the flows need, at least 2
 * @return the flows, each with a queue pair of its own
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
ConnectionMatrix ReadFlowList(std::istream& in, const std::string& name, uint32_t nics);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_LIST_H */
