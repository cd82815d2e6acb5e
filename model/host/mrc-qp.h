/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_H
#define MRC_QP_H

#include "mrc-nic-table.h"

#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * A queue pair as a script sees it: posts Writes and tells when they are done.
 *
 * A face of the compact state in NicTable. Made by Network::Connect.
 */
class Qp : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Qp() = default;

    /**
     * @param nics where the queue pair lives; must outlive this object or Close() it
     * @param slot which one it is
     * @param source its NIC
     * @param destination the peer's NIC
     */
    Qp(NicTable& nics, SlotIndex slot, uint32_t source, uint32_t destination);

    /**
     * Posts an RDMA Write.
     *
     * @param bytes its length, 1 .. 2^32 - 1; a fatal error otherwise, and after
     * Simulator::Destroy
     * @return the id that its completion will carry; ids count from 0
     */
    uint64_t Write(uint64_t bytes);

    /**
     * Posts an RDMA Write with Immediate.
     *
     * @param bytes its length, 1 .. 2^32 - 1; a fatal error otherwise
     * @param immediate delivered with the message
     * @return the id that its completion will carry
     */
    uint64_t WriteWithImmediate(uint64_t bytes, uint32_t immediate);

    /** @return number of the NIC that posts */
    uint32_t Source() const
    {
        return m_source;
    }

    /** @return number of the NIC that the Writes go to */
    uint32_t Destination() const
    {
        return m_destination;
    }

    /** @return its number, unique in the network */
    QpNumber Number() const
    {
        return NicTable::NumberOf(m_slot);
    }

    /** @return what this end of the connection has counted so far */
    const QueuePairCounters& Counters() const;

    /** @return what the peer's end has counted so far */
    const QueuePairCounters& PeerCounters() const;

    /** @return the simulated time, to the picosecond also within a completion */
    Instant Now() const;

    /** Called by the owner, which is about to go: all but the numbers of the NICs ends here. */
    void Close()
    {
        m_nics = nullptr;
    }

    /** Called by the owner when a work request of this queue pair ended. */
    void NotifyCompleted(const Completion& completion)
    {
        m_completed(completion);
    }

    /** Called by the owner when a message is complete at the peer. */
    void NotifyDelivered(const Delivery& delivery)
    {
        m_delivered(delivery);
    }

    /** Called by the owner when a packet of this queue pair was sent again. */
    void NotifyResent(const Retransmission& retransmission)
    {
        m_resent(retransmission);
    }

    /** Signature of trace source "Completed". */
    typedef void (*CompletedCallback)(const Completion& completion);
    /** Signature of trace source "Delivered". */
    typedef void (*DeliveredCallback)(const Delivery& delivery);
    /** Signature of trace source "Resent". */
    typedef void (*ResentCallback)(const Retransmission& retransmission);

  private:
    NicTable& Nics() const;
    uint32_t NumberValue() const;
    uint8_t Mpr() const;
    void SetMpr(uint8_t units);
    uint8_t Penalty() const;
    void SetPenalty(uint8_t penalty);
    uint64_t Post(uint64_t bytes, bool hasImmediate, uint32_t immediate);

    NicTable* m_nics{nullptr};
    SlotIndex m_slot{NO_SLOT};
    uint32_t m_source{0};
    uint32_t m_destination{0};
    uint64_t m_nextId{0};
    uint64_t m_nextAddress{0};
    TracedCallback<const Completion&> m_completed;
    TracedCallback<const Delivery&> m_delivered;
    TracedCallback<const Retransmission&> m_resent;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_H */
