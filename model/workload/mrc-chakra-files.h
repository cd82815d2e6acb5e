/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_FILES_H
#define MRC_CHAKRA_FILES_H

#include "mrc-connection-matrix.h"
#include "mrc-goal-spool.h"

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

/** How traces become a schedule. */
struct ChakraChoices
{
    GoalSpool::NewFile newFile; //!< makes temporary files
    double gpuTflops{0};   //!< 10^12 operations a second, for work without a duration; 0: unknown
    uint64_t mostSends{0}; //!< of each rank, the first ones [first-sends]; 0: all
};

/**
 * Makes a schedule of the traces, in a temporary file, and proves that all of its operations start
 * once others are done [chakra-files] [chakra-work] [chakra-collectives].
 *
 * @param files of the workload
 * @param choices of the user
 * @return a matrix without transfers, with the schedule as its stream; ranks are NICs
 * @throws ChakraError `file:byte: what is wrong; what was expected`
 * @throws ParseError if a temporary file cannot be written
 * @throws std::invalid_argument if the groups are wrong, or there are too few ranks
 */
ConnectionMatrix StreamChakra(const ChakraFiles& files, const ChakraChoices& choices);

} // namespace mrc
} // namespace ns3

#endif /* MRC_CHAKRA_FILES_H */
