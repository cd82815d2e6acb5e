/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "soak-report.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iomanip>
#include <sstream>

namespace ns3
{
namespace mrc
{
namespace soak
{

namespace
{

/** @return milliseconds, or `never` */
std::string
Ms(Instant at)
{
    if (at == Instant::Never())
    {
        return "never";
    }
    std::ostringstream out;
    out << std::fixed << std::setprecision(3) << static_cast<double>(at.Ps()) * 1e-9 << " ms";
    return out.str();
}

/** @return the command that repeats a case */
std::string
ReplayOf(const std::string& name)
{
    if (name.rfind(HEALTHY, 0) == 0)
    {
        return ReplayOf(name.substr(HEALTHY.size())) + " --healthy";
    }
    const std::string seed = name.rfind("seed ", 0) == 0 ? name.substr(5) : "";
    return seed.empty() ? "./mrc soak --only=" + name + " --verbose"
                        : "./mrc soak --seeds=" + seed + ".." + seed + " --verbose";
}

/**
 * @return from where to where, how long the flow took or has taken, and until when the flow had
 * time
 */
std::string
FlowText(const FlowJudgement& judgement)
{
    const FlowRecord& record = judgement.flow.record;
    std::ostringstream out;
    out << "flow " << record.flow << " (NIC " << record.source << "->" << record.destination << ", "
        << record.bytes << " B) " << VerdictName(judgement.verdict) << ", posted at "
        << Ms(record.start) << ", "
        << (!judgement.flow.ended                        ? "not complete"
            : record.status == CompletionStatus::SUCCESS ? "complete at " + Ms(record.finish)
                                                         : "failed at " + Ms(record.finish))
        << ", deadline " << Ms(judgement.deadline);
    return out.str();
}

const char*
LifeName(Life life)
{
    const char* const names[] = {"live", "split", "dead", "blackout"};
    return names[static_cast<unsigned>(life)];
}

std::string
StretchText(const Stretch& stretch)
{
    std::ostringstream out;
    out << "    " << Ms(stretch.from) << " .. " << Ms(stretch.until) << ": "
        << LifeName(stretch.life) << ", R " << std::fixed << std::setprecision(3)
        << stretch.rate * 8e-9 << " Gb/s, loss " << stretch.loss * 100 << " %"
        << (stretch.event ? ", event" : "") << (stretch.hurt ? ", hurt" : "") << '\n';
    return out.str();
}

} // namespace

std::string
SummaryOf(const SoakCase& plan)
{
    const TopologySpec& spec = plan.topology;
    std::ostringstream out;
    out << spec.planes << " x " << spec.T0sPerPlane() << " T0 x " << spec.t1Count << " T1, "
        << spec.nics << " NICs, " << spec.nicLinkRate / 1000000000 << "G/"
        << spec.fabricLinkRate / 1000000000 << "G, " << plan.selector << ", "
        << plan.traffic.transfers.size() << " x " << plan.repeat << " flows, " << plan.faults.size()
        << " faults";
    return out.str();
}

std::string
LineOf(const SoakCase& plan, const std::vector<FlowJudgement>& judgements)
{
    std::array<unsigned, 7> counts{};
    bool missed = false;
    const FlowJudgement* slowest = nullptr;
    for (const FlowJudgement& judgement : judgements)
    {
        ++counts[static_cast<unsigned>(judgement.verdict)];
        const bool miss = IsMiss(judgement.verdict);
        const bool worse = slowest == nullptr || miss > IsMiss(slowest->verdict) ||
                           (miss == IsMiss(slowest->verdict) && judgement.used > slowest->used);
        slowest = worse ? &judgement : slowest;
        missed = missed || miss;
    }
    std::ostringstream out;
    out << plan.name << ": " << (missed ? "MISS" : "ok") << ", " << SummaryOf(plan) << ";";
    for (unsigned verdict = 0; verdict < counts.size(); ++verdict)
    {
        if (counts[verdict] != 0)
        {
            out << ' ' << counts[verdict] << ' ' << VerdictName(static_cast<Verdict>(verdict));
        }
    }
    if (slowest != nullptr)
    {
        out << "; " << std::fixed << std::setprecision(2) << slowest->used
            << " of its time: " << FlowText(*slowest);
    }
    out << (missed ? "; to repeat it: " + ReplayOf(plan.name) : "");
    return out.str();
}

std::string
LineOfWreck(const std::string& name, const std::string& reason)
{
    return name + ": MISS, " + reason + "; to repeat it: " + ReplayOf(name);
}

std::string
DetailsOf(const SoakCase& plan,
          const CaseOutcome& outcome,
          const std::vector<FlowJudgement>& judgements)
{
    std::ostringstream out;
    out << plan.name << ": " << SummaryOf(plan) << "\n  settings:";
    for (const Setting& setting : plan.settings)
    {
        out << ' ' << setting.name << '=' << setting.value;
    }
    out << "\n  faults: " << TextOf(plan.faults) << "\n  ended at " << Ms(outcome.end) << " after "
        << outcome.events << " events, fingerprint " << std::hex << outcome.fingerprint << std::dec
        << '\n';
    std::set<uint32_t> told;
    for (const FlowJudgement& judgement : judgements)
    {
        out << "  " << FlowText(judgement) << '\n';
        const uint32_t transfer = judgement.flow.transfer;
        if (judgement.verdict == Verdict::DONE || !told.insert(transfer).second)
        {
            continue;
        }
        for (const Stretch& stretch : outcome.stretches[transfer])
        {
            out << StretchText(stretch);
        }
        out << (outcome.portraits.empty() ? "" : outcome.portraits[transfer]);
    }
    return out.str();
}

std::set<std::string>
CasesIn(const std::string& file)
{
    std::set<std::string> names;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);)
    {
        const size_t end = line.find(": ");
        if (end != std::string::npos && !in.eof()) // the last line may have been cut off
        {
            names.insert(line.substr(0, end));
        }
    }
    return names;
}

bool
TellsMiss(const std::string& line)
{
    return line.find(": MISS, ") != std::string::npos;
}

} // namespace soak
} // namespace mrc
} // namespace ns3
