/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RUN_RECORD_H
#define MRC_RUN_RECORD_H

#include "ns3/mrc-fault.h"
#include "ns3/nstime.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class JsonWriter;
class Network;
class RunSummary;
class WorkloadRun;
struct ConnectionMatrix;
struct RunLimits;

/**
 * Record of a run for programs, the file run.json: doc/main-job.rst has the members.
 *
 * The same run has the same bytes there, but for the line `wall_seconds`.
 */
class RunRecord
{
  public:
    /**
     * Wall time counts from here. Seed and run number are those that are set now.
     *
     * @param argc of main
     * @param argv of main
     */
    RunRecord(int argc, char* argv[]);
    ~RunRecord();
    RunRecord(const RunRecord&) = delete;
    RunRecord& operator=(const RunRecord&) = delete;

    /**
     * Adds the transfers.
     *
     * @param matrix the transfers
     * @param repeat how often each is done
     */
    void AddWorkload(const ConnectionMatrix& matrix, uint32_t repeat);

    /**
     * Adds the limits that end a run early.
     *
     * @param limits those of the run
     */
    void AddLimits(const RunLimits& limits);

    /**
     * Adds nodes, links, round trip and transport.
     *
     * @param network of the run, with the queue pairs
     */
    void AddNetwork(Network& network);

    /**
     * Adds the faults with their times.
     *
     * @param faults as they were scheduled
     */
    void AddFaults(const std::vector<Fault>& faults);

    /**
     * Adds the end of the run, with its reason.
     *
     * @param run after the end
     */
    void AddEnd(const WorkloadRun& run);

    /**
     * Adds lives of jobs, and their end, in place of workload, network, faults and end.
     *
     * @param path of the file of jobs
     * @param seeds lives of each job
     * @param length longest time that a job is looked at
     */
    void AddLives(const std::string& path, uint32_t seeds, Time length);

    /**
     * Adds the figures of the run.
     *
     * @param summary with these figures
     */
    void AddFigures(const RunSummary& summary);

    /**
     * Adds the names of the tables that the run writes beside the record; readers leave others
     * alone.
     *
     * @param files that the run writes; those that end in .csv are tables, such as flows of
     * flows.csv
     */
    void AddTables(const std::vector<std::string>& files);

    /**
     * Writes the whole record, once.
     *
     * @param out where to
     */
    void Write(std::ostream& out);

    /**
     * Writes the whole record, once, into the file run.json.
     *
     * @param folder where; made if there is none
     * @throws WriteError naming the file if the file cannot be written
     */
    void Write(const std::string& folder);

  private:
    void AddTopology(const Network& network);
    void AddLinks(const Network& network);

    std::chrono::steady_clock::time_point m_begin;
    std::ostringstream m_text;
    std::unique_ptr<JsonWriter> m_json; //!< writes into m_text
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RUN_RECORD_H */
