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

    /** Posts a Write behind the last one, with the next id (Qp::Write). @return its id */
    uint64_t Write(uint64_t bytes, std::optional<uint32_t> immediate);

    /** Qp::PostSend. */
    void PostSend(const WorkRequest& request);

    /** Qp::PostReceive. */
    void PostReceive(uint32_t count);

    /** Qp::RegisterMemory. */
    uint32_t RegisterMemory(uint64_t address, uint64_t length);

    /** Qp::DeregisterMemory. */
    void DeregisterMemory(uint32_t rkey);

    /** Qp::Modify. */
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
