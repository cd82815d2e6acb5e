/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_PROCESS_H
#define MRC_SOAK_PROCESS_H

#include <functional>
#include <string>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** The end of a process. */
struct ProcessEnd
{
    std::string output;  //!< the result of the task; empty unless `trouble` is
    std::string trouble; //!< why there is none: `hung for 60 s`, `was ended by signal 6`
};

/**
 * Runs a task in a process of its own, so that one that crashes, hangs or leaves something behind
 * spoils no other.
 *
 * @param task a function that returns the output
 * @param wallSeconds after which the task has hung and is ended
 */
ProcessEnd RunInProcess(const std::function<std::string()>& task, unsigned wallSeconds);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_PROCESS_H */
