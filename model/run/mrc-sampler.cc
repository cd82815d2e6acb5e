/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sampler.h"

#include "mrc-path-changes.h"
#include "mrc-workload-run.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-node-names.h"
#include "ns3/mrc-onlookers.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-path-state.h"
#include "ns3/mrc-rank-tally.h"
#include "ns3/mrc-shard-set.h"
#include "ns3/mrc-tick.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr unsigned PATH_STATES = 5; // enumerators of PathState
const char* const PORTS_FILE = "sample-ports.csv";
const char* const QPS_FILE = "sample-qps.csv";
const char* const CHANGES_FILE = "path-changes.csv";
const char* const NOWHERE = "/dev/null"; // of ranks that read as the first one does

/** @return now, in nanoseconds with three decimals; a double would lose digits in long runs */
std::string
NowText()
{
    char text[32];
    const int64_t ps = ToInstant(Simulator::Now()).Ps();
    std::snprintf(text, sizeof(text), "%" PRId64 ".%03" PRId64, ps / 1000, ps % 1000);
    return text;
}

/** @return line time of frames that came in a period, as a part of the period */
double
LoadOf(const PortCounters& before, const PortCounters& after, uint64_t bitRate, Time period)
{
    const uint64_t frames = after.frames - before.frames;
    // The line is also busy with preamble and gap of each frame, or a full one would show less than
    // 1.
    const uint64_t bytes = after.bytes - before.bytes + frames * LINE_OVERHEAD_BYTES;
    return 8.0 * bytes / (bitRate * period.GetSeconds());
}

/** @return how many readings fit into files of so many rows, at least one */
uint64_t
ReadingsOf(const SampleTargets& targets, uint64_t most)
{
    const uint64_t rows = std::max(targets.ports.size(), targets.queuePairs.size());
    return std::max<uint64_t>(most / std::max<uint64_t>(rows, 1), 1);
}

} // namespace

Sampler::Sampler(Ptr<Network> network,
                 const SampleTargets& targets,
                 Time period,
                 const std::string& folder,
                 uint64_t most)
    : m_network(network),
      m_targets(targets),
      m_period(period),
      m_most(most),
      m_left(ReadingsOf(targets, most))
{
    if (!period.IsStrictlyPositive())
    {
        std::ostringstream message;
        message << "samples every " << period.As(Time::US) << "; expected a time above 0";
        throw std::invalid_argument(message.str());
    }
    const bool isWriter = IsFirstRank(*m_network);
    for (const PortIndex port : m_targets.ports)
    {
        // Rows show the growth in a period, the first one too, when the fabric has run before.
        m_before.push_back(RankTally(m_network->Engine().fabric.State()).Counters(port));
    }
    if (!m_targets.ports.empty())
    {
        m_ports = isWriter ? std::make_unique<OutputFile>(folder, PORTS_FILE)
                           : std::make_unique<OutputFile>(NOWHERE);
        m_ports->Stream() << "time_ns,port,data_bytes,trimmed_bytes,control_bytes,load,frames,"
                             "marks,trims,drops\n";
    }
    if (!m_targets.queuePairs.empty())
    {
        m_queuePairs = isWriter ? std::make_unique<OutputFile>(folder, QPS_FILE)
                                : std::make_unique<OutputFile>(NOWHERE);
        m_queuePairs->Stream() << "time_ns,source,destination,qp,window_bytes,in_flight_bytes,"
                                  "placed_bytes,evs_good,evs_skip,evs_assumed_bad,evs_denied\n";
        m_pathChanges = std::make_unique<PathChanges>(
            m_targets.queuePairs,
            isWriter ? std::make_unique<OutputFile>(folder, CHANGES_FILE)
                     : std::make_unique<OutputFile>(NOWHERE));
    }
    ScheduleNext();
}

Sampler::~Sampler()
{
    // The pending event holds a pointer to this object.
    m_network->Engine().onlookers.Cancel(this);
}

void
Sampler::ScheduleNext()
{
    m_network->Engine().onlookers.Schedule(this, m_period, [this] { Read(); });
}

void
Sampler::Finish()
{
    m_network->Engine().onlookers.Cancel(this);
    for (const auto* file : {&m_ports, &m_queuePairs})
    {
        if (*file != nullptr)
        {
            (*file)->Close();
        }
    }
    if (m_pathChanges != nullptr)
    {
        m_pathChanges->Finish();
    }
}

