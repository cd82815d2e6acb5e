/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_PUMP_H
#define MRC_NIC_PUMP_H

#include "mrc-endpoint-service.h"
#include "mrc-nic-store.h"
#include "mrc-nic-timers.h"

#include "ns3/mrc-agenda.h"
#include "ns3/mrc-datagram.h"
#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

class QueuePairStates;

/**
 * Which packet does a NIC send next, over which port?
 *
 * A NIC pulls data from its queue pairs in round robin, one packet for each port that falls idle.
 */
class NicPump
{
  public:
    /** @param store, timers, endpoint, states of the same NICs; must outlive this */
    NicPump(NicStore& store, NicTimers& timers, EndpointService& endpoint, QueuePairStates& states)
        : m_store(store),
          m_timers(timers),
          m_endpoint(endpoint),
          m_states(states)
    {
    }

    /**
     * Does the work that a queue pair asked for in answer to a call; every caller of a pair serves
     * the pair so.
     *
     * @param nic the pair's NIC
     * @param slot of the queue pair
     * @param agenda the work that the queue pair asked for
     * @param now the time
     */
    void Serve(NicState& nic, SlotIndex slot, const Agenda& agenda, Instant now)
    {
        // Control packets do not take turns: they wait in the port's control class.
        if (agenda.control)
        {
            if (__builtin_expect(agenda.failed, 0))
            {
                NoteFailure(slot);
            }
            SendControl(nic, slot, now);
            // a probe has a timer
            m_timers.Set(nic, slot, m_store.Slot(slot).pair->NextWakeup());
        }
        m_timers.Set(nic, slot, agenda.wakeup);
        // One that is ready already needs no pump: Rearm has a wake-up pending for the next idle
        // port.
        if (agenda.data && !m_store.Slot(slot).ready)
        {
            MakeReady(nic, slot, now);
            Pump(nic, now);
        }
        else if (nic.timerAt < nic.wakeAt)
        {
            Rearm(nic, now);
        }
    }

    /**
     * Serves a queue pair as Serve does, but for the pump, which the caller calls next.
     *
     * @param nic the pair's NIC
     * @param slot of the queue pair
     * @param agenda the work that the queue pair asked for
     * @param now the time
     */
    void ServeBeforePump(NicState& nic, SlotIndex slot, const Agenda& agenda, Instant now)
    {
        if (__builtin_expect(agenda.control, 0))
        {
            Serve(nic, slot, agenda, now);
            return;
        }
        m_timers.Set(nic, slot, agenda.wakeup);
        if (agenda.data && !m_store.Slot(slot).ready)
        {
            MakeReady(nic, slot, now);
        }
    }

    /** Adds a queue pair to the round robin of the pair's NIC, if the pair is not there yet. */
    void MakeReady(NicState& nic, SlotIndex slot, Instant now);

    /**
     * Ends the rest of a queue pair; called before a port is paused, or goes or comes. The pair is
     * in the round again unless its port has fallen idle since.
     */
    void EndRest(NicState& nic, Instant now);

    /** Gives each idle port of a NIC one data packet, queue pairs in turn. */
    void Pump(NicState& nic, Instant now);

    /** Sees to it that a wake-up is pending for the first timer, delay, or port that falls idle. */
    void Rearm(NicState& nic, Instant now);

    /** Sends a packet that is the NIC's own: no queue pair's. */
    void SendOwn(NicState& nic, const Datagram& datagram, Instant now);

    /** As SendOwn, over this route instead of that to the destination. */
    void SendOwnOver(NicState& nic,
                     const Datagram& datagram,
                     const CarrierTemplate& route,
                     Instant now);

  private:
    void NoteFailure(SlotIndex slot);
    void Append(NicState& nic, SlotIndex slot);
    bool Rest(NicState& nic, SlotIndex slot, Instant wakeup);
    void Recall(NicState& nic, Instant now);
    void NoteControl(NicState& nic, Instant now);
    void SendControl(NicState& nic, SlotIndex slotIndex, Instant now);
    void WakeNext(NicState& nic, Instant now);
    PlaneMask IdlePorts(const NicState& nic, Instant now) const;
    void SendStock(NicState& nic, FrameIndex frameIndex, Instant now);
    void WriteWay(Frame& frame, const UsidWay& way) const;
    static void WriteStockWay(Frame& frame, const StockWay& way);
    void Launch(NicState& nic, FrameIndex frameIndex, Instant now);
    void LaunchWithinLimit(NicState& nic, FrameIndex frameIndex, Instant now);
    void Put(NicState& nic, FrameIndex frameIndex, Instant now);
    void Send(NicState& nic, const QueuePairSlot& slot, FrameIndex frameIndex, Instant now);

    NicStore& m_store;
    NicTimers& m_timers;
    EndpointService& m_endpoint;
    QueuePairStates& m_states; //!< hears of queue pairs that have failed
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_PUMP_H */
