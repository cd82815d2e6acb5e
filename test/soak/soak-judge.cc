/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-judge.h"

#include "soak-bound.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

constexpr Span IN_FLIGHT = Micros(1000); //!< packets that had left when the last path died are
                                         //!< there by then

/** Attribute NoPortTimeout, which no case changes. */
constexpr Span NO_PORT_TIMEOUT = Micros(1000000);

/** @return whether a pair had no path at this time, and for a while before */
bool
IsLongDead(const std::vector<Stretch>& stretches, Instant at)
{
    Instant since; // of being dead without a break
    for (const Stretch& stretch : stretches)
    {
        if (stretch.life != Life::DEAD)
        {
            since = stretch.until;
        }
        else if (stretch.from <= at && at < stretch.until)
        {
            return at >= since + IN_FLIGHT;
        }
    }
    return false;
}

Verdict
VerdictOf(const SoakCase& plan,
          const CaseOutcome& outcome,
          const FlowOutcome& flow,
          Instant deadline)
{
    const std::vector<Stretch>& stretches = outcome.stretches[flow.transfer];
    const FlowRecord& record = flow.record;
    if (!flow.ended)
    {
        return deadline == Instant::Never() ? Verdict::CUT_OFF
               : deadline > outcome.end     ? Verdict::OPEN
                                            : Verdict::STUCK;
    }
    if (record.status != CompletionStatus::SUCCESS)
    {
        const bool cut = WasCutOff(stretches, record.start, record.finish);
        const bool mayEnd = plan.retriesEnd || record.finish - record.start >= NO_PORT_TIMEOUT;
        return cut && mayEnd ? Verdict::CUT_OFF : Verdict::FAILED;
    }
    if (IsLongDead(stretches, record.finish))
    {
        return Verdict::GHOST;
    }
    return record.finish <= deadline ? Verdict::DONE : Verdict::LATE;
}

} // namespace

const char*
VerdictName(Verdict verdict)
{
    const char* const names[] = {"done", "cut-off", "LATE", "STUCK", "FAILED", "open", "GHOST"};
    return names[static_cast<unsigned>(verdict)];
}

std::vector<FlowJudgement>
JudgeCase(const SoakCase& plan, const CaseOutcome& outcome)
{
    std::vector<FlowJudgement> judgements;
    for (const FlowOutcome& flow : outcome.flows)
    {
        const std::vector<Stretch>& stretches = outcome.stretches[flow.transfer];
        const FlowRecord& record = flow.record;
        FlowJudgement judgement;
        judgement.flow = flow;
        judgement.deadline = DeadlineOf(stretches, record.start, record.bytes, plan.allowance);
        judgement.verdict = VerdictOf(plan, outcome, flow, judgement.deadline);
        if (judgement.deadline != Instant::Never())
        {
            const Instant until = flow.ended ? record.finish : outcome.end;
            judgement.used = static_cast<double>((until - record.start).Ps()) /
                             static_cast<double>((judgement.deadline - record.start).Ps());
        }
        judgements.push_back(judgement);
    }
    return judgements;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
