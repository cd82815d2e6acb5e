/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GENERATED_MATRIX_H
#define MRC_GENERATED_MATRIX_H

#include "mrc-connection-matrix.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/** Numbers the transfers and triggers of a generated workload, from 1. */
class GeneratedMatrix
{
  public:
    /**
     * @param name of the workload, for messages
     * @param nodes NICs are 0 .. nodes - 1
     * @throws std::invalid_argument if they are fewer than 2 or more than 2^20
     */
    GeneratedMatrix(const std::string& name, uint32_t nodes);

    /** @param count transfers that will come */
    void Expect(uint64_t count);

    /**
     * @param source, destination NICs
     * @param bytes length; of work, nanoseconds
     * @return the new transfer, valid until the next one is added
     */
    Transfer& Add(uint32_t source, uint32_t destination, uint64_t bytes);

    /**
     * @param kind of trigger
     * @param count activations of a barrier
     * @return number of a new trigger
     */
    uint32_t NewTrigger(TriggerKind kind, uint32_t count);

    /**
     * Has what a trigger starts wait for another trigger too.
     *
     * @param trigger number of the one
     * @param gate number of the other, at the same NIC
     * @throws std::logic_error if the trigger has another gate
     */
    void Gate(uint32_t trigger, uint32_t gate);

    /**
     * @param bytes that a transfer should carry
     * @throws std::invalid_argument if they are not 1 .. 2^32 - 1
     */
    void CheckLength(uint64_t bytes) const;

    /**
     * @param message what is wrong, and what was expected
     * @throws std::invalid_argument always, with the name of the workload and this message
     */
    [[noreturn]] void Refuse(const std::string& message) const;

    /** @return the name of the workload */
    const std::string& Name() const
    {
        return m_matrix.name;
    }

    /** @return how many transfers there are */
    uint32_t Count() const
    {
        return static_cast<uint32_t>(m_matrix.transfers.size());
    }

    /** @param place of a transfer, from 0 @return the transfer */
    Transfer& At(uint32_t place)
    {
        return m_matrix.transfers.at(place);
    }

    /** @param place of a transfer, from 0 @return the transfer, to read */
    const Transfer& At(uint32_t place) const
    {
        return m_matrix.transfers.at(place);
    }

    /**
     * @return the whole matrix; the transfers of a pair of NICs share a queue pair [shared-pairs]
     */
    ConnectionMatrix Take();

  private:
    ConnectionMatrix m_matrix;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_GENERATED_MATRIX_H */
