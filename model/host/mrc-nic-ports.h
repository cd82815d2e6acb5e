/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_PORTS_H
#define MRC_NIC_PORTS_H

#include "mrc-nic-pump.h"
#include "mrc-nic-store.h"
#include "mrc-port-herald.h"
#include "mrc-port-record.h"

#include "ns3/mrc-calendar.h"
#include "ns3/mrc-datagram.h"
#include "ns3/mrc-ids.h"

#include <cstdint>
#include <map>
#include <set>

namespace ns3
{
namespace mrc
{

/** Which states of ports do NICs, their queue pairs and their peers know, and since when? */
class NicPorts
{
  public:
    /** @param store, pump, herald of the same NICs; must outlive this */
    NicPorts(NicStore& store, NicPump& pump, PortHerald& herald)
        : m_store(store),
          m_pump(pump),
          m_herald(herald)
    {
    }

    /** Sets the calendar that has NICs see changes of links later; before the first such change. */
    void SetCalendar(Calendar* calendar)
    {
        m_calendar = calendar;
    }

    /** Tells a NIC, after the detection delay, that one of its links changed. */
    void LinkChanged(uint32_t nic, PlaneId plane, bool up);

    /**
     * Does the due work of a NIC's ports: ends a blackout, sends news.
     *
     * @return when to call Run again
     */
    Instant Run(NicState& nic, Instant now)
    {
        return m_records.empty() ? Instant::Never() : RunRecord(nic, now);
    }

    /** A peer's NIC has sent the state of its ports. */
    void Hear(uint32_t nic, const Datagram& request, Instant now);

    /** A peer has answered news. */
    void OnAnswer(uint32_t nic, const Datagram& answer);

    /** A queue pair begins, and hears the news of ports from its NIC. */
    void Brief(SlotIndex slot);

    /** Tells a peer for which this is the first queue pair of the peer's NIC which ports of this
     * NIC are down.
     */
    void Introduce(SlotIndex slot);

    /**
     * A NIC has heard of a peer without a queue pair, and the peer is to know of the NIC's ports
     * too.
     */
    void Meet(uint32_t nic, uint32_t peer);

    /** @return the ports with a link of a NIC's peer, as far as the NIC knows */
    PlaneMask UpAt(uint32_t nic, uint32_t peer) const;

  private:
    PortRecord& RecordOf(uint32_t nic);
    void Apply(uint32_t nic, PlaneId plane, bool up);
    Instant RunRecord(NicState& nic, Instant now);
    void BlackOut(uint32_t nic, PortRecord& ports, Instant now);
    void ServePairs(NicState& nic, Instant now);
    void TellOne(NicState& nic, uint32_t peer);
    void TellPeers(NicState& nic, PortRecord& ports, Instant now);

    NicStore& m_store;
    NicPump& m_pump;
    PortHerald& m_herald;
    Calendar* m_calendar{nullptr};
    std::map<uint32_t, PortRecord>
        m_records; //!< of NICs with ports, or with peers' ports, that have changed
    std::map<uint32_t, std::set<uint32_t>> m_met; //!< by NIC: peers of Meet
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_PORTS_H */
