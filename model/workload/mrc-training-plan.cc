/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-plan.h"

#include "mrc-training-gradients.h"
#include "mrc-training-handover.h"
#include "mrc-training-layers.h"
#include "mrc-training-ranks.h"
#include "mrc-training-schedule.h"
#include "mrc-training-sequence.h"
#include "mrc-training-sizes.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Puts the passes of a job's steps one behind the other. */
class Planner
{
  public:
    explicit Planner(const TrainingJob& job)
        : m_job(job),
          m_ranks(job),
          m_sequence(job),
          m_layers(job, m_ranks, m_sequence),
          m_handover(m_ranks, m_sequence, job.pipeline == 1 ? 0 : TrainingSizes(job).Handed()),
          m_gradients(job, m_ranks, m_sequence)
    {
    }

    TrainingPlan Plan()
    {
        const std::vector<TrainingPass> passes =
            ScheduleTraining(m_job.pipeline, m_job.microbatches);
        for (uint32_t step = 0; step < m_job.steps; ++step)
        {
            m_sequence.BeginStep(step);
            for (const TrainingPass& pass : passes)
            {
                // A pass needs what another stage hands over, before its first layer.
                m_handover.Receive(pass);
                pass.isBackward ? AddBackward(pass) : AddForward(pass);
            }
            // The optimizer needs all gradients of the step, so it comes behind all passes.
            for (uint32_t stage = 0; stage < m_job.pipeline; ++stage)
            {
                EndStep(stage);
            }
        }
        TrainingPlan plan = m_sequence.Take();
        // `shrink` divides times and bytes: a rate stays the same, the latency of a GPU's link does
        // not.
        plan.matrix.node = {m_job.gpus,
                            m_job.gpuGbps * uint64_t{1000000000},
                            Span(static_cast<int64_t>(m_job.gpuNs * 1e3 / m_job.shrink))};
        return plan;
    }

  private:
    void AddForward(const TrainingPass& pass)
    {
        for (uint32_t layer = 0; layer < m_job.layers / m_job.pipeline; ++layer)
        {
            m_layers.Add(pass.stage, m_job.ForwardNs(), TrainingPart::FORWARD);
        }
        if (pass.stage + 1 < m_job.pipeline)
        {
            m_handover.Hand(pass, pass.stage + 1);
        }
    }

    /** A backward pass takes twice the time: gradients of inputs, and of parameters. */
    void AddBackward(const TrainingPass& pass)
    {
        for (uint32_t layer = 1; layer <= m_job.layers / m_job.pipeline; ++layer)
        {
            if (m_job.recomputes) // what was not kept [training-recompute]
            {
                m_layers.Add(pass.stage, m_job.ForwardNs(), TrainingPart::FORWARD);
            }
            m_layers.Add(pass.stage, 2 * m_job.ForwardNs(), TrainingPart::BACKWARD);
            // Gradients of a layer can be summed as soon as they are there, while the pass goes on.
            m_gradients.OnLayer(pass, layer);
        }
        if (pass.stage > 0)
        {
            m_handover.Hand(pass, pass.stage - 1);
        }
    }

    void EndStep(uint32_t stage)
    {
        m_gradients.Join(stage);
        const double ns = m_job.optimizerUs * 1e3 / m_job.shrink;
        m_sequence.Work(m_ranks.Stage(stage), ns, TrainingPart::OPTIMIZER);
    }

    const TrainingJob& m_job;
    // In this order: the parts below keep references to these.
    TrainingRanks m_ranks;
    TrainingSequence m_sequence;
    TrainingLayers m_layers;
    TrainingHandover m_handover;
    TrainingGradients m_gradients;
};

} // namespace

TrainingPlan
PlanTraining(const TrainingJob& job)
{
    return Planner(job).Plan();
}

} // namespace mrc
} // namespace ns3
