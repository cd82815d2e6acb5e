/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-workload-run.h"

#include "mrc-flow-list-driver.h"
#include "mrc-flow-rows.h"
#include "mrc-flow-statistics.h"
#include "mrc-goal-driver.h"
#include "mrc-micros.h"
#include "mrc-progress.h"
#include "mrc-rank-memory.h"
#include "mrc-recovery-times.h"
#include "mrc-run-fit.h"
#include "mrc-run-monitor.h"
#include "mrc-run-sharing.h"
#include "mrc-run-summary.h"
#include "mrc-transfer-pairs.h"
#include "mrc-unfinished-text.h"

#include "ns3/log.h"
#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-flow-driver.h"
#include "ns3/mrc-flow-observer.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-ideal-memo.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-onlookers.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-tick.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <filesystem>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcWorkloadRun");

namespace
{

/**
 * @return how long triggers take there; any times without a network: Checked refuses a missing
 * network
 */
TriggerTimes
TimesOf(const Ptr<Network>& network)
{
    return network
               ? TriggerTimes{network->Unloaded().HostDelay(), network->Unloaded().TriggerDelay()}
               : TriggerTimes();
}

/** @return what users of several shards do beside hot events; null: there is one */
std::shared_ptr<UserCalendar>
CalendarOf(const Ptr<Network>& network)
{
    return network ? network->Engine().shards.First().GetNews().calendar : nullptr;
}

/** @return what a schedule that is read as the run goes on has to know of the run */
GoalForesight::Parts
GoalPartsOf(const ConnectionMatrix& matrix, const Ptr<Network>& network, Span hostDelay)
{
    return {matrix.node, hostDelay, CalendarOf(network), matrix.stream->flows};
}

/** @return what posts the transfers of a matrix, or the operations of its stream */
std::unique_ptr<FlowCourse>
MakeDriver(const ConnectionMatrix& matrix,
           uint32_t repeat,
           const FlowDriver::Connector& connect,
           FlowObserver& observer,
           const Ptr<Network>& network)
{
    const TriggerTimes times = TimesOf(network);
    if (matrix.stream)
    {
        return std::make_unique<GoalDriver>(matrix.stream,
                                            connect,
                                            observer,
                                            GoalPartsOf(matrix, network, times.host));
    }
    if (matrix.list)
    {
        return std::make_unique<FlowListDriver>(matrix.list,
                                                connect,
                                                observer,
                                                CalendarOf(network));
    }
    return std::make_unique<FlowDriver>(matrix, repeat, connect, observer, times);
}

} // namespace

/** The driver's way to its run, which is no listener for scripts. */
class WorkloadRun::Ear : public FlowObserver
{
  public:
    explicit Ear(WorkloadRun& run)
        : m_run(run)
    {
    }

    void FlowEnded(const FlowRecord& record) override
    {
        m_run.FlowEnded(record);
    }

    void WorkloadEnded() override
    {
        m_run.WorkloadEnded();
    }

  private:
    WorkloadRun& m_run;
};

WorkloadRun::WorkloadRun(Ptr<Network> network, const ConnectionMatrix& matrix, uint32_t repeat)
    : m_network(network),
      m_matrixName(matrix.name),
      m_fit(FitOf(Checked(matrix, network, repeat), network)),
      m_collective(matrix.collective),
      m_memory(std::make_unique<RankMemory>()),
      m_ear(std::make_unique<Ear>(*this)),
      m_pairs(std::make_unique<TransferPairs>(matrix.node)),
      m_driver(MakeDriver(
          matrix,
          repeat,
          [this, shared = matrix.sharesPairs](const Transfer& transfer) -> Requestor& {
              return m_pairs->Connect(*m_network, transfer, shared); // streams ask during the run
          },
          *m_ear,
          network)),
      m_statistics(std::make_unique<FlowStatistics>()),
      m_ideals(std::make_unique<IdealMemo>()),
      m_rows(std::make_unique<FlowRows>()),
      m_recovery(std::make_unique<RecoveryTimes>())
{
    // Only the driver knows which triggers cross NICs, so this check comes after the driver is
    // made.
    CheckTriggers(*m_driver, *network);
    m_memory->NotePairs();
    m_recovery->Watch(m_network->GetQueuePairs());
}

WorkloadRun::~WorkloadRun() = default;

Network&
WorkloadRun::GetNetwork() const
{
    return *m_network;
}

const FlowCourse&
WorkloadRun::Driver() const
{
    return *m_driver;
}

