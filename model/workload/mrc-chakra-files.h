/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CHAKRA_FILES_H
#define MRC_CHAKRA_FILES_H

#include "mrc-chakra-folder.h"
#include "mrc-connection-matrix.h"
#include "mrc-goal-spool.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

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
