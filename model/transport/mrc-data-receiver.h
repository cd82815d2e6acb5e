/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATA_RECEIVER_H
#define MRC_DATA_RECEIVER_H

#include "mrc-receiver-store.h"

namespace ns3
{
namespace mrc
{

/** Which fate has an arriving data packet? A view of a ReceiverStore. */
class DataReceiver
{
  public:
    /** @param store the receiver's; must outlive this */
    explicit DataReceiver(ReceiverStore& store)
        : m_store(store)
    {
    }

    /** A data packet came, whole or trimmed. */
    void OnWrite(const Datagram& packet, Instant now) const;

  private:
    void OnDuplicate(const Datagram& packet) const;
    void OnTrimmed(const Datagram& packet, uint64_t sequence, Instant now) const;
    static void Place(ReceiverStore& store,
                      const Datagram& packet,
                      uint64_t sequence,
                      Instant now); // static: a packet would else store the view in memory

    ReceiverStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_RECEIVER_H */
