/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONNECTION_MATRIX_H
#define MRC_CONNECTION_MATRIX_H

#include "mrc-transfer.h"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A traffic matrix of the htsim family of simulators. */
struct ConnectionMatrix
{
    std::string name;                //!< of the file
    uint32_t nodes{0};               //!< NICs are numbered 0 .. nodes - 1
    std::vector<Transfer> transfers; //!< in the order of the file
    std::vector<Trigger> triggers;   //!< in the order of the file
};

/**
 * Reads htsim's `.cm` format [htsim-files].
 *
 * A header of `Nodes N`, `Connections N` and, if there are any, `Triggers N`; then, in any order,
 * `SOURCE->DESTINATION [id N] (start PICOSECONDS | trigger N) size BYTES [send_done_trigger N]
 * [recv_done_trigger N]` and `trigger id N (oneshot | multishot | barrier count N)`. A transfer
 * without an id gets the smallest number that the file leaves free. Lines that begin with # are
 * comments. The words `Failures` and `prio` are understood with the value 0 only, `msg` not at all.
 *
 * @param in the text
 * @param name of the file, for messages
 * @return the matrix: numbers in range, ids unique, triggers known; see TriggerGraph for the rest
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
ConnectionMatrix ReadConnectionMatrix(std::istream& in, const std::string& name);

/**
 * @param path of a file in the `.cm` format
 * @return its matrix
 * @throws ParseError as above, or at 1:1 if the file cannot be opened
 */
ConnectionMatrix ReadConnectionMatrixFile(const std::string& path);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONNECTION_MATRIX_H */
