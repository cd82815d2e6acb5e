/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RUN_END_H
#define MRC_RUN_END_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Why a run ended. */
enum class RunEnd : uint8_t
{
    FINISHED,    //!< all flows are complete
    STOP_TIME,   //!< the simulated time to stop at was reached
    TIME_LIMIT,  //!< the wall time was used up
    INTERRUPTED, //!< by a signal: Ctrl-C, SIGTERM or SIGHUP
    FLOW_FAILED, //!< all ended, but a flow badly
    STALLED,     //!< no byte arrived for too long
    NO_EVENTS,   //!< flows are outstanding and nothing is scheduled that could move them
    OUTPUT_LOST, //!< results could not be written, as on a full disk
};

/** @return the name as it stands in outputs, such as "stop-time" */
const char* RunEndName(RunEnd end);

/**
 * @return what a program should exit with: 0 if the run went as asked, 1 if it cannot finish, 124
 *         when out of wall time, as timeout(1), and 130 when interrupted by Ctrl-C, as shells have
 * it
 */
int ExitCodeOf(RunEnd end);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_END_H */
