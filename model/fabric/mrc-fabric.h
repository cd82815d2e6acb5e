/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_H
#define MRC_FABRIC_H

#include "mrc-fabric-plan.h"
#include "mrc-fingerprint.h"
#include "mrc-hot-code.h"
#include "mrc-packet-follower.h"
#include "mrc-port-config-table.h"
#include "mrc-port-observer.h"
#include "mrc-port-policies.h"
#include "mrc-port-state.h"
#include "mrc-trim-queue.h"
#include "mrc-usid-forwarder.h"

#include "ns3/mrc-frame-pool.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-hot-event.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-packet-codec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Moves frames: links, egress queues and switches of a whole fabric as arrays of compact state.
 *
 * One event for each hop (lazy service): pending is only the admission of the head of each link's
 * pipe. A port is advanced to now at every touch and then decides, exactly, what service began in
 * the past. Watched ports run eagerly, with a second event, and the same results.
 */
class Fabric
{
  public:
    /**
     * @param plan what to build
     * @param draws seeded key of all random decisions
     */
    Fabric(FabricPlan plan, KeyedDraws draws);

    /** Gives the queue of hot events; before the first frame. */
    void SetKernel(HotKernel* kernel)
    {
        m_kernel = kernel;
    }

    /** @return the packets */
    FramePool& Pool()
    {
        return m_pool;
    }

    /**
     * Asks for admission of a frame at an egress port; the fabric owns the frame from then on.
     */
    void Enqueue(PortIndex index, FrameIndex frameIndex, Instant now)
    {
        PortState& port = m_ports[index];
        Frame& frame = m_pool.At(frameIndex);
        if (__builtin_expect((port.flags & PORT_DOWN) != 0, 0))
        {
            LoseAtDownPort(index, frameIndex, now);
            return;
        }
        Advance(index, port, now);
        const PortConfig& config = m_configs[port.config];
        const TrimQueue queue(port, config, m_pool);
        TrafficClass where = m_classes.Of(frame.dscp);
        const Verdict verdict = queue.Admit(frame, m_classes);
        if (__builtin_expect(verdict.kind != Verdict::Kind::QUEUED, 0))
        {
            if (!SettleVerdict(index, frameIndex, verdict, now))
            {
                return;
            }
            where = m_classes.Of(frame.dscp); // trimmed, it has another
        }
        if (port.free <= now)
        {
            StartService(index, port, config, frameIndex, frame, now);
        }
        else
        {
            queue.Push(frameIndex, frame, where);
        }
        if (__builtin_expect((port.flags & (PORT_EAGER | PORT_HOP_FOLLOWED | PORT_RETX_FIRST)) != 0,
                             0))
        {
            FinishEnqueue(index, port, frameIndex, now);
        }
    }

    /**
     * Fires a HotKind::ADMIT event.
     *
     * @param event the event
     * @return the frame when it has reached a NIC, which then owns it; otherwise NO_FRAME
     */
    FrameIndex Admit(HotEvent event)
    {
        const PortIndex index = event.arg;
        PortState& port = m_ports[index];
        const FrameIndex frameIndex = port.pipeHead;
        if (frameIndex == NO_FRAME || m_pool.At(frameIndex).at != event.at)
        {
            return NO_FRAME; // the frame that this event was for is gone
        }
        Frame& frame = m_pool.At(frameIndex);
        port.pipeHead = frame.next;
        PortCounters& counters = m_counters[index];
        ++counters.frames;
        counters.bytes += frame.size;
        if (frame.next != NO_FRAME)
        {
            // what the port has begun to send since can wait: it goes behind the next one
            ScheduleHead(index, frame.nextAt);
        }
        else
        {
            Advance(index, port, event.at);
        }
        const Instant arrival = event.at - m_configs[port.config].farLatency;
        counters.fingerprint = FoldFingerprint(counters.fingerprint, arrival, Fate::ARRIVED, frame);
        if (__builtin_expect((port.flags & (PORT_LOSSY | PORT_FAULTY)) != 0, 0) &&
            !SurvivesSlowPath(index, frameIndex, event.at))
        {
            return NO_FRAME;
        }
        if ((port.far & PortState::FAR_NIC) != 0)
        {
            return frameIndex;
        }
        const ForwardDecision decision = m_switches[port.far].Decide(frame, m_routes.data());
        if (__builtin_expect(decision.port == NO_PORT, 0))
        {
            Drop(index, frameIndex, decision.reason, event.at);
            return NO_FRAME;
        }
        Enqueue(decision.port, frameIndex, event.at);
        return NO_FRAME;
    }