void
WorkloadRun::SetLimits(const RunLimits& limits)
{
    // In this form the comparison refuses NaN too.
    if (!(limits.wallSeconds >= 0) || limits.stop.IsStrictlyNegative() ||
        limits.stall.IsStrictlyNegative())
    {
        throw std::invalid_argument("limits of " + std::to_string(limits.wallSeconds) +
                                    " s of wall time, " + std::to_string(limits.stop.GetSeconds()) +
                                    " s and " + std::to_string(limits.stall.GetSeconds()) +
                                    " s of simulated time; expected none below 0");
    }
    m_limits = limits;
}

void
WorkloadRun::ShowProgress(std::ostream& out, ProgressStyle style)
{
    m_reporter = std::make_unique<ProgressReporter>(out, style);
    m_reporter->Say(DescribeNetwork(*m_network));
    m_reporter->Say(m_fit);
    m_reporter->Say("seed " + std::to_string(RngSeedManager::GetSeed()) + ", run " +
                    std::to_string(RngSeedManager::GetRun()));
}

void
WorkloadRun::WriteFlows(std::ostream& out)
{
    m_rows->WriteTo(out);
}

void
WorkloadRun::WriteFlows(const std::string& folder)
{
    m_rows->WriteTo(folder);
}

RunEnd
WorkloadRun::Run()
{
    if (m_monitor)
    {
        throw std::logic_error(m_matrixName + ": Run was called a second time; expected a new "
                                              "WorkloadRun");
    }
    m_monitor = std::make_unique<RunMonitor>(*m_driver,
                                             m_network->Engine().shards,
                                             m_network->Engine().onlookers,
                                             m_limits,
                                             m_reporter.get());
    NS_LOG_INFO("starts " << m_matrixName << ": " << m_driver->Counts().flows << " flows");
    // The driver comes first: at equal times the transfers start before the monitor looks.
    m_driver->Start();
    m_monitor->Start();
    RunSimulator();
    m_monitor->Finish();
    Say(DescribeSharing(*m_network));
    ReportRanks();
    // Rows first: closing the file tells whether they went out.
    WriteUnderWay();
    m_rows->Close();
    m_end = Reason();
    NS_LOG_INFO("ends " << m_matrixName << ": " << RunEndName(m_end));
    return m_end;
}

void
WorkloadRun::Say(const std::vector<std::string>& lines)
{
    for (const std::string& line : m_reporter ? lines : std::vector<std::string>())
    {
        m_reporter->Say(line);
    }
}

/** Adds what the other ranks know alone, and says how much memory each has. */
void
WorkloadRun::ReportRanks()
{
    const RankDesk* ranks = m_network->Engine().shards.Ranks();
    if (ranks == nullptr)
    {
        return;
    }
    m_recovery->Gather(ranks->Link());
    const std::string words = m_memory->Gather(ranks->Link());
    Say({words});
}

void
WorkloadRun::RunSimulator()
{
    try
    {
        Simulator::Run();
    }
    catch (const WriteError& error) // of a capture or a sampler, out of one of their events
    {
        m_rows->Lose(error);
        m_isCut = true;
    }
}

/** A table without the flows that never ended would look like that of a good run. */
void
WorkloadRun::WriteUnderWay()
{
    for (uint32_t i = 0; i < m_driver->TransferCount() && m_rows->AreWanted(); ++i)
    {
        if (m_driver->PhaseOf(i) == TransferPhase::ACTIVE)
        {
            const FlowRecord record = m_driver->LatestOf(i);
            if (!m_pairs->IsInside(record.source, record.destination))
            {
                m_rows->Write(record, IdealOf(record));
            }
        }
    }
    m_rows->End(); // a simulator that runs on has another run
}

/**
 * Lost results weigh most: a script must not take a cut table for a whole one, however the run
 * ended.
 */
int
WorkloadRun::ExitCode() const
{
    if (!m_rows->Lost().empty())
    {
        return 1;
    }
    const int signal = m_monitor ? m_monitor->Signal() : 0;
    return m_end == RunEnd::INTERRUPTED ? 128 + signal : ExitCodeOf(m_end);
}

/** @return whether all that began ended, and some of it badly */
bool
WorkloadRun::HasFailed() const
{
    bool failed = false;
    for (uint32_t i = 0; i < m_driver->TransferCount() && !failed; ++i)
    {
        failed = m_driver->PhaseOf(i) == TransferPhase::FAILED;
    }
    return failed && m_driver->IsOver();
}

