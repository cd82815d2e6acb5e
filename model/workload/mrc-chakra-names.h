/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_NAMES_H
#define MRC_CHAKRA_NAMES_H

#include "mrc-chakra-reader.h"

#include <cstdint>
#include <iostream>
#include <string>

namespace ns3
{
namespace mrc
{

/** What a run tells of a node. */
struct ChakraName
{
    uint64_t id{0};                        //!< in its trace
    ChakraKind kind{ChakraKind::METADATA}; //!< of the node
    std::string name;                      //!< the first 55 bytes of the node's name
};

/**
 * Adds a node to a file of 64 bytes for each.
 *
 * @param out the file
 * @param node the next one
 */
void WriteChakraName(std::ostream& out, const ChakraNode& node);

/**
 * @param in such a file, which can be read from any place
 * @param number of a node, counted from 1
 * @return the node
 */
ChakraName ReadChakraName(std::istream& in, uint32_t number);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_NAMES_H */
