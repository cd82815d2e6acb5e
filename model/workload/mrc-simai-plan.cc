/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-simai-plan.h"

#include "mrc-training-handover.h"
#include "mrc-training-ranks.h"
#include "mrc-training-schedule.h"
#include "mrc-training-sequence.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double SIMAI_MOST_ROW_VISITS = 1e9; // some seconds
constexpr double SIMAI_MOST_OPERATIONS = 1e7; // as many as an OperationList takes

/** @return the purpose of a group's operations */
TrainingPart
PartOf(SimaiGroup group)
{
    switch (group)
    {
    case SimaiGroup::TENSOR:
        return TrainingPart::TENSOR;
    case SimaiGroup::EXPERT:
        return TrainingPart::EXPERT;
    case SimaiGroup::DATA:
    case SimaiGroup::REPLICA:
        break;
    }
    return TrainingPart::GRADIENT;
}

/** @return whether a rank waits for several operations behind such a one [own-part] */
bool
LeavesSeveral(const SimaiCollective& collective)
{
    return collective.kind != SimaiKind::ALL_REDUCE;
}

/** Counts the operations of a workload's parts, for each rank. */
class SimaiCount
{
  public:
    explicit SimaiCount(const SimaiWorkload& workload)
        : m_workload(workload)
    {
    }

    /** @return those of a forward pass of a row */
    double Forward(const SimaiRow& row) const
    {
        return (row.forwardNs != 0) + Sent(row.forward) + Joins(row.forward);
    }

    /** @return those of a backward pass of a row, without what it repeats */
    double Backward(const SimaiRow& row) const
    {
        return (row.inputNs != 0) + Sent(row.input) + Joins(row.input) + (row.weightNs != 0);
    }

    /** @return those of the sums of a row's weights, once in a step */
    double Sums(const SimaiRow& row) const
    {
        const bool hasUpdate = row.updateNs != 0 && m_workload.Sends(row.weight);
        return Sent(row.weight) + hasUpdate;
    }

    /** @return signals in the passes of a row: an operation waits for a rank's own part too */
    double Signals(const SimaiRow& row) const
    {
        return ForwardSignals(row) + Joins(row.input);
    }

    /** @return those of the forward pass of a row */
    double ForwardSignals(const SimaiRow& row) const
    {
        return Joins(row.forward);
    }

    /** @return signals of the updates of a row's weights, once in a step */
    double UpdateSignals(const SimaiRow& row) const
    {
        return row.updateNs != 0 ? Joins(row.weight) : 0;
    }

    /** @return messages between stages, of all ranks together */
    double Handed() const
    {
        const TrainingJob& job = m_workload.job;
        return 2. * (job.pipeline - 1.) * job.microbatches * job.data * job.tensor;
    }

    /**
     * Counts signals of passes that begin behind a message. The last operation of the pass before
     * sets off what its rank hands on, and by a signal the barrier of such a pass.
     *
     * @return signals of handovers, of all ranks together
     */
    double HandedSignals() const
    {
        const TrainingJob& job = m_workload.job;
        if (job.pipeline == 1)
        {
            return 0;
        }
        const double passes = job.microbatches; // of each direction
        // The first stage gets messages for backward passes. As many of these as there are stages
        // behind it have another backward pass before them, which hands nothing on. Nothing may be
        // before the first pass of a rank.
        const double first = std::max(0., passes - job.pipeline);
        const double between = (job.pipeline - 2.) * (2 * passes - 1);
        const double last = passes - 1;
        return (first + between + last) * job.data * job.tensor;
    }

  private:
    /** @return those that join what a rank waits for behind an operation */
    double Joins(const SimaiCollective& collective) const
    {
        return m_workload.Sends(collective) && LeavesSeveral(collective) ? 1 : 0;
    }

    double Sent(const SimaiCollective& collective) const
    {
        const double steps = m_workload.SizeOf(collective.group) - 1.;
        const bool isSum = collective.kind == SimaiKind::ALL_REDUCE;
        return m_workload.Sends(collective) ? (isSum ? 2 : 1) * steps : 0;
    }

    const SimaiWorkload& m_workload;
};

/** Operations of each rank in its passes of a micro-batch, without what it hands on. */
struct PassCounts
{
    double forward{0};
    double backward{0}; //!< with the forward passes that are repeated
};

PassCounts
CountPasses(const SimaiWorkload& workload)
{
    const SimaiCount count(workload);
    PassCounts passes;
    std::vector<double> before{0}; // by row: the operations of forward passes before it
    for (const SimaiRow& row : workload.rows)
    {
        const std::size_t place = before.size() - 1;
        passes.backward += count.Backward(row);
        passes.backward += before[place] - before[row.repeatsFrom.value_or(place)];
        before.push_back(before.back() + count.Forward(row));
    }
    passes.forward = before.back();
    return passes;
}