    /** Fires a HotKind::SERVICE or HotKind::RX event of a watched port. */
    void FireWatched(HotEvent event);

    /**
     * Ends a frame with a reason: counts it, traces it and takes it back.
     *
     * @param port the link that it was on or the port that refused it
     * @param frame which
     * @param reason why
     * @param at when
     */
    void Drop(PortIndex port, FrameIndex frame, DropReason reason, Instant at);

    /**
     * Takes one direction of a link down; what is on it is lost.
     *
     * @param port the direction
     * @param reason what the lost frames get: LINK_DOWN or SWITCH_DOWN. With SWITCH_DOWN frames
     * that have arrived and are still inside the far switch are lost too
     * @param now the time
     */
    void TakeDown(PortIndex port, DropReason reason, Instant now);

    /** Lets one direction of a link carry frames again. */
    void BringUp(PortIndex port, Instant now);

    /**
     * Sets what faults take of one direction while its link looks up, from now on: of what leaves
     * the latency of the switch at the far end, as for an ErrorModel.
     */
    void SetHiddenLoss(PortIndex port, const HiddenLoss& loss);

    /** Sets who sees watched ports; once, before any port is watched. */
    void SetObserver(PortObserver* observer)
    {
        m_observer = observer;
    }

    /**
     * Starts or ends watching.
     *
     * @param port the port
     * @param flags PORT_WATCHED, PORT_RX_WATCHED and PORT_LOSSY in any combination, all others off
     * @param now the time
     */
    void Watch(PortIndex port, uint8_t flags, Instant now);

    /** Sets who hears of lost packets, and of what ports are marked for; null: nobody. */
    void SetFollower(PacketFollower* follower)
    {
        m_follower = follower;
    }

    /** @return who follows packets, null if nobody does */
    PacketFollower* Follower() const
    {
        return m_follower;
    }

    /**
     * Marks a port for the follower.
     *
     * @param port the port
     * @param flags PORT_FOLLOWED and PORT_HOP_FOLLOWED in any combination
     */
    void Follow(PortIndex port, uint8_t flags);

    /** @return a port's state, of which callers may read all and change nothing */
    const PortState& Port(PortIndex port) const
    {
        return m_ports[port];
    }

    /** @return the configuration that a port shares with others of its kind */
    const PortConfig& Config(PortIndex port) const
    {
        return m_configs[m_ports[port].config];
    }

    /**
     * Gives one port another configuration, in force from the next admission on.
     *
     * A frame that is on its way into the far switch, or inside it, leaves after the switch's new
     * latency, or at once if that is over; everything else on the link keeps its times.
     */
    void Configure(PortIndex port, const PortConfig& config, Instant now);

    /**
     * Has a user's own policy admit data at a port, before the first frame.
     *
     * @param port number of the port
     * @param policy null is a fatal error
     */
    void SetAdmission(PortIndex port, std::unique_ptr<AdmissionPolicy> policy);

    /** The same for marks. */
    void SetMarking(PortIndex port, std::unique_ptr<MarkingPolicy> policy);

    /** @return which ports have a user's own policy */
    const PortPolicies& Policies() const
    {
        return m_policies;
    }

    /** @return bytes that wait at a port in a class, now */
    uint32_t Backlog(PortIndex port, TrafficClass where, Instant now);

    /** @return how frames become bytes */
    const WireFormat& Format() const
    {
        return m_format;
    }

