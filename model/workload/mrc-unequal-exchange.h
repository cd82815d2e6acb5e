/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_UNEQUAL_EXCHANGE_H
#define MRC_UNEQUAL_EXCHANGE_H

#include "mrc-connection-matrix.h"

#include "ns3/mrc-hash.h"

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** By sender and receiver: how many bytes, 0 for none. */
using SizeTable = std::vector<std::vector<uint64_t>>;

/**
 * Each rank sends to each other one the bytes of a table, the next ranks first [unequal-sizes].
 *
 * @param sizes with a row for each rank, as long as there are rows
 * @param window how many transfers a rank has under way at a time, 1 or more
 * @return the transfers of the ranks
 * @throws std::invalid_argument if something is out of range
 */
ConnectionMatrix UnequalAllToAll(const SizeTable& sizes, uint32_t window);

/**
 * @param ranks 2 or more
 * @param bytes of each rank's buffer: the mean of a size is this divided by ranks
 * @param spread percent, 0 .. 100, that sizes are at most above or below their mean
 * @param draws of the sizes, all of which are as likely
 * @return the table
 */
SizeTable DrawnSizes(uint32_t ranks, uint64_t bytes, uint32_t spread, KeyedDraws draws);

/**
 * Reads a table: a line for each sender, with as many numbers of bytes as there are lines.
 *
 * @param in the text
 * @param name of the file, for messages
 * @return the table
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
SizeTable ReadSizeTable(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_UNEQUAL_EXCHANGE_H */
