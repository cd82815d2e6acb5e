/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSFER_LIST_H
#define MRC_TRANSFER_LIST_H

#include "mrc-generated-matrix.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/** How a transfer hangs on others: numbers of triggers, 0 for none. */
struct TransferLinks
{
    uint32_t starts{0};   //!< starts the transfer; 0: the transfer starts at the beginning
    uint32_t sent{0};     //!< set off by the completion at the sender
    uint32_t received{0}; //!< set off when the last byte is placed
};

/** Collects the transfers of a generated workload, with numbers from 1. */
class TransferList
{
  public:
    /**
     * @param name of the workload, for messages
     * @param nodes NICs are 0 .. nodes - 1; 2 .. 2^20
     * @param count transfers that will come, for the check
     * @throws std::invalid_argument if there are too few nodes, or too many of anything
     */
    TransferList(const std::string& name, uint32_t nodes, uint64_t count);

    /**
     * @param source, destination NICs
     * @param bytes length, 1 .. 2^32 - 1
     * @param links the trigger that starts the transfer, and those that the transfer sets off
     * @throws std::invalid_argument if the length is out of range
     */
    void Add(uint32_t source, uint32_t destination, uint64_t bytes, const TransferLinks& links);

    /**
     * @param kind of trigger
     * @param count activations of a barrier
     * @return number of a new trigger
     */
    uint32_t NewTrigger(TriggerKind kind, uint32_t count = 1);

    /**
     * As GeneratedMatrix::Gate.
     *
     * @param trigger number of the one that waits
     * @param gate number of the one that is waited for, at the same NIC
     */
    void Gate(uint32_t trigger, uint32_t gate);

    /** @return the whole matrix */
    ConnectionMatrix Take();

  private:
    GeneratedMatrix m_matrix;
};

/**
 * @param bytes of a whole
 * @param parts how many, above 0
 * @param part which, from 0
 * @return bytes of a part: parts differ by one byte at the most
 */
uint64_t ShareOf(uint64_t bytes, uint32_t parts, uint32_t part);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSFER_LIST_H */
