/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_RUN_H
#define MRC_TRAINING_RUN_H

#include "ns3/mrc-connection-matrix.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class LatePackets;
class RunSummary;
class WorkloadRun;
struct LateStep;
struct TrainingJob;
struct TrainingPlan;

/** What a user says of a job beside its file. */
struct TrainingChoices
{
    uint32_t gpus{0}; //!< of a node, a divisor of the ranks; 0: as the file says, else its default
    double gpuTflops{0};   //!< 10^12 operations a second, for work of traces without a duration
    bool hasStages{false}; //!< a workload of SimAI has the stages and micro-batches of its file
};

/**
 * Has a training job's steps done by a WorkloadRun, and says how long they took [training-times].
 */
class TrainingRun
{
  public:
    /**
     * @param path of a job's file (doc/training.rst), or `FILE.txt`, a workload of SimAI
     *        [simai-files], or traces of Chakra, `PREFIX.0.et` [chakra-step]
     * @param choices of the user; without them a node has 8 GPUs, with traces one
     * @throws ChakraError `path:byte: ...`
     * @throws ParseError `path:line:column: what is wrong; what was expected`
     * @throws std::invalid_argument if the job's steps are too many, or too long, or the GPUs do
     *         not divide the ranks
     */
    explicit TrainingRun(const std::string& path, const TrainingChoices& choices = {});

    /** @param job with parts that fit together */
    explicit TrainingRun(const TrainingJob& job);
    ~TrainingRun();

    TrainingRun(const TrainingRun&) = delete;
    TrainingRun& operator=(const TrainingRun&) = delete;

    /**
     * @return the matrix that a WorkloadRun is to carry out; the nodes of the matrix are the ranks
     */
    const ConnectionMatrix& Matrix() const;

    /** @return the job in a line: its size, its ranks, and by how much it is shrunk */
    const std::string& Describe() const
    {
        return m_text;
    }

    /**
     * Listens to the queue pairs of a run. Without that, paths and faults of late packets are
     * unknown [late-transfer]. Memory: 32 bytes for each packet that is sent again, and some
     * hundred bytes for each queue pair, until this object ends.
     *
     * @param run of the matrix, before its Run
     */
    void Watch(const WorkloadRun& run);

    /**
     * Writes a line for each step that is complete, and a head.
     *
     * @param run of the matrix, after Run
     * @param out gets comma-separated values
     */
    void WriteSteps(const WorkloadRun& run, std::ostream& out) const;

    /**
     * Does the same, and says in words which transfer was latest and why. That is said of each step
     * with a packet that was late or a fault on the way, if the transfer was late [late-transfer].
     *
     * @param run of the matrix, after its Run
     * @param out gets comma-separated values
     * @param reasons gets a line for each such step
     */
    void WriteSteps(const WorkloadRun& run, std::ostream& out, std::ostream& reasons) const;

    /**
     * Writes a line for each rank of each step that is complete, and a head.
     *
     * @param run of the matrix, after its Run
     * @param out gets comma-separated values
     */
    void WriteRanks(const WorkloadRun& run, std::ostream& out) const;

    /**
     * Writes a line for each collective that is complete, and a head. If a job has more than 4,096
     * of them, a line stands for all collectives of a step with one purpose.
     *
     * @param run of the matrix, after its Run
     * @param out gets comma-separated values
     */
    void WriteCollectives(const WorkloadRun& run, std::ostream& out) const;

  private:
    std::vector<LateStep> Steps(const WorkloadRun& run) const;
    void WriteTable(const WorkloadRun& run,
                    const std::vector<LateStep>& steps,
                    std::ostream& out) const;

    std::string m_text; //!< the job in a line
    std::unique_ptr<TrainingPlan> m_plan;
    std::unique_ptr<LatePackets> m_late;
};

/**
 * Lives the days of jobs with nodes and links that fail, and says where the days went [life-times].
 * All jobs of one seed meet the same faults.
 */
class JobLives
{
  public:
    /**
     * Lives them.
     *
     * @param path of a file of jobs (doc/job-life.rst)
     * @param seeds how many lives of each job, 1 or more
     * @throws ParseError `path:line:column: what is wrong; what was expected`
     * @throws std::invalid_argument if a life has more than 10^7 faults
     */
    JobLives(const std::string& path, uint32_t seeds);
    ~JobLives();

    JobLives(const JobLives&) = delete;
    JobLives& operator=(const JobLives&) = delete;

    /**
     * Writes a line for each job, and a head: the means of all seeds.
     *
     * @param out gets comma-separated values
     */
    void WriteMeans(std::ostream& out) const;

    /**
     * Writes a line for each life, and a head.
     *
     * @param out gets comma-separated values
     */
    void WriteEach(std::ostream& out) const;

    /**
     * Adds the means of each job's effective training time and crashes.
     *
     * @param summary gets them
     */
    void Summarize(RunSummary& summary) const;

    /** @return the longest time that a job is looked at */
    Time Length() const;

  private:
    struct Job;

    std::vector<Job> m_jobs;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_RUN_H */
