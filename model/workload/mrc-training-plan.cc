/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-plan.h"

#include "mrc-group-collectives.h"
#include "mrc-training-ranks.h"
#include "mrc-training-schedule.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

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
          m_list(job.name, job.Ranks()),
          m_done(job.Ranks()),
          m_gradients(job.Ranks())
    {
    }

    TrainingPlan Plan()
    {
        const std::vector<TrainingPass> passes =
            ScheduleTraining(m_job.pipeline, m_job.microbatches);
        for (m_step = 0; m_step < m_job.steps; ++m_step)
        {
            for (const TrainingPass& pass : passes)
            {
                Receive(pass);
                pass.isBackward ? AddBackward(pass) : AddForward(pass);
            }
            for (uint32_t stage = 0; stage < m_job.pipeline; ++stage)
            {
                EndStep(stage);
            }
        }
        for (uint32_t i = 0; i < m_plan.operations.size(); ++i)
        {
            m_plan.operations[i].before = m_list.Before(i);
        }
        m_plan.matrix = m_list.Take();
        m_plan.matrix.node = {m_job.gpus,
                              m_job.gpuGbps * uint64_t{1000000000},
                              Span(static_cast<int64_t>(m_job.gpuNs * 1e3 / m_job.shrink))};
        return std::move(m_plan);
    }

  private:
    using Groups = std::vector<std::vector<uint32_t>>;

    /** Notes what the operations are for that were added since. */
    void Note(TrainingPart part)
    {
        while (m_plan.operations.size() < m_list.Count())
        {
            m_plan.operations.push_back({m_step, part, {}});
        }
    }

    /** @return bytes of a message, at least one for each of its parts */
    uint64_t Shrunk(double bytes, std::size_t parts) const
    {
        return std::max<uint64_t>(parts, static_cast<uint64_t>(std::llround(bytes / m_job.shrink)));
    }

    /** @return bytes of a micro-batch's activations between two layers */
    double Activations() const
    {
        return static_cast<double>(m_job.microbatchSize) * m_job.sequence * m_job.hidden *
               m_job.elementBytes;
    }

    /** All ranks of a stage work. */
    void Work(uint32_t stage, double ns, TrainingPart part)
    {
        for (const uint32_t nic : m_ranks.Stage(stage))
        {
            const uint32_t work = m_list.Work(nic, static_cast<uint64_t>(std::llround(ns)));
            for (const uint32_t before : m_done[nic])
            {
                m_list.After(work, before);
            }
            m_done[nic] = {work};
        }
        Note(part);
    }

    Group GroupOf(const std::vector<uint32_t>& nics) const
    {
        Group group;
        group.ranks = nics;
        for (const uint32_t nic : nics)
        {
            group.before.push_back(m_done[nic]);
        }
        return group;
    }

    /** Ranks go on when a group's operation is done. */
    void Wait(const std::vector<uint32_t>& nics, const Frontier& done)
    {
        for (std::size_t i = 0; i < nics.size(); ++i)
        {
            m_done[nics[i]] = done[i];
        }
    }

    void SumActivations(uint32_t stage)
    {
        for (const std::vector<uint32_t>& nics : m_ranks.TensorGroups(stage))
        {
            const uint64_t bytes = Shrunk(Activations(), nics.size());
            Wait(nics, AddRing(m_list, GroupOf(nics), bytes, RingSteps::ALL_REDUCE));
        }
        Note(TrainingPart::TENSOR);
    }

    /** Each rank of an expert group has as many tokens for each other one. */
    void ExchangeTokens(uint32_t stage)
    {
        for (const std::vector<uint32_t>& nics : m_ranks.ExpertGroups(stage))
        {
            const double all = Activations() * m_job.activeExperts / m_job.tensor;
            const std::vector<uint64_t> bytes(nics.size(),
                                              Shrunk(all / static_cast<double>(nics.size()), 1));
            Wait(nics, AddExchange(m_list, GroupOf(nics), bytes));
        }
        Note(TrainingPart::EXPERT);
    }

    /** One layer of a pass, in halves if ranks share it: attention, and experts. */
    void AddLayer(uint32_t stage, double ns, TrainingPart part)
    {
        if (m_job.tensor == 1 && m_job.expert == 1)
        {
            Work(stage, ns, part);
            return;
        }
        Work(stage, ns / 2, part);
        SumActivations(stage);
        ExchangeTokens(stage);
        Work(stage, ns / 2, part);
        ExchangeTokens(stage);
        SumActivations(stage);
    }

    void AddForward(const TrainingPass& pass)
    {
        for (uint32_t layer = 0; layer < m_job.layers / m_job.pipeline; ++layer)
        {
            AddLayer(pass.stage, m_job.ForwardNs(), TrainingPart::FORWARD);
        }
        if (pass.stage + 1 < m_job.pipeline)
        {
            Hand(pass, pass.stage + 1);
        }
    }

    /** A backward pass takes twice the time: gradients of inputs, and of parameters. */
    void AddBackward(const TrainingPass& pass)
    {
        const uint32_t layers = m_job.layers / m_job.pipeline;
        const bool isLast = pass.microbatch + 1 == m_job.microbatches;
        for (uint32_t layer = 1; layer <= layers; ++layer)
        {
            AddLayer(pass.stage, 2 * m_job.ForwardNs(), TrainingPart::BACKWARD);
            const uint32_t inBucket = (layer - 1) % m_job.bucketLayers + 1;
            const bool isFull = inBucket == m_job.bucketLayers || layer == layers;
            if (isLast && isFull && m_job.gradientTime == GradientTime::DURING_BACKWARD)
            {
                SumGradients(pass.stage, inBucket);
            }
        }
        if (pass.stage > 0)
        {
            Hand(pass, pass.stage - 1);
        }
    }

    /** Each rank hands its part of what it computed to the one at its place in another stage. */
    void Hand(const TrainingPass& pass, uint32_t to)
    {
        const std::vector<uint32_t> from = m_ranks.Stage(pass.stage);
        const std::vector<uint32_t> others = m_ranks.Stage(to);
        const uint64_t bytes = Shrunk(Activations() / m_job.tensor, 1);
        for (std::size_t i = 0; i < from.size(); ++i)
        {
            const uint32_t send = m_list.Send(from[i], others[i], bytes);
            for (const uint32_t before : m_done[from[i]])
            {
                m_list.After(send, before);
            }
            m_handed[{others[i], pass.microbatch, pass.isBackward}].push_back(send);
        }
        Note(TrainingPart::PIPELINE);
    }

    /** A pass waits for what the stage before it handed on. */
    void Receive(const TrainingPass& pass)
    {
        for (const uint32_t nic : m_ranks.Stage(pass.stage))
        {
            const auto found = m_handed.find({nic, pass.microbatch, pass.isBackward});
            if (found != m_handed.end())
            {
                m_done[nic].insert(m_done[nic].end(), found->second.begin(), found->second.end());
                m_handed.erase(found);
            }
        }
    }

    void SumGradients(uint32_t stage, uint32_t layers)
    {
        const bool isDense = m_job.experts == 1;
        const double dense =
            static_cast<double>(m_job.AttentionSize() + (isDense ? m_job.ExpertSize() : 0));
        const double ofExperts =
            static_cast<double>(m_job.ExpertSize()) * m_job.experts / m_job.expert;
        AddSums(m_ranks.DataGroups(stage), dense * layers);
        if (!isDense)
        {
            AddSums(m_ranks.ReplicaGroups(stage), ofExperts * layers);
        }
    }

    /** Sums go on beside the work: only the end of the step waits for them. */
    void AddSums(const Groups& groups, double parameters)
    {
        for (const std::vector<uint32_t>& nics : groups)
        {
            if (nics.size() == 1)
            {
                continue;
            }
            const uint64_t bytes =
                Shrunk(parameters * m_job.gradientBytes / m_job.tensor, nics.size());
            const Frontier sums = AddRing(m_list, GroupOf(nics), bytes, RingSteps::ALL_REDUCE);
            for (std::size_t i = 0; i < nics.size(); ++i)
            {
                std::vector<uint32_t>& all = m_gradients[nics[i]];
                all.insert(all.end(), sums[i].begin(), sums[i].end());
            }
        }
        Note(TrainingPart::GRADIENT);
    }

    void EndStep(uint32_t stage)
    {
        const uint32_t layers = m_job.layers / m_job.pipeline;
        if (m_job.gradientTime == GradientTime::AFTER_BACKWARD)
        {
            for (uint32_t first = 0; first < layers; first += m_job.bucketLayers)
            {
                SumGradients(stage, std::min(m_job.bucketLayers, layers - first));
            }
        }
        for (const uint32_t nic : m_ranks.Stage(stage))
        {
            std::vector<uint32_t>& done = m_done[nic];
            done.insert(done.end(), m_gradients[nic].begin(), m_gradients[nic].end());
            m_gradients[nic].clear();
        }
        Work(stage, m_job.optimizerUs * 1e3 / m_job.shrink, TrainingPart::OPTIMIZER);
    }

    const TrainingJob& m_job;
    TrainingRanks m_ranks;
    OperationList m_list;
    TrainingPlan m_plan;
    Frontier m_done;      //!< by NIC: what its next work waits for
    Frontier m_gradients; //!< by NIC: sums that the end of the step waits for
    /** By NIC, micro-batch and direction: what another stage sends there. */
    std::map<std::tuple<uint32_t, uint32_t, bool>, std::vector<uint32_t>> m_handed;
    uint32_t m_step{0};
};

} // namespace

const char*
ToString(TrainingPart part)
{
    constexpr const char*
        NAMES[]{"forward", "backward", "optimizer", "tensor", "expert", "pipeline", "gradient"};
    return NAMES[static_cast<uint8_t>(part)];
}

bool
IsWork(TrainingPart part)
{
    return part <= TrainingPart::OPTIMIZER;
}

TrainingPlan
PlanTraining(const TrainingJob& job)
{
    return Planner(job).Plan();
}

} // namespace mrc
} // namespace ns3
