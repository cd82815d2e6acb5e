/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_VERBS_H
#define MRC_QP_VERBS_H

#include "mrc-qp.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/**
 * Which calls does a program on libibverbs make for one end of a connection? A view, made for a
 * call.
 *
 * Where libibverbs returns an error, the program ends with a message here. Qp says the meaning of
 * each call.
 */
class QpVerbs
{
  public:
    /**
     * @param nics where the queue pair lives
     * @param slot of the queue pair
     * @param own this end
     * @param peer number of the other end's NIC
     * @param state of this end; all must outlive this
     */
    QpVerbs(NicTable& nics, SlotIndex slot, const QpEnd& own, uint32_t peer, VerbsState& state);

    /**
     * Posts a Write behind the last one, with the next id (Qp::Write).
     *
     * @param bytes length of the Write, up to 2^32 - 1
     * @param immediate delivered with the message, if there is one
     * @return id of the Write
     */
    uint64_t Write(uint64_t bytes, std::optional<uint32_t> immediate);

    /** @param request to post (Qp::PostSend) */
    void PostSend(const WorkRequest& request);

    /** @param count of receive buffers to post (Qp::PostReceive) */
    void PostReceive(uint32_t count);

    /**
     * Opens memory to the peer (Qp::RegisterMemory).
     *
     * @param address of the first byte
     * @param length bytes, at least 1
     * @return rkey of the memory
     */
    uint32_t RegisterMemory(uint64_t address, uint64_t length);

    /** @param rkey of the memory that the peer loses (Qp::DeregisterMemory) */
    void DeregisterMemory(uint32_t rkey);

    /** @param attributes the state to go to, and the values that this state needs (Qp::Modify) */
    void Modify(const QpAttributes& attributes);

  private:
    QpState State() const;
    void CheckMayPost(uint64_t bytes) const;
    void Bind(const QpAttributes& attributes);
    void SetUp(const QpAttributes& attributes);

    NicTable& m_nics;
    SlotIndex m_slot;
    const QpEnd& m_own;
    uint32_t m_peer; //!< number of the other end's NIC
    VerbsState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_VERBS_H */
