/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WORKLOAD_RUN_H
#define MRC_WORKLOAD_RUN_H

#include "ns3/mrc-connection-matrix.h"
#include "ns3/mrc-instant.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class FlowCourse;
class FlowRows;
class FlowStatistics;
class IdealMemo;
class Network;
class ProgressReporter;
class RankMemory;
class RecoveryTimes;
class RunMonitor;
class RunSummary;
class TransferPairs;
struct FlowRecord;

/** The limits that end a run before its flows end. */
struct RunLimits
{
    Time stop;              //!< simulated time to stop at; 0: none
    double wallSeconds{0};  //!< wall time after which to stop; 0: none
    Time stall{Seconds(2)}; //!< simulated time without a byte to give up after; 0: never
    bool goOn{false};       //!< when a file of results cannot be written, without the file
};

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

/** @return the name in outputs, such as "stop-time" */
const char* RunEndName(RunEnd end);

/**
 * @return the exit code of a program: 0 if the run went as asked, and 1 if the run cannot finish.
 *         The code is 124 when out of wall time, as timeout(1), and 130 when interrupted by Ctrl-C,
 *         as shells have it
 */
int ExitCodeOf(RunEnd end);

/**
 * @param network a network
 * @return whether this process is the one that speaks and writes files: the first of several ranks,
 *         or the only process [several-ranks]
 */
bool IsFirstRank(Network& network);

/**
 * Has one of several processes print for all: while this exists, std::cout of the others leads
 * nowhere, and ranks stay joined [several-ranks].
 *
 * Scripts run in each process alike, so that each one prints the same words. MPI ends with the last
 * network or speaker, and never starts again. So a script with one network after the other has one
 * speaker of all. The speaker begins with the first one and exists until the last one has ended.
 */
class FirstRankSpeaks
{
  public:
    /** @param network of the ranks; with one process nothing changes */
    explicit FirstRankSpeaks(Network& network);

    /** Of networks that are still to be made: nothing changes before Begin. */
    FirstRankSpeaks();
    ~FirstRankSpeaks();
    FirstRankSpeaks(const FirstRankSpeaks&) = delete;
    FirstRankSpeaks& operator=(const FirstRankSpeaks&) = delete;

    /**
     * A network has been made. Each process prints what a script prints before its first one, so
     * the head of a table comes behind this call.
     *
     * @param network of the ranks, like all others of the script
     * @return whether it is the first one
     */
    bool Begin(Network& network);

  private:
    bool m_hasBegun{false};
    std::shared_ptr<void> m_ranks;             //!< keeps them joined; null: there is one process
    std::unique_ptr<std::streambuf> m_nowhere; //!< null: this process prints
    std::streambuf* m_before{nullptr};         //!< that of std::cout
};

/** How progress looks. */
enum class ProgressStyle : uint8_t
{
    LINES,    //!< a line now and then
    TERMINAL, //!< one line that changes
};

/**
 * Runs a traffic matrix over a network from beginning to end, whatever that end is.
 */
class WorkloadRun
{
  public:
    /**
     * Makes the connections.
     *
     * @param network where
     * @param matrix the transfers; the nodes of the matrix are the first NICs of the network
     * @param repeat how often each transfer is done, 1 .. 10^9
     * @throws std::invalid_argument if the network has fewer NICs than the matrix has nodes, if
     *         repeat is out of range, or as TriggerGraph
     */
    WorkloadRun(Ptr<Network> network, const ConnectionMatrix& matrix, uint32_t repeat);
    ~WorkloadRun();
    WorkloadRun(const WorkloadRun&) = delete;
    WorkloadRun& operator=(const WorkloadRun&) = delete;

    /**
     * Sets the limits that end the run early.
     *
     * @param limits none below 0
     * @throws std::invalid_argument otherwise
     */
    void SetLimits(const RunLimits& limits);

    /**
     * Describes the run, and shows progress and warnings.
     *
     * @param out where to
     * @param style how
     */
    void ShowProgress(std::ostream& out, ProgressStyle style);

    /** @param out gets flows as comma-separated values as they end (FlowTable) */
    void WriteFlows(std::ostream& out);

    /**
     * Writes them into the file flows.csv.
     *
     * @param folder where; made if there is none
     * @throws std::runtime_error if the file cannot be made
     */
    void WriteFlows(const std::string& folder);

    /**
     * Runs the simulator; flows that are under way at the end are written then. A file of results,
     * or a capture, that cannot be written any more ends the run there. The figures until then
     * stand, and Explain names the file.
     *
     * @return the reason for the end
     * @throws std::logic_error if called a second time
     */
    RunEnd Run();

    /** @return in words, which results were lost and why not all flows are complete; else empty */
    std::string Explain() const;

    /** @return the reason for the end */
    RunEnd End() const
    {
        return m_end;
    }

    /** @return the network of the run */
    Network& GetNetwork() const;

    /**
     * @return the exit code of a program: as ExitCodeOf, 128 + the signal that came, or 1 if
     *          results were lost
     */
    int ExitCode() const;

    /**
     * Adds the figures of the run.
     *
     * @param summary gets them
     */
    void Summarize(RunSummary& summary);

    /** @return the transfers and how far they are */
    const FlowCourse& Driver() const;

  private:
    class Ear;

    void FlowEnded(const FlowRecord& record);
    void WorkloadEnded();
    RunEnd Reason() const;
    bool HasFailed() const;
    void RunSimulator();
    void Say(const std::vector<std::string>& lines);
    void ReportRanks();
    void WriteUnderWay();
    Span IdealOf(const FlowRecord& record) const;

    Ptr<Network> m_network;
    std::string m_matrixName;
    std::string m_fit; //!< ranks and NICs, in words
    CollectiveBuffer m_collective;
    std::unique_ptr<RankMemory> m_memory;   //!< of several ranks; begins before queue pairs do
    std::unique_ptr<Ear> m_ear;             //!< hears of flows
    std::unique_ptr<TransferPairs> m_pairs; //!< queue pairs as the driver sees them
    std::unique_ptr<FlowCourse> m_driver;
    std::unique_ptr<FlowStatistics> m_statistics;
    std::unique_ptr<IdealMemo> m_ideals;
    std::unique_ptr<FlowRows> m_rows; //!< rows of flows, and results that were lost
    std::unique_ptr<RecoveryTimes> m_recovery;
    RunLimits m_limits;
    std::unique_ptr<ProgressReporter> m_reporter;
    std::unique_ptr<RunMonitor> m_monitor;
    bool m_isCut{false}; //!< the run ended as results could not be written
    RunEnd m_end{RunEnd::NO_EVENTS};
};

/**
 * Has a run write when each node of Chakra's traces starts and ends, as Chakra's timeline
 * visualiser takes it [chakra-timeline]. Call this between reading the traces and making the run.
 *
 * @param matrix of the traces, which the run is to carry out
 * @param out where to; must outlive the run
 * @throws std::invalid_argument if the matrix is not one of traces
 */
void WriteChakraTimeline(ConnectionMatrix& matrix, std::ostream& out);

} // namespace mrc
} // namespace ns3

#endif /* MRC_WORKLOAD_RUN_H */