/**
 * A run with all flows complete has finished, even if a limit or a signal came with the last flow.
 */
RunEnd
WorkloadRun::Reason() const
{
    if (m_driver->Counts().done == m_driver->Counts().flows)
    {
        return RunEnd::FINISHED;
    }
    if (m_isCut)
    {
        return RunEnd::OUTPUT_LOST;
    }
    return m_monitor->Reason().value_or(HasFailed() ? RunEnd::FLOW_FAILED : RunEnd::NO_EVENTS);
}

/**
 * The driver calls this in the midst of its own accounts, which an exception would leave undone:
 * the run is stopped instead.
 */
void
WorkloadRun::FlowEnded(const FlowRecord& record)
{
    NS_LOG_LOGIC("from NIC " << record.source << " to " << record.destination << ": "
                             << record.bytes << " bytes ended");
    if (m_pairs->IsInside(record.source, record.destination))
    {
        m_statistics->AddInside(record); // such a flow has neither packets nor a row [node-links]
        return;
    }
    const Span ideal = IdealOf(record);
    if (record.status == CompletionStatus::SUCCESS)
    {
        m_statistics->Add(record, ideal);
    }
    m_rows->Write(record, ideal);
    // Hours of a run without a table would be wasted, unless the user has said otherwise.
    if (!m_rows->Lost().empty() && !m_limits.goOn)
    {
        m_isCut = true;
        // Threads that are told of this late have not come so far.
        Simulator::Stop(ToTime(m_network->Unloaded().HostDelay()) + TimeStep(1));
    }
}

/** Events of the fabric, such as EV probes, may be left: they are of no interest any more. */
void
WorkloadRun::WorkloadEnded()
{
    Simulator::Stop();
}

Span
WorkloadRun::IdealOf(const FlowRecord& record) const
{
    return m_network->Unloaded().IdealBetween(record.source,
                                              record.destination,
                                              record.bytes,
                                              m_ideals.get());
}

std::string
WorkloadRun::Explain() const
{
    if (m_end == RunEnd::FINISHED)
    {
        return m_rows->Lost();
    }
    // Flows that were cut off moved until the end: nothing accuses them of a stall.
    const bool isCut = m_end == RunEnd::STOP_TIME || m_end == RunEnd::TIME_LIMIT ||
                       m_end == RunEnd::INTERRUPTED || m_end == RunEnd::OUTPUT_LOST;
    std::string text = m_rows->Lost();
    for (const std::string& part :
         {std::to_string(m_driver->Counts().done) + " of " +
              std::to_string(m_driver->Counts().flows) + " flows are complete",
          DescribeFailed(*m_driver),
          isCut ? DescribeUnderWay(*m_driver) : m_monitor->Stalls(),
          DescribeUnposted(*m_driver)})
    {
        text += (text.empty() || part.empty() ? "" : "; ") + part;
    }
    return text;
}

void
WorkloadRun::Summarize(RunSummary& summary)
{
    const TopologySpec& fabric = m_network->GetTopology().Spec();
    // Only names of files, without folders: two users with the same run get the same summary.
    summary.Add("matrix", std::filesystem::path(m_matrixName).filename().string());
    summary.Add("topology", std::filesystem::path(fabric.name).filename().string());
    summary.AddCount("planes", fabric.planes, "");
    summary.AddCount("NICs", fabric.nics, "");
    summary.Add("end", RunEndName(m_end));
    summary.AddCount("flows", m_driver->Counts().flows, "flows");
    summary.AddCount("flows complete", m_driver->Counts().done, "flows");
    if (m_driver->CountAcrossNics() != 0)
    {
        const Span delay = m_network->Unloaded().TriggerDelay();
        summary.AddCount("triggers across NICs", m_driver->CountAcrossNics(), "flows");
        summary.AddMeasure("trigger delay",
                           MicrosOf(delay),
                           delay == Span() ? "us, an oracle" : "us");
    }
    summary.AddMeasure("simulated time", Simulator::Now().GetSeconds() * 1e3, "ms");
    summary.AddFlows(*m_statistics);
    if (m_driver->Counts().done == m_driver->Counts().flows)
    {
        summary.AddCollective(*m_statistics, m_collective);
    }
    summary.AddNetwork(*m_network);
    summary.AddRecovery(*m_recovery);
    summary.AddOrigin();
}

} // namespace mrc
} // namespace ns3