/** Puts the parts of a workload's rows one behind the other. */
class SimaiPlanner
{
  public:
    explicit SimaiPlanner(const SimaiWorkload& workload)
        : m_workload(workload),
          m_ranks(workload.job),
          m_sequence(workload.job),
          m_handover(m_ranks, m_sequence, workload.handedBytes),
          m_passes(CountPasses(workload)),
          m_sums(workload.job.Ranks())
    {
    }

    TrainingPlan Plan()
    {
        const TrainingJob& job = m_workload.job;
        for (const TrainingPass& pass : ScheduleTraining(job.pipeline, job.microbatches))
        {
            Begin(pass.stage);
            m_handover.Receive(pass);
            JoinIfIdle(pass);
            pass.isBackward ? AddBackward(pass) : AddForward(pass);
        }
        for (uint32_t stage = 0; stage < job.pipeline; ++stage)
        {
            Begin(stage);
            for (const uint32_t nic : m_nics)
            {
                m_sequence.WaitAlso(nic, m_sums[nic]);
            }
            // Without work of its own the end of the step waits for all of it.
            m_sequence.Work(m_nics, 0, TrainingPart::OPTIMIZER);
        }
        TrainingPlan plan = m_sequence.Take();
        plan.matrix.node = {job.gpus, job.gpuGbps * uint64_t{1000000000}, Nanos(job.gpuNs)};
        return plan;
    }

  private:
    /** What follows is of this stage. */
    void Begin(uint32_t stage)
    {
        m_stage = stage;
        m_nics = m_ranks.Stage(stage);
    }

    /** A message behind passes without operations would else wait for all that came before. */
    void JoinIfIdle(const TrainingPass& pass)
    {
        const bool isFirst =
            pass.isBackward ? pass.stage + 1 == m_workload.job.pipeline : pass.stage == 0;
        if (!isFirst && (pass.isBackward ? m_passes.backward : m_passes.forward) == 0)
        {
            m_sequence.Work(m_nics,
                            0,
                            pass.isBackward ? TrainingPart::BACKWARD : TrainingPart::FORWARD);
        }
    }

    void AddForward(const TrainingPass& pass)
    {
        for (const SimaiRow& row : m_workload.rows)
        {
            AddForwardRow(row);
        }
        if (pass.stage + 1 < m_workload.job.pipeline)
        {
            m_handover.Hand(pass, pass.stage + 1);
        }
    }

    void AddBackward(const TrainingPass& pass)
    {
        const std::vector<SimaiRow>& rows = m_workload.rows;
        for (std::size_t i = rows.size(); i-- > 0;)
        {
            for (std::size_t again = rows[i].repeatsFrom.value_or(i); again < i; ++again)
            {
                AddForwardRow(rows[again]);
            }
            Work(rows[i].inputNs, TrainingPart::BACKWARD);
            Block(rows[i].input, TrainingPart::BACKWARD);
            Work(rows[i].weightNs, TrainingPart::BACKWARD);
            if (pass.microbatch + 1 == m_workload.job.microbatches)
            {
                SumWeights(rows[i]);
            }
        }
        if (pass.stage > 0)
        {
            m_handover.Hand(pass, pass.stage - 1);
        }
    }

    void AddForwardRow(const SimaiRow& row)
    {
        Work(row.forwardNs, TrainingPart::FORWARD);
        Block(row.forward, TrainingPart::FORWARD);
    }

    void Work(uint32_t ns, TrainingPart part)
    {
        if (ns != 0)
        {
            m_sequence.Work(m_nics, ns, part);
        }
    }

    /** The ranks' next work waits for such an operation. */
    void Block(const SimaiCollective& collective, TrainingPart pass)
    {
        for (const std::vector<uint32_t>& nics : GroupsOf(collective))
        {
            m_sequence.Wait(nics, Send(nics, collective));
            if (LeavesSeveral(collective))
            {
                // All that follows waits for this alone. Else each operation in a row would wait
                // for those of all before.
                m_sequence.Work(nics, 0, pass);
            }
        }
    }

    /** Only the end of the step waits for such an operation, and for the update behind it. */
    void SumWeights(const SimaiRow& row)
    {
        for (const std::vector<uint32_t>& nics : GroupsOf(row.weight))
        {
            const uint32_t begin = m_sequence.Count();
            Frontier done = Send(nics, row.weight);
            if (row.updateNs != 0)
            {
                done = m_sequence.WorkBehind(nics, done, row.updateNs, TrainingPart::OPTIMIZER);
            }
            for (std::size_t i = 0; i < nics.size(); ++i)
            {
                // The end of the step is behind all other operations of the rank as it is.
                std::vector<uint32_t>& all = m_sums[nics[i]];
                std::copy_if(done[i].begin(),
                             done[i].end(),
                             std::back_inserter(all),
                             [&](uint32_t operation) { return operation >= begin; });
            }
        }
    }

