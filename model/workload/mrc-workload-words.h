/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WORKLOAD_WORDS_H
#define MRC_WORKLOAD_WORDS_H

#include "mrc-connection-matrix.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/** The defaults that complete a description in words. */
struct WorkloadDefaults
{
    uint32_t ranks{0}; //!< default; 0: the description has to name ranks
    uint64_t key{0};   //!< names the draws of patterns that are drawn

    std::string folder{}; //!< of files that are not where their name says; empty: none
};

/**
 * @param words the name of a workload, and KEY=VALUE of some of its keys, such as `ring-allreduce
 *        size=1GiB channels=4`
 * @param defaults of keys that are left out
 * @return the transfers of the workload
 * @throws ParseError `--workload:1:column: what is wrong; what was expected`
 * @throws std::invalid_argument if the workload cannot be so
 */
ConnectionMatrix ReadWorkload(const std::string& words, const WorkloadDefaults& defaults);

/** @return a line for each workload, with its keys and their defaults */
std::string WorkloadHelp();

} // namespace mrc
} // namespace ns3

#endif /* MRC_WORKLOAD_WORDS_H */
