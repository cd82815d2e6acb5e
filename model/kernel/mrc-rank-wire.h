/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RANK_WIRE_H
#define MRC_RANK_WIRE_H

#include "mrc-rank-bytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Carries bytes between the processes that share a run, the ranks.
 *
 * What one rank sends to another comes there in the order of the sends.
 */
class RankWire
{
  public:
    virtual ~RankWire() = default;

    /** @return the number of this process, from 0 */
    virtual uint32_t Own() const = 0;

    /** @return how many processes there are, at least 2 */
    virtual uint32_t Count() const = 0;

    /**
     * Begins to send bytes, and does not wait.
     *
     * @param to another rank
     * @param first of the bytes, which must exist until Flush
     * @param bytes how many, at most 2^31 - 1
     */
    virtual void Send(uint32_t to, const void* first, std::size_t bytes) = 0;

    /** Waits until all that was sent has left. */
    virtual void Flush() = 0;

    /** Waits for what a rank sends. @param from that rank @return the bytes of one Send */
    virtual RankBytes Receive(uint32_t from) = 0;

    /** Says goodbye; every rank does so, and nothing is sent any more. */
    virtual void Close() = 0;

    /** Ends all ranks. @param why for the user */
    [[noreturn]] virtual void Abort(const std::string& why) = 0;
};

/**
 * Joins this process to the others that the user's `mpirun` started; once in a process.
 *
 * @param ranks how many there are to be, at least 2
 * @return the way to them
 * @throws std::invalid_argument if they are not so many, or the module was built without MPI
 */
std::unique_ptr<RankWire> JoinRanks(uint32_t ranks);

} // namespace mrc
} // namespace ns3

#endif /* MRC_RANK_WIRE_H */
