/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAFFIC_FILE_H
#define MRC_TRAFFIC_FILE_H

#include "mrc-connection-matrix.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads a file of traffic: `FILE.txt` is flow.txt of the HPCC family of simulators [hpcc-flows].
 * A `FILE.txt` that begins with a word is a workload of SimAI, with eight GPUs in a node
 * [simai-files]. `FILE.goal` is a schedule in GOAL [goal-files], `FILE.bin` a binary one
 * [goal-binary]. Anything else is a traffic matrix of htsim [htsim-files]. A long schedule stays in
 * its file, which is read as the run goes on [goal-window]. `PREFIX.%d.et` are traces of Chakra
 * [chakra-files].
 *
 * @param path of the file
 * @param nics how many NICs there are, for formats without that number; 0: as many as the transfers
 * need
 * @return the transfers of the file
 * @throws ParseError `path:line:column: what is wrong; what was expected`
 * @throws ChakraError for a trace, `path:byte: ...`
 * @throws std::invalid_argument if a schedule or a workload has too many operations, or traces are
 * missing
 */
ConnectionMatrix ReadTrafficFile(const std::string& path, uint32_t nics = 0);

/**
 * Writes flow.txt: `SOURCE DESTINATION 3 100 BYTES SECONDS`, in the order of time, to the
 * picosecond. 3 is the priority, 100 the port that the family's own generator writes.
 *
 * @param out where to
 * @param matrix transfers that start at a time of their own and cross the fabric
 * @throws std::invalid_argument if a transfer waits for another, or is inside a node
 */
void WriteFlowList(std::ostream& out, const ConnectionMatrix& matrix);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAFFIC_FILE_H */
