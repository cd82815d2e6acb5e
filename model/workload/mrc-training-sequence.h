/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRAINING_SEQUENCE_H
#define MRC_TRAINING_SEQUENCE_H

#include "mrc-group-collectives.h"
#include "mrc-training-plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Adds the operations of a job one behind the other: which operations does each NIC's next one wait
 * for?
 */
class TrainingSequence
{
  public:
    /**
     * @param job which
     * @throws std::invalid_argument if the job has too few or too many ranks
     */
    explicit TrainingSequence(const TrainingJob& job);

    /** @param step that operations belong to from now on */
    void BeginStep(uint32_t step)
    {
        m_step = step;
    }

    /**
     * Has GPUs work. The next operations of these NICs wait for the work.
     *
     * @param nics of the GPUs
     * @param ns for how long
     * @param part purpose of the work
     * @throws std::invalid_argument if it lasts too long
     */
    void Work(const std::vector<uint32_t>& nics, double ns, TrainingPart part);

    /**
     * Has GPUs work beside their other work. Their next operations do not wait for this.
     *
     * @param nics of the GPUs
     * @param before by NIC, all that the work waits for
     * @param ns for how long
     * @param part purpose of the work
     * @return by NIC, the work
     * @throws std::invalid_argument if it lasts too long
     */
    Frontier WorkBehind(const std::vector<uint32_t>& nics,
                        const Frontier& before,
                        double ns,
                        TrainingPart part);

    /**
     * @param from, to NICs
     * @param bytes length
     * @param part purpose of the sum
     * @return the transfer
     */
    uint32_t Send(uint32_t from, uint32_t to, uint64_t bytes, TrainingPart part);

    /**
     * @param nics that sum their values
     * @param bytes of a buffer
     * @param part purpose of the messages
     * @param steps of a ring that are taken
     * @return by NIC, the operations to wait for to have the sums
     */
    Frontier Sum(const std::vector<uint32_t>& nics,
                 uint64_t bytes,
                 TrainingPart part,
                 RingSteps steps = RingSteps::ALL_REDUCE);

    /**
     * @param nics of which each sends to each other one
     * @param bytes of each message
     * @param part purpose of the work
     * @return by NIC, the operations to wait for to have all messages
     */
    Frontier Exchange(const std::vector<uint32_t>& nics, uint64_t bytes, TrainingPart part);

    /** @param nics which @param done by NIC, all that the NIC's next operation waits for */
    void Wait(const std::vector<uint32_t>& nics, const Frontier& done);

    /** @param nic which @param operations that the NIC's next one waits for too */
    void WaitAlso(uint32_t nic, const std::vector<uint32_t>& operations);

    /** @return how many operations there are so far */
    uint32_t Count() const
    {
        return m_list.Count();
    }

    /** @return the whole plan */
    TrainingPlan Take();

  private:
    Group GroupOf(const std::vector<uint32_t>& nics) const;
    void Note(TrainingPart part);

    std::string m_name; //!< of the job
    uint32_t m_window;  //!< messages of an exchange that a rank sends at a time; 0: all
    OperationList m_list;
    std::vector<TrainingOperation> m_operations;
    Frontier m_done; //!< by NIC: the operations that the NIC's next one waits for
    uint32_t m_step{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRAINING_SEQUENCE_H */
