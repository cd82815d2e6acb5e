/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-flow-table.h"

#include "ns3/rng-seed-manager.h"

#include <cstdio>

namespace ns3
{
namespace mrc
{

namespace
{

/** SUCCESS is the default of a record, so a flow under way needs the look at its finish too. */
bool
IsFinished(const FlowRecord& record)
{
    return record.finish != Instant::Never() && record.status == CompletionStatus::SUCCESS;
}

/** @return "finished", "running", or of a flow that failed why: "failed: RETRY_EXC_ERR" */
std::string
FlowStatusText(const FlowRecord& record)
{
    if (record.status != CompletionStatus::SUCCESS)
    {
        return std::string("failed: ") + ToString(record.status);
    }
    return IsFinished(record) ? "finished" : "running";
}

} // namespace

std::string
NanosText(Span length)
{
    const bool negative = length < Span();
    // The sign is taken off in unsigned numbers: the least int64 has no positive counterpart.
    const uint64_t ps = negative ? -static_cast<uint64_t>(length.Ps()) : length.Ps();
    // The thousand in front keeps leading zeros, and is cut off.
    const std::string decimals = std::to_string(1000 + ps % 1000).substr(1);
    return (negative ? "-" : "") + std::to_string(ps / 1000) + "." + decimals;
}

double
Slowdown(const FlowRecord& record, Span ideal)
{
    return static_cast<double>((record.finish - record.start).Ps()) / ideal.Ps();
}

FlowTable::FlowTable(std::ostream& out)
    : m_out(out),
      m_origin(',' + std::to_string(RngSeedManager::GetSeed()) + ',' +
               std::to_string(RngSeedManager::GetRun()))
{
    m_out << "flow,source,destination,bytes,start_ns,finish_ns,ideal_ns,slowdown,packets,"
             "retransmissions,trims,marks,seed,run,fct_ns,status"
          << std::endl;
}

void
FlowTable::Write(const FlowRecord& record, Span ideal)
{
    // Columns stay empty where there is no number: a 0 would be read as a time.
    std::string finish;
    std::string time;
    char slowdown[32] = "";
    if (IsFinished(record))
    {
        finish = NanosText(record.finish - Instant());
        time = NanosText(record.finish - record.start);
        std::snprintf(slowdown, sizeof(slowdown), "%.6f", Slowdown(record, ideal));
    }
    m_out << record.flow << ',' << record.source << ',' << record.destination << ',' << record.bytes
          << ',' << NanosText(record.start - Instant()) << ',' << finish << ',' << NanosText(ideal)
          << ',' << slowdown << ',' << record.packets << ',' << record.retransmissions << ','
          << record.trims << ',' << record.marks << m_origin << ',' << time << ','
          << FlowStatusText(record) << '\n';
    // A reader sees the flow as soon as it ended, also if the run is killed.
    m_out.flush();
}

} // namespace mrc
} // namespace ns3
