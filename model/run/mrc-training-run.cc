/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-run.h"

#include "mrc-busy-pairs.h"
#include "mrc-late-packets.h"
#include "mrc-late-step.h"
#include "mrc-micros.h"
#include "mrc-workload-run.h"

#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-gunzip.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-simai-plan.h"
#include "ns3/mrc-traffic-file.h"
#include "ns3/mrc-training-collectives.h"
#include "ns3/mrc-training-job.h"
#include "ns3/mrc-training-plan.h"
#include "ns3/mrc-training-times.h"

#include <iomanip>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Writes the cause that held a step: a transfer, and how much longer the transfer took than alone.
 */
void
WriteHeld(std::ostream& out,
          const TrainingPlan& plan,
          const WorkloadRun& run,
          std::optional<uint32_t> held)
{
    if (!held)
    {
        out << ",none,,,,,";
        return;
    }
    const FlowRecord flow = run.Driver().LatestOf(*held);
    const double us = MicrosOf(flow.finish - flow.start);
    out << ',' << ToString(plan.operations[*held].part) << ',' << flow.source << ','
        << flow.destination << ',' << us << ',';
    if (const std::optional<Span> alone = TimeAlone(plan, run, flow))
    {
        out << us / MicrosOf(*alone);
    }
    out << ',' << flow.retransmissions;
}

/** @return the job in one line, for the head of a report */
std::string
DescriptionOf(const TrainingJob& job)
{
    std::ostringstream text;
    text << job.name << ": " << std::setprecision(3) << job.Size() * 1e-9 << " 10^9 parameters on "
         << job.Ranks() << " ranks (data " << job.data << ", tensor " << job.tensor << ", pipeline "
         << job.pipeline << ", expert " << job.expert << "), " << job.microbatches
         << " micro-batches, times and bytes by " << job.shrink << " smaller, " << job.gpus
         << " GPUs in a node";
    return text.str();
}

/** @return GPUs of a node: those of --gpus, or the file's if these are 0 */
uint32_t
GpusOf(const std::string& name, uint32_t ranks, uint32_t gpus, uint32_t ofFile)
{
    if (gpus != 0 && ranks % gpus != 0)
    {
        throw std::invalid_argument(name + ": " + std::to_string(gpus) +
                                    " GPUs in a node; expected a divisor of " +
                                    std::to_string(ranks) + ", its ranks");
    }
    return gpus == 0 ? ofFile : gpus;
}

/** @return the NICs of a transfer as one number */
uint64_t
EndsOf(const Transfer& transfer)
{
    return uint64_t{transfer.source} << 32 | transfer.destination;
}

/**
 * @return when transfers were under way between those NICs that a step waited for. A job may have a
 * million other pairs of NICs, and nobody asks for those
 */
BusyPairs
BusyOnWays(const TrainingPlan& plan,
           const std::vector<TrainingStep>& steps,
           const OperationTimes& times)
{
    // Only pairs of NICs that a step waited for are asked about later.
    std::set<uint64_t> ends;
    for (const TrainingStep& step : steps)
    {
        for (const uint32_t operation : step.way)
        {
            ends.insert(EndsOf(plan.matrix.transfers[operation]));
        }
    }
    std::vector<BusyStretch> busy;
    for (uint32_t i = 0; i < plan.operations.size(); ++i)
    {
        const Transfer& transfer = plan.matrix.transfers[i];
        if (ends.count(EndsOf(transfer)) == 0 ||
            plan.matrix.node.Holds(transfer.source, transfer.destination))
        {
            continue;
        }
        // An operation that never ended has no stretch.
        const OperationTime time = times(i);
        if (time.finish != Instant::Never())
        {
            busy.push_back({transfer.source, transfer.destination, time.start, time.finish});
        }
    }
    return BusyPairs(std::move(busy));
}

/** @return the times of operations of a run that are done; others never finish */
OperationTimes
TimesOf(const WorkloadRun& run)
{
    return [&driver = run.Driver()](uint32_t operation) {
        // Judged are operations that are done; an unfinished run has steps without an end.
        const bool isDone = driver.PhaseOf(operation) == TransferPhase::DONE;
        const FlowRecord flow = isDone ? driver.LatestOf(operation) : FlowRecord();
        return OperationTime{flow.start, flow.finish};
    };
}

bool
EndsIn(const std::string& path, const std::string& ending)
{
    return path.size() > ending.size() &&
           path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

} // namespace

TrainingRun::TrainingRun(const TrainingJob& job)
    : m_text(DescriptionOf(job)),
      m_plan(std::make_unique<TrainingPlan>(PlanTraining(job))),
      m_late(std::make_unique<LatePackets>())
{
}