std::vector<std::string>
Sampler::LeftOut() const
{
    std::vector<std::string> lines;
    if (m_pathChanges != nullptr && m_pathChanges->LeftOut() != 0)
    {
        lines.push_back("path-changes.csv ends before the run: " +
                        std::to_string(m_pathChanges->LeftOut()) + " changes more");
    }
    if (m_last)
    {
        std::ostringstream line;
        line << "samples end at " << m_last->As(Time::US) << ": a file has at most " << m_most
             << " rows; expected a longer time between samples, or fewer ports and queue pairs";
        lines.push_back(line.str());
    }
    return lines;
}

void
Sampler::Read()
{
    for (std::size_t i = 0; i < m_targets.ports.size(); ++i)
    {
        WritePort(i);
    }
    for (const Ptr<Qp>& qp : m_targets.queuePairs)
    {
        WriteQueuePair(*qp);
    }
    --m_left;
    // Looks do not count as things to come: onlookers would keep each other, and a finished
    // simulation, going for ever.
    if (m_network->Engine().onlookers.AreAlone())
    {
        return;
    }
    // Nobody knows beforehand how long a run takes: a short period could fill the disk.
    if (m_left == 0)
    {
        m_last = Simulator::Now();
        return;
    }
    ScheduleNext();
}

/** Of several ranks the one that acts for the port tells the others. */
Sampler::Backlogs
Sampler::BacklogsOf(PortIndex port) const
{
    const NetworkEngine engine = m_network->Engine();
    const Instant now = engine.kernel.Now();
    const FabricWatch watch = engine.fabric.Onlookers();
    // A port is served lazily, so the watch brings it up to date before it counts.
    const Backlogs here{watch.Backlog(port, TrafficClass::DATA, now),
                        watch.Backlog(port, TrafficClass::TRIMMED, now),
                        watch.Backlog(port, TrafficClass::CONTROL, now)};
    RankDesk* ranks = engine.shards.Ranks();
    return ranks == nullptr ? here
                            : ranks->Share({RankCall::PORT, port},
                                           engine.fabric.State().cuts->Cuts()->senders[port],
                                           here);
}

void
Sampler::WritePort(std::size_t i)
{
    const PortIndex port = m_targets.ports[i];
    Fabric& fabric = m_network->Engine().fabric;
    const Backlogs waiting = BacklogsOf(port);
    const PortCounters after =
        RankTally(fabric.State()).Counters(port); // of the port up to date [marks-so-far]
    const PortCounters before = std::exchange(m_before[i], after);
    std::ostream& out = m_ports->Stream();
    out << NowText() << ',' << PortName(m_network->GetTopology(), port) << ',' << waiting.data
        << ',' << waiting.trimmed << ',' << waiting.control << ',';
    char load[32];
    std::snprintf(load,
                  sizeof(load),
                  "%.6f",
                  LoadOf(before,
                         after,
                         fabric.State().Need(port).ConfigOf(port).rate.BitsPerSecond(),
                         m_period));
    out << load << ',' << after.frames - before.frames << ',' << after.marks - before.marks << ','
        << after.trims - before.trims << ',' << after.drops - before.drops << '\n';
    // At once, while errno is that of the write (OutputFile::Check).
    m_ports->Check();
}

void
Sampler::WriteQueuePair(const Qp& qp)
{
    const QpStatus status = qp.Query();
    const Requestor& ends = qp; // which makes no face of the peer's end
    unsigned evs[PATH_STATES]{};
    // Asking a queue pair that has sent nothing would deal its EVs, and cost memory for nothing.
    if (qp.Counters().sentPackets != 0)
    {
        for (const PathStatus& path : qp.Paths().List())
        {
            ++evs[static_cast<unsigned>(path.state)];
        }
    }
    const auto count = [&evs](PathState state) { return evs[static_cast<unsigned>(state)]; };
    std::ostream& out = m_queuePairs->Stream();
    out << NowText() << ',' << status.nic << ',' << status.peerNic << ',' << status.number.value
        << ',' << status.window.window << ',' << status.window.inFlight << ','
        << ends.PeerCounters().placedBytes << ',' << count(PathState::GOOD) << ','
        << count(PathState::SKIP) << ',' << count(PathState::ASSUMED_BAD) << ','
        << count(PathState::DENIED) + count(PathState::DENIED_BAD) << '\n';
    m_queuePairs->Check();
}

} // namespace mrc
} // namespace ns3
