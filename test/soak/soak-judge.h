/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_JUDGE_H
#define MRC_SOAK_JUDGE_H

#include "soak-case.h"
#include "soak-run.h"

#include <vector>

namespace ns3
{
namespace mrc
{
namespace soak
{

/** The verdict on a flow. */
enum class Verdict : uint8_t
{
    DONE,    //!< complete in time
    CUT_OFF, //!< failed or stalled, with no live path for long enough or for good
    LATE,    //!< a miss: complete after its deadline
    STUCK,   //!< a miss: its deadline has passed, it is not complete
    FAILED,  //!< a miss: the queue pair gave up though it had a live path all the time
    OPEN,    //!< the run ended before its deadline, because an earlier one was late
    GHOST,   //!< a miss, of the oracle too: complete while no path was alive
};

/** @return the name of the verdict: `done`, `cut-off`, ... */
const char* VerdictName(Verdict verdict);

/** @return whether the verdict is a miss */
inline bool
IsMiss(Verdict verdict)
{
    return verdict != Verdict::DONE && verdict != Verdict::CUT_OFF && verdict != Verdict::OPEN;
}

/** The judgement of a flow. */
struct FlowJudgement
{
    FlowOutcome flow;
    Verdict verdict{Verdict::DONE};
    Instant deadline;
    double used{0}; //!< time taken, or passed, as a share of the time that the flow had; 0 for a
                    //!< flow without a bound
};

/** @return a judgement of each flow that was posted, in the order of the outcome */
std::vector<FlowJudgement> JudgeCase(const SoakCase& plan, const CaseOutcome& outcome);

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_JUDGE_H */