TrainingRun::TrainingRun(const std::string& path, const TrainingChoices& choices)
    : m_late(std::make_unique<LatePackets>())
{
    const std::string plain = WithoutGzip(path);
    // Other formats have stages of their own.
    if (choices.hasStages && !EndsIn(plain, ".txt"))
    {
        throw std::invalid_argument(path + ": stages of a workload of SimAI; expected FILE.txt");
    }
    // The ending tells the format, as the three have no mark in common.
    if (EndsIn(plain, ".et"))
    {
        m_plan = std::make_unique<TrainingPlan>(ReadChakraPlan(path, choices.gpuTflops));
        ConnectionMatrix& matrix = m_plan->matrix;
        matrix.node.gpus = GpusOf(matrix.name, matrix.nodes, choices.gpus, 1);
        m_text = matrix.name + ": traces of " + std::to_string(matrix.nodes) + " ranks, " +
                 std::to_string(m_plan->operations.size()) + " operations, " +
                 std::to_string(matrix.node.gpus) + " GPUs in a node";
        return;
    }
    if (EndsIn(plain, ".txt"))
    {
        SimaiWorkload workload =
            ReadSimaiWorkloadFile(path,
                                  choices.hasStages ? SimaiStages::AS_GIVEN : SimaiStages::ONE);
        TrainingJob& job = workload.job;
        // The option comes before the plan, since GPUs of one node exchange nothing over the
        // fabric.
        job.gpus = GpusOf(job.name, job.Ranks(), choices.gpus, job.gpus);
        m_text = workload.Describe();
        m_plan = std::make_unique<TrainingPlan>(PlanSimai(workload));
        return;
    }
    TrainingJob job = ReadTrainingJobFile(path);
    job.gpus = GpusOf(job.name, job.Ranks(), choices.gpus, job.gpus);
    m_text = DescriptionOf(job);
    m_plan = std::make_unique<TrainingPlan>(PlanTraining(job));
}

TrainingRun::~TrainingRun() = default;

const ConnectionMatrix&
TrainingRun::Matrix() const
{
    return m_plan->matrix;
}

void
TrainingRun::Watch(const WorkloadRun& run)
{
    m_late->Watch(run.GetNetwork().GetQueuePairs());
}

/** Judges the steps of a run: which transfers held each, and why the latest of these was late. */
std::vector<LateStep>
TrainingRun::Steps(const WorkloadRun& run) const
{
    if (const RankDesk* ranks = run.GetNetwork().Engine().shards.Ranks())
    {
        m_late->Gather(ranks->Link());
    }
    const OperationTimes times = TimesOf(run);
    // Late packets are looked up only on the ways that steps waited for: most transfers held
    // nobody.
    const std::vector<TrainingStep> judged = JudgeTraining(*m_plan, times);
    const LateSources sources{*m_plan, run, *m_late, BusyOnWays(*m_plan, judged, times)};
    std::vector<LateStep> steps;
    for (const TrainingStep& step : judged)
    {
        steps.push_back({step, LatestOnWay(sources, step.way)});
    }
    return steps;
}

void
TrainingRun::WriteTable(const WorkloadRun& run,
                        const std::vector<LateStep>& steps,
                        std::ostream& out) const
{
    out << "step,time_us,idle_percent,exposed_us,most_exposed_us,slowest_rank,held_by,held_source,"
           "held_destination,held_us,held_slowdown,held_retransmissions,"
        << LATE_COLUMNS << '\n';
    uint32_t number = 0;
    for (const LateStep& one : steps)
    {
        const TrainingStep& step = one.step;
        out << number++ << ',' << MicrosOf(step.time) << ',' << 100 * step.idleShare << ','
            << MicrosOf(step.exposed) << ',' << MicrosOf(step.mostExposed) << ','
            << step.slowestRank;
        WriteHeld(out, *m_plan, run, step.heldBy);
        out << ',';
        WriteFields(out, one.latest, run.GetNetwork().GetTopology());
        out << '\n';
    }
}

void
TrainingRun::WriteSteps(const WorkloadRun& run, std::ostream& out) const
{
    WriteTable(run, Steps(run), out);
}

void
TrainingRun::WriteSteps(const WorkloadRun& run, std::ostream& out, std::ostream& reasons) const
{
    const std::vector<LateStep> steps = Steps(run);
    WriteTable(run, steps, out);
    uint32_t number = 0;
    for (const LateStep& one : steps)
    {
        const std::string reason = ReasonOf(one.latest, run.GetNetwork().GetTopology());
        if (!reason.empty())
        {
            reasons << "step " << number << ": " << reason << '\n';
        }
        ++number;
    }
}

void
TrainingRun::WriteRanks(const WorkloadRun& run, std::ostream& out) const
{
    out << "step,rank,idle_percent,exposed_us\n";
    uint32_t number = 0;
    for (const LateStep& one : Steps(run))
    {
        for (uint32_t rank = 0; rank < one.step.ranks.size(); ++rank)
        {
            const TrainingRankTime& time = one.step.ranks[rank];
            out << number << ',' << rank << ',' << 100 * time.idleShare << ','
                << MicrosOf(time.exposed) << '\n';
        }
        ++number;
    }
}

void
TrainingRun::WriteCollectives(const WorkloadRun& run, std::ostream& out) const
{
    out << "step,part,collectives,first_rank,last_rank,begin_us,end_us,transfers,bytes\n";
    std::ostringstream rows; // with digits of its own: an instant has more than a stream shows
    rows << std::fixed << std::setprecision(3);
    for (const TrainingCollective& one : CollectivesOf(*m_plan, TimesOf(run)))
    {
        rows << one.step << ',' << ToString(one.part) << ',' << one.count << ',' << one.firstRank
             << ',' << one.lastRank << ',' << MicrosOf(one.begin - Instant()) << ','
             << MicrosOf(one.end - Instant()) << ',' << one.transfers << ',' << one.bytes << '\n';
    }
    out << rows.str();
}

} // namespace mrc
} // namespace ns3