    /** @return what queues must have room for */
    const LargestFrames& Largest() const
    {
        return m_largest;
    }

    /** @return what a link has done */
    const PortCounters& Counters(PortIndex port) const
    {
        return m_counters[port];
    }

    /** @return how many directed ports there are */
    uint32_t PortCount() const
    {
        return m_ports.size();
    }

    /** @return frames that ended for this reason, in the whole fabric */
    uint64_t Drops(DropReason reason) const
    {
        return m_drops[static_cast<unsigned>(reason)];
    }

    /** @return frames that ended at one port for this reason */
    uint32_t DropsAt(PortIndex port, DropReason reason) const;

    /** @return the hash over what happened on all links, in link order */
    uint64_t Fingerprint() const;

    // Hints at what an ADMIT event will touch. Each needs what the one before it brought in. They
    // are always inlined: GCC deletes a call of a function that does nothing but prefetch.

    /** Hints the processor at a port. */
    __attribute__((always_inline)) void HintPort(PortIndex index) const
    {
        __builtin_prefetch(&m_ports[index], 1);
        __builtin_prefetch(&m_counters[index], 1);
    }

    /** Hints the processor at the first frame on a port's link. @return it, or any if none is */
    __attribute__((always_inline)) FrameIndex HintHead(PortIndex index)
    {
        const FrameIndex head = m_ports[index].pipeHead;
        const FrameIndex frame = head == NO_FRAME ? 0 : head;
        __builtin_prefetch(&m_pool.At(frame), 1);
        return frame;
    }

    /**
     * Hints the processor at the port by which a frame will leave a switch.
     *
     * @param in the link that it is on, to a switch
     * @param frame it
     * @return the port, or any if there is none
     */
    __attribute__((always_inline)) PortIndex HintOut(PortIndex in, FrameIndex frame)
    {
        const PortIndex out =
            m_switches[m_ports[in].far].Peek(m_pool.At(frame).destination, m_routes.data());
        const PortIndex valid = out == NO_PORT ? 0 : out;
        HintPort(valid);
        return valid;
    }

    /** Hints the processor at the frames that a port will link another one to. */
    __attribute__((always_inline)) void HintTails(PortIndex index)
    {
        const PortState& port = m_ports[index];
        __builtin_prefetch(&m_pool.At(port.pipeTail), 1);
        __builtin_prefetch(&m_pool.At(port.tail[TrafficClass::DATA]), 1);
        __builtin_prefetch(&m_pool.At(port.head[TrafficClass::DATA]), 1);
    }

    /** @return bytes of state that a running fabric touches: what decides whether Prefetch pays */
    std::size_t LiveBytes() const
    {
        return m_ports.size() * (sizeof(PortState) + sizeof(PortCounters)) +
               m_pool.Peak() * (sizeof(Frame) + sizeof(Datagram));
    }

  private:
    /** Decides all service that began up to now. */
    void Advance(PortIndex index, PortState& port, Instant now)
    {
        while (port.free <= now && port.IsBacklogged())
        {
            ServeNext(index, port);
        }
    }

    /** Takes the next frame of a backlogged port into service, at the moment the last one left. */
    void ServeNext(PortIndex index, PortState& port)
    {
        const PortConfig& config = m_configs[port.config];
        const TrimQueue queue(port, config, m_pool);
        const TrafficClass where = queue.Next();
        const FrameIndex frameIndex = queue.Pop(where);
        Frame& frame = m_pool.At(frameIndex);
        const uint32_t depth = port.bytes[TrafficClass::DATA];
        if (depth > config.marker.Minimum() && where == TrafficClass::DATA)
        {
            MarkAndServe(index, frameIndex, depth);
            return;
        }
        StartService(index, port, config, frameIndex, frame, port.free);
    }

