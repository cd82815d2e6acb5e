/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_LISTENER_H
#define MRC_QP_LISTENER_H

#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-qp.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/** Brings what the NICs tell to the faces of the queue pairs. */
class QpListener : public HostObserver
{
  public:
    /** @param qps the faces, one for each pair of slots of the NICs, in their order */
    explicit QpListener(const std::vector<Ptr<Qp>>& qps)
        : m_qps(qps)
    {
    }

    void Completed(SlotIndex slot, const Completion& completion) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyCompleted(completion); });
    }

    void Delivered(SlotIndex slot, const Delivery& delivery) override
    {
        Tell(NicTable::PeerOf(slot), [&](Qp& qp) { qp.NotifyDelivered(delivery); });
    }

    void Resent(SlotIndex slot, const Retransmission& retransmission) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyResent(retransmission); });
    }

    void Received(SlotIndex slot, CompletionStatus status, const Delivery& delivery) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyReceived(status, delivery); });
    }

    void StateChanged(SlotIndex slot, QpState from, QpState to) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyState(from, to); });
    }

    void Watched(SlotIndex slot, const QpSample& sample) override
    {
        Tell(slot, [&](Qp& qp) { qp.NotifyWatched(sample); });
    }

  private:
    /** Slots come in pairs: the source's end is the even one. The other may have no face. */
    template <typename Event>
    void Tell(SlotIndex slot, const Event& event) const
    {
        Qp* source = PeekPointer(m_qps[slot / 2]);
        Qp* qp = slot % 2 == 0 ? source : source->FindPeer();
        if (qp != nullptr)
        {
            event(*qp);
        }
    }

    const std::vector<Ptr<Qp>>& m_qps;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_LISTENER_H */
