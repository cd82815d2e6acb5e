/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OPERATION_LIST_H
#define MRC_OPERATION_LIST_H

#include "mrc-generated-matrix.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

constexpr uint32_t OPERATIONS_MOST = 10000000; //!< of a list, some 2 GB; own choice

/**
 * Collects operations of GPUs, each of which may wait for many others [operation-triggers].
 *
 * An operation is named by its place, which is that of the operation's transfer in the matrix too.
 */
class OperationList
{
  public:
    /**
     * @param name of the workload, for messages
     * @param nodes NICs are 0 .. nodes - 1
     * @throws std::invalid_argument if they are fewer than 2 or more than 2^20
     */
    OperationList(const std::string& name, uint32_t nodes);

    /**
     * @param rank the NIC with the GPU that works
     * @param ns for how long, nanoseconds, 0 .. 2^32 - 1
     * @param cpu the processor of the rank that does the work behind other such work; none: nobody
     *        keeps the work
     * @return the operation
     * @throws std::invalid_argument if the work lasts too long, or there are too many operations
     */
    uint32_t Work(uint32_t rank, uint64_t ns, std::optional<uint8_t> cpu = std::nullopt);

    /**
     * @param source, destination ranks
     * @param bytes 1 .. 2^32 - 1
     * @return the operation
     * @throws std::invalid_argument if the length is out of range, or there are too many
     */
    uint32_t Send(uint32_t source, uint32_t destination, uint64_t bytes);

    /**
     * Has an operation wait for an earlier one: for the completion of that one at the
     * same rank, for the data if these come there.
     *
     * @param operation waits
     * @param before is done first
     * @throws std::logic_error if nobody at the rank knows of `before`, or if `before` is not an
     * earlier operation
     */
    void After(uint32_t operation, uint32_t before);

    /**
     * Has an operation wait for the begin of work.
     *
     * @param operation waits
     * @param work of a processor, at the same rank
     * @throws std::logic_error if `work` is none, not at the rank, or not an earlier operation
     */
    void AfterBegin(uint32_t operation, uint32_t work);

    /**
     * Has sends of a rank take turns. The first ones keep what they wait for. Whichever of all
     * completes starts the next of the others, and nothing else does.
     *
     * @param sends of one rank, in the order of their turns; no operation waits for the completion
     * of one of them
     * @param window how many are under way at a time, 1 or more
     */
    void TakeTurns(const std::vector<uint32_t>& sends, uint32_t window);

    /**
     * Says that operations up to the last one are rows of as many ranks, one row behind the other.
     * An operation of a later row starts no earlier than the first row's of its rank could
     * [own-part]. That costs no signal.
     *
     * @param first operation of the first row
     * @param columns operations of a row. Each of a later row waits for one operation, for which
     * nobody else waits
     */
    void KeepBehindFirst(uint32_t first, uint32_t columns);

    /** @return how many operations there are */
    uint32_t Count() const
    {
        return m_matrix.Count();
    }

    /**
     * @param operation which
     * @return the operations that this operation waits for
     */
    const std::vector<uint32_t>& Before(uint32_t operation) const
    {
        return m_before[operation];
    }

    /** @return the whole matrix; behind the operations come signals that join them */
    ConnectionMatrix Take();

    /**
     * Gives up what an operation waits for. To be called behind Take.
     *
     * @param operation which
     * @return the operations that this operation waits for
     */
    std::vector<uint32_t> TakeBefore(uint32_t operation)
    {
        return std::move(m_before[operation]);
    }

  private:
    /** Those that wait for an operation. */
    struct Waiting
    {
        std::vector<uint32_t> sent;     //!< for the completion of the operation
        std::vector<uint32_t> received; //!< for the data of the operation; of work, for the begin
    };

    /** Sends that take turns. */
    struct Turns
    {
        std::vector<uint32_t> sends; //!< of one rank
        uint32_t window;             //!< how many are under way at a time
    };

    /** Operations that start no earlier than the first one of their rank could. */
    struct Rows
    {
        uint32_t first;   //!< operation of the first row
        uint32_t columns; //!< of each row
        uint32_t end;     //!< behind the last row
    };

    uint32_t Add(uint32_t source, uint32_t destination, uint64_t bytes);
    std::vector<uint32_t>& WaitersOf(uint32_t before, uint32_t rank);
    void CheckRows(const Rows& rows) const;
    void SetGates(const Rows& rows);
    std::vector<char> WaitingForBegin() const;
    void SetTurns(const Turns& turns);
    uint32_t SetOff(const std::vector<uint32_t>& waiting, uint32_t rank);

    GeneratedMatrix m_matrix;
    std::vector<Waiting> m_waiting;              //!< by operation
    std::vector<std::vector<uint32_t>> m_before; //!< by operation: those that the operation waits
                                                 //!< for
    std::vector<Turns> m_turns;
    std::vector<Rows> m_rows;
    std::vector<uint32_t> m_barrier; //!< by operation: the trigger of those, 0 without a trigger
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OPERATION_LIST_H */
