/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_INBOX_H
#define MRC_NIC_INBOX_H

#include "mrc-endpoint-desk.h"
#include "mrc-endpoint-service.h"
#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"

namespace ns3
{
namespace mrc
{

/** Whom is a frame for that reached a NIC? Decapsulates it and hands it over. */
class NicInbox
{
  public:
    /** @param store, pump, endpoint, desk of the same NICs; must outlive this */
    NicInbox(NicStore& store, NicPump& pump, EndpointService& endpoint, EndpointDesk& desk)
        : m_store(store),
          m_pump(pump),
          m_endpoint(endpoint),
          m_desk(desk)
    {
    }

    /** Takes a frame that arrived over a link. */
    void Receive(PortIndex link, FrameIndex frameIndex, Instant now);

  private:
    NicStore& m_store;
    NicPump& m_pump;
    EndpointService& m_endpoint;
    EndpointDesk& m_desk;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_INBOX_H */
