/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_TABLE_H
#define MRC_NIC_TABLE_H

#include "mrc-endpoint-service.h"
#include "mrc-nic-state.h"
#include "mrc-peer-ports.h"
#include "mrc-port-news.h"
#include "mrc-queue-pair-maker.h"
#include "mrc-rest-queue.h"
#include "mrc-slot-timers.h"

#include "ns3/mrc-calendar.h"
#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-port-failures.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/mrc-queue-pair.h"
#include "ns3/mrc-transport-config.h"

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What a set of NICs is built from. */
struct NicPlan
{
    /** One NIC. */
    struct Entry
    {
        PortIndex firstPort; //!< of plane 0; the others follow
        uint64_t locator48;  //!< own uSID on plane 0, block in front
    };

    std::vector<Entry> nics; //!< ports of each NIC
    uint8_t planes{1};       //!< ports of a NIC
    DscpPlan dscp;           //!< code points of what NICs send
    Span hostDelay;          //!< per direction [host-overhead]
    PortFailures failures;   //!< what NICs do when a link changes
    QpConfig retries;        //!< of what NICs tell each other
    KeyedDraws draws;        //!< lengths of blackouts, paths of what NICs tell each other
    std::function<CarrierTemplate(uint32_t, uint32_t)> route; //!< from NIC to NIC
};

/**
 * All NICs: binds queue pairs, which decide, to ports, which move.
 *
 * A NIC pulls data from its queue pairs in round robin, one packet for each port that falls idle,
 * has one timer, decapsulates what arrives and hands it to the queue pair that it is for.
 */
class NicTable
{
  public:
    /**
     * @param plan what to build
     * @param fabric where the ports are
     */
    NicTable(NicPlan plan, Fabric& fabric);
    ~NicTable();

    /** Gives the queue of hot events; before the first post. */
    void SetKernel(HotKernel* kernel)
    {
        m_kernel = kernel;
    }

    /** Gives what has NICs see later that a link changed; before the first such change. */
    void SetCalendar(Calendar* calendar)
    {
        m_calendar = calendar;
    }

    /** @return the slot and so the number that the next queue pair will get */
    SlotIndex NextSlot() const
    {
        return m_slots.size();
    }

    /** @return the queue pair number of a slot */
    static QpNumber NumberOf(SlotIndex slot)
    {
        return QpNumber{slot + FIRST_QP_NUMBER};
    }

    /** @return the slot of the other end of a connection: its ends are made one after the other */
    static SlotIndex PeerOf(SlotIndex slot)
    {
        return slot ^ 1;
    }

    /** Sets who makes the transports. */
    void SetMaker(QueuePairMaker* maker)
    {
        m_maker = maker;
    }

    /** Adds the queue pair for NextSlot(), in state RESET. */
    void Add(uint32_t nic, uint32_t peer);

    /**
     * Adds the queue pairs of a connection in state RTS, for NextSlot() and the slot after: nothing
     * is asked of their users.
     *
     * @throws std::invalid_argument as Check of the maker for either end; then none is added
     */
    void AddReady(const QueuePairPlan& own, const QueuePairPlan& peer);

    /** Gives a queue pair that was added in state RESET its transport. */
    void SetUp(const QueuePairPlan& plan);

    /**
     * A queue pair that was asleep gets its transport.
     *
     * @param plan as Check of the maker allowed it
     * @return what had its place
     */
    std::unique_ptr<QueuePair> MakeTransport(const QueuePairPlan& plan);

    /** Changes the state of a queue pair; what follows from the new one is done. */
    void SetState(SlotIndex slot, QpState state);

    /** A queue pair's user posts receive buffers. */
    void PostReceives(SlotIndex slot, uint32_t count);

    /** From now on the user hears of the receive buffers of this queue pair. */
    void WatchReceives(SlotIndex slot)
    {
        m_slots[slot].watchesReceives = true;
    }

    /** @return an observer that the queue pair of a slot must be made with */
    QueuePairObserver& ObserverOf(SlotIndex slot);

    /** @return the data path of a queue pair */
    QueuePair& At(SlotIndex slot)
    {
        return *m_slots[slot].pair;
    }

    /** @return the administration of a queue pair; it stays until the queue pair is set up */
    QueuePairAdmin& AdminOf(SlotIndex slot);

    /** @return the simulated time, to the picosecond within a hot event */
    Instant Now() const
    {
        return m_kernel->Now();
    }

    /** @return the route from one NIC to another */
    CarrierTemplate Route(uint32_t from, uint32_t to) const
    {
        return m_plan.route(from, to);
    }

    /** The simulation is over: nothing will happen any more. */
    void End()
    {
        m_over = true;
    }

    /** @return whether that has happened */
    bool IsOver() const
    {
        return m_over;
    }

    /** Posts a work request; the host's overhead passes before the queue pair sees it. */
    void Post(SlotIndex slot, const WorkRequest& request);

    /**
     * Sets who hears what a queue pair tells.
     *
     * @param slot which one
     * @param user must outlive the NICs, or be taken back while it hears no samples; null: nobody
     */
    void SetUser(SlotIndex slot, QueuePairUser* user);

    /**
     * Has the user hear samples of a queue pair, whenever it is set up.
     *
     * @param slot which one
     * @param watched all
     */
    void Watch(SlotIndex slot, bool watched);

    /** Takes a frame that arrived over a link. */
    void Receive(PortIndex link, FrameIndex frame, Instant now);

