/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_FOLDER_H
#define MRC_CHAKRA_FOLDER_H

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

/** The files of a workload of Chakra: a trace for each rank, and perhaps groups of ranks. */
struct ChakraFiles
{
    std::string name;  //!< of the traces, with %d for the rank
    uint32_t ranks{0}; //!< how many traces there are
    std::function<std::shared_ptr<std::istream>(uint32_t rank)> open; //!< opens a trace
    std::string groupsName;                                           //!< of the file of groups
    std::string groups; //!< the text of that, empty: there is none
};

/**
 * Finds the files that a path names [chakra-files].
 *
 * @param path `PREFIX.%d.et`, or the first of them, `PREFIX.0.et`
 * @return the files
 * @throws std::invalid_argument if the path names none
 */
ChakraFiles FindChakraFiles(const std::string& path);

/** @param name of traces, with %d for the rank @param rank from 0 @return the name of one trace */
std::string ChakraNameOf(const std::string& name, uint32_t rank);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_FOLDER_H */