    void StartService(PortIndex index,
                      PortState& port,
                      const PortConfig& config,
                      FrameIndex frameIndex,
                      Frame& frame,
                      Instant begin)
    {
        port.free = begin + config.rate.Serialize(frame.size + LINE_OVERHEAD_BYTES);
        frame.at = port.free + config.Flight();
        frame.next = NO_FRAME;
        if (port.pipeHead == NO_FRAME)
        {
            port.pipeHead = frameIndex;
            ScheduleHead(index, frame.at);
        }
        else
        {
            Frame& last = m_pool.At(port.pipeTail);
            last.next = frameIndex;
            // So Admit can schedule the next frame without touching its cache line.
            last.nextAt = frame.at;
        }
        port.pipeTail = frameIndex;
        if (__builtin_expect((port.flags & PORT_EAGER) != 0, 0))
        {
            WatchService(index, port, frameIndex, begin);
        }
    }

    /** Schedules the admission of a link's first frame, ties in the order of a seeded key
     * [arrival-ties]. */
    void ScheduleHead(PortIndex index, Instant at)
    {
        uint32_t key = (index * 0x9e3779b1U) ^ (m_counters[index].frames * 0x85ebca6bU) ^ m_tieSeed;
        key ^= key >> 15;
        key *= 0x2c1b3c6dU;
        key ^= key >> 13;
        m_kernel->Schedule(HotEvent{at, HotCode::KEY_ADMIT | (key >> 2), index});
    }

    /** Decides all service that began up to now, at any time: eager service goes on behind it. */
    void BringUpToDate(PortIndex index, Instant now);
    bool Mark(PortIndex index, FrameIndex frame, uint32_t depth);
    void MarkAndServe(PortIndex index, FrameIndex frame, uint32_t depth);
    bool SettleVerdict(PortIndex index, FrameIndex frame, Verdict verdict, Instant now);
    bool TrimNewest(PortIndex index, FrameIndex arriving, Instant now);
    void Trim(PortIndex index, FrameIndex frame, Instant now);
    void LoseAtDownPort(PortIndex index, FrameIndex frame, Instant now);
    bool SurvivesSlowPath(PortIndex index, FrameIndex frame, Instant now);
    bool SurvivesFaults(PortIndex index, FrameIndex frame, Instant now);
    void FinishEnqueue(PortIndex index, PortState& port, FrameIndex frame, Instant now);
    void TellEnqueued(PortIndex index, const PortState& port, FrameIndex frame, Instant now);
    void ScheduleIfFirst(PortIndex index, const PortState& port, FrameIndex frame);
    void PromoteRetransmission(PortState& port, FrameIndex frame);
    void NoteRetxFirst(PortState& port);
    void ScheduleService(PortIndex index, const PortState& port);
    void WatchService(PortIndex index, const PortState& port, FrameIndex frame, Instant begin);
    void LosePipe(PortIndex index, DropReason reason, Instant now);
    void LoseQueues(PortIndex index, DropReason reason, Instant now);
    void PassThroughBytes(FrameIndex frame);
    void ShiftAdmissions(PortIndex index, Span change, Instant now);

    FramePool m_pool;
    std::vector<PortState> m_ports;
    PortConfigTable m_configs;
    std::vector<PortCounters> m_counters;
    std::vector<UsidForwarder> m_switches;
    std::vector<PortIndex> m_routes;
    TrimQueue::Classes m_classes;
    WireFormat m_format;
    HotKernel* m_kernel{nullptr};
    KeyedDraws m_markDraws;
    KeyedDraws m_victimDraws;
    KeyedDraws m_lossDraws;
    uint32_t m_tieSeed;
    bool m_slow; //!< wire mode: every hop goes through bytes, and all ports have PORT_FAULTY
    PortObserver* m_observer{nullptr};
    PacketFollower* m_follower{nullptr};
    std::array<uint64_t, DROP_REASONS> m_drops{};
    LargestFrames m_largest;
    std::unordered_map<PortIndex, std::array<uint32_t, DROP_REASONS>> m_dropsAt;
    std::unordered_map<PortIndex, HiddenLoss> m_hiddenLoss; //!< of ports with PORT_FAULTY
    PortPolicies m_policies;                                //!< of a user
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_H */