    /** Fires a HotKind::NIC_WAKE event. */
    void Wake(HotEvent event);

    /** An administrator denies or allows an EV of a queue pair. */
    void Administer(SlotIndex slot, Ev ev, PathOrder order);

    /** An administrator denies or allows an uplink to what NICs themselves send. */
    void Administer(PlaneId plane, uint32_t uplink, PathOrder order);

    /** Tells a NIC, after the detection delay, that one of its links changed. */
    void LinkChanged(uint32_t nic, PlaneId plane, bool up);

    /** @return a NIC's state, to be read only */
    const NicState& State(uint32_t nic) const
    {
        return m_nics[nic];
    }

    /** @return what the NIC keeps of a queue pair, to be read only */
    const QueuePairSlot& Slot(SlotIndex slot) const
    {
        return m_slots[slot];
    }

  private:
    class SlotObserver;

    /** What a NIC keeps of its ports once one of them, or of a peer's, has changed. */
    struct NicPorts
    {
        explicit NicPorts(const QpConfig& retries)
            : news(retries),
              peers(retries.AckTimeout())
        {
        }

        PortNews news;
        PeerPorts peers;
        Instant blackUntil; //!< end of the latest blackout
        uint32_t drawn{0};
        PlaneMask raised{0}; //!< ports that came up and did not go down since
    };

    SlotObserver& ObserverAt(SlotIndex slot);

    /** @return who hears what a queue pair tells, null: nobody */
    QueuePairUser* UserOf(SlotIndex slot);
    void Link(uint32_t nic, uint32_t peer, QueuePairParts pair);
    QueuePairParts NewPair(const QueuePairPlan& plan);
    std::unique_ptr<QueuePair> Replace(SlotIndex slot, QueuePairParts pair);
    void NoteUse(SlotIndex slot);
    void QueueTaken(SlotIndex slot, CompletionStatus status, const Delivery& delivery);
    void FlushReceives(SlotIndex slot);
    void OnFailure(SlotIndex slot);
    void Enter(SlotIndex slot, QpState state);
    void Abort(SlotIndex slot, Instant now);
    void Send(NicState& nic, const QueuePairSlot& slot, FrameIndex frame, Instant now);
    void Serve(NicState& nic, SlotIndex slotIndex, const Agenda& agenda, Instant now);
    void SendControl(NicState& nic, SlotIndex slotIndex, Instant now);
    void Pump(NicState& nic, Instant now);
    void Rearm(NicState& nic, Instant now);
    void RunTimers(NicState& nic, Instant now);
    void PushTimer(NicState& nic, SlotIndex slot, Instant at);

    /** Has a queue pair woken then, or earlier. */
    void SetTimer(NicState& nic, SlotIndex slot, Instant at)
    {
        if (at < m_slots[slot].timerAt)
        {
            PushTimer(nic, slot, at);
        }
    }

    void RunDelays(NicState& nic, Instant now);
    void MakeReady(NicState& nic, SlotIndex slotIndex);
    void ApplyLink(uint32_t nic, PlaneId plane, bool up);
    NicPorts& PortsOf(uint32_t nic);
    void BlackOut(uint32_t nic, NicPorts& ports, Instant now);
    void ServePorts(NicState& nic, Instant now);
    void TellPeers(NicState& nic, NicPorts& ports, Instant now);
    Instant RunPorts(NicState& nic, Instant now);
    std::vector<Ev> AllowedEvs(uint32_t from, uint32_t to, PlaneMask planes) const;
    std::vector<Ev> EvsOfNews(uint32_t from, uint32_t to, PlaneMask planes) const;
    void SendNews(uint32_t peer, NicState& nic, NicPorts& ports, Instant now);
    void SendNewsOver(const std::vector<Ev>& evs, uint32_t peer, NicState& nic, Instant now);
    void HearPorts(uint32_t nic, const Datagram& request, Instant now);
    void TellOfPorts(SlotIndex slot);
    void IntroducePorts(SlotIndex slot);
    Ev AnyWayBack(uint32_t nic, const Datagram& request) const;
    bool ReceiveEndpoint(NicState& nic, Datagram& datagram, Instant now);
    void SendEndpoint(NicState& nic, const Datagram& datagram, Instant now);
    PlaneMask IdlePorts(const NicState& nic, Instant now) const;
    HostDelays& DelaysOf(NicState& nic);
    void DelaysChanged(NicState& nic);

    uint32_t NumberOf(const NicState& nic) const
    {
        return &nic - m_nics.data();
    }

    Fabric& m_fabric;
    HotKernel* m_kernel{nullptr};
    Calendar* m_calendar{nullptr};
    QueuePairMaker* m_maker{nullptr};
    std::vector<NicState> m_nics;
    std::vector<QueuePairSlot> m_slots;
    SharedConfigs m_configs;                           //!< of queue pairs that are asleep
    std::vector<std::unique_ptr<QueuePair>> m_retired; //!< those whose place another one took
    Instant m_retiredAt;                               //!< the latest of them
    std::vector<SlotTimers> m_timers;                  //!< by NIC
    std::vector<RestQueue> m_resting;                  //!< by NIC
    std::deque<SlotObserver> m_observers;
    NicPlan m_plan; //!< without its entries
    EndpointService m_endpoint;
    std::map<uint32_t, NicPorts> m_nicPorts; //!< of NICs whose ports, or whose peers', have changed
    std::set<std::pair<PlaneId, uint32_t>> m_denied; //!< uplinks
    bool m_over{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_TABLE_H */
