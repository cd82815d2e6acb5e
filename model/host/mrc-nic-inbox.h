/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_INBOX_H
#define MRC_NIC_INBOX_H

#include "mrc-endpoint-desk.h"
#include "mrc-endpoint-service.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-stock-desk.h"

namespace ns3
{
namespace mrc
{

/**
 * Which part of a NIC gets a frame that reached the NIC? Decapsulates the frame and hands the
 * packet over.
 */
class NicInbox
{
  public:
    /** The parts that get packets from the inbox; all must outlive the inbox. */
    struct Parts
    {
        NicStore& store;           //!< the NICs
        NicPump& pump;             //!< serves the queue pair that got a packet
        EndpointService& endpoint; //!< knows the queue pairs that wait for an answer
        EndpointDesk& desk;        //!< answers for the NIC
        StockDesk& stock;          //!< has the stock stacks
    };

    /** @param parts of the same NICs */
    explicit NicInbox(const Parts& parts)
        : m_store(parts.store),
          m_pump(parts.pump),
          m_endpoint(parts.endpoint),
          m_desk(parts.desk),
          m_stock(parts.stock)
    {
    }

    /** Takes a frame that arrived over a link. */
    void Receive(PortIndex link, FrameIndex frameIndex, Instant now);

  private:
    Agenda ReceiveWithHops(SlotIndex slot, FrameIndex frameIndex, Instant now);

    NicStore& m_store;
    NicPump& m_pump;
    EndpointService& m_endpoint;
    EndpointDesk& m_desk;
    StockDesk& m_stock;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_INBOX_H */
