/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SAI_COUNTERS_H
#define MRC_SAI_COUNTERS_H

#include <iosfwd>
#include <string>

namespace ns3
{
namespace mrc
{

class Network;

/**
 * Writes the counters of switches so far, under their names in SAI.
 *
 * Columns: object,index,counter,value. An object is a `port`, a `queue` of a port, or the
 * `buffer_pool` of a switch; doc/main-job.rst has the counters. One that is 0 has no row.
 *
 * @param out where to; gets the line with the names of the columns
 * @param network the one with the switches
 */
void WriteSaiCounters(std::ostream& out, Network& network);

/**
 * The same into sai-counters.csv.
 *
 * @param folder of the file; made if there is none
 * @param network the one with the switches
 * @throws WriteError naming the file if that is not whole
 */
void WriteSaiCounters(const std::string& folder, Network& network);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SAI_COUNTERS_H */
