/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_RUN_H
#define MRC_TRAINING_RUN_H

#include "ns3/mrc-connection-matrix.h"

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{

class WorkloadRun;
struct TrainingJob;
struct TrainingPlan;

/**
 * Has a training job's steps done by a WorkloadRun, and says how long they took [training-times].
 */
class TrainingRun
{
  public:
    /**
     * @param path of a job's file (doc/training.rst)
     * @throws ParseError `path:line:column: what is wrong; what was expected`
     * @throws std::invalid_argument if the job's steps are too many, or too long
     */
    explicit TrainingRun(const std::string& path);

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
    std::string Describe() const;

    /**
     * Writes a line for each step that is complete, and a head.
     *
     * @param run of the matrix, after Run
     * @param out gets comma-separated values
     */
    void WriteSteps(const WorkloadRun& run, std::ostream& out) const;

  private:
    std::unique_ptr<TrainingJob> m_job;
    std::unique_ptr<TrainingPlan> m_plan;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_RUN_H */