    /** @return the groups that send something; none for an operation without bytes */
    std::vector<std::vector<uint32_t>> GroupsOf(const SimaiCollective& collective) const
    {
        if (!m_workload.Sends(collective))
        {
            return {};
        }
        switch (collective.group)
        {
        case SimaiGroup::TENSOR:
            return m_ranks.TensorGroups(m_stage);
        case SimaiGroup::DATA:
            return m_ranks.DataGroups(m_stage);
        case SimaiGroup::EXPERT:
            return m_ranks.ExpertGroups(m_stage);
        case SimaiGroup::REPLICA:
            break;
        }
        return m_ranks.ReplicaGroups(m_stage);
    }

    Frontier Send(const std::vector<uint32_t>& nics, const SimaiCollective& collective)
    {
        const TrainingPart part = PartOf(collective.group);
        // No transfer may be empty: each part has at least one byte.
        const uint64_t bytes = std::max<uint64_t>(nics.size(), collective.bytes);
        if (collective.kind == SimaiKind::ALL_TO_ALL)
        {
            return m_sequence.Exchange(nics, bytes / nics.size(), part);
        }
        // A gathering ring takes as many steps, with as many bytes, as a scattering one.
        const bool isSum = collective.kind == SimaiKind::ALL_REDUCE;
        return m_sequence.Sum(nics,
                              bytes,
                              part,
                              isSum ? RingSteps::ALL_REDUCE : RingSteps::REDUCE_SCATTER);
    }

    const SimaiWorkload& m_workload;
    TrainingRanks m_ranks;
    TrainingSequence m_sequence;
    TrainingHandover m_handover;
    const PassCounts m_passes;
    uint32_t m_stage{0};
    std::vector<uint32_t> m_nics; //!< of the stage
    Frontier m_sums;              //!< by NIC: those that the end of the step waits for
};

} // namespace

/** Computed without the plan, which would take the memory of all of them. */
double
SimaiOperations(const SimaiWorkload& workload)
{
    const SimaiCount count(workload);
    double sums = 0;
    for (const SimaiRow& row : workload.rows)
    {
        sums += count.Sums(row);
    }
    const TrainingJob& job = workload.job;
    const PassCounts passes = CountPasses(workload);
    // Half of the messages come before forward passes, and half before backward ones.
    const double joins = ((passes.forward == 0) + (passes.backward == 0)) * count.Handed() / 2;
    const double end = 1; // of the step
    return ((passes.forward + passes.backward) * job.microbatches + sums + end) * job.Ranks() +
           count.Handed() + joins;
}

double
SimaiSignals(const SimaiWorkload& workload)
{
    const SimaiCount count(workload);
    double passes = 0; // of a micro-batch
    double updates = 0;
    double operations = 0;          // of forward passes
    std::vector<double> forward{0}; // by row: the signals of forward passes before it
    for (const SimaiRow& row : workload.rows)
    {
        const std::size_t place = forward.size() - 1;
        passes += count.Signals(row);
        passes += forward[place] - forward[row.repeatsFrom.value_or(place)];
        updates += count.UpdateSignals(row);
        operations += count.Forward(row);
        forward.push_back(forward.back() + count.ForwardSignals(row));
    }
    const TrainingJob& job = workload.job;
    // Nothing may be before the first of a rank, and before updates without forward passes.
    const double known = passes * job.microbatches + (operations > 0 ? updates : 0);
    return std::max(0., known - 1) * job.Ranks() + count.HandedSignals();
}

TrainingPlan
PlanSimai(const SimaiWorkload& workload)
{
    // All is counted before anything is made: a small file may stand for more than the memory
    // holds.
    const double operations = SimaiOperations(workload) + SimaiSignals(workload);
    if (operations > SIMAI_MOST_OPERATIONS)
    {
        std::ostringstream message;
        message << workload.job.name << ": " << operations
                << " operations; expected at most 10000000: fewer ranks or rows";
        throw std::invalid_argument(message.str());
    }
    if (2. * workload.job.pipeline * workload.job.microbatches > SIMAI_MOST_OPERATIONS)
    {
        throw std::invalid_argument(workload.job.name + ": " +
                                    std::to_string(workload.job.microbatches) +
                                    " micro-batches; expected at most 10000000 passes of stages");
    }
    const double rows =
        2. * workload.job.pipeline * workload.job.microbatches * workload.rows.size();
    if (rows > SIMAI_MOST_ROW_VISITS)
    {
        throw std::invalid_argument(workload.job.name + ": " +
                                    std::to_string(workload.rows.size()) + " rows in each of " +
                                    std::to_string(workload.job.microbatches) +
                                    " micro-batches; expected at most 10^9 rows in all passes");
    }
    return SimaiPlanner(workload).Plan();
}

} // namespace mrc
} // namespace ns3
