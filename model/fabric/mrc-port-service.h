/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_SERVICE_H
#define MRC_PORT_SERVICE_H

#include "mrc-fabric-state.h"
#include "mrc-link-pipe.h"
#include "mrc-lossless-room.h"

namespace ns3
{
namespace mrc
{

/**
 * Which frame leaves a port when? A view of the fabric's state.
 *
 * Service is lazy: a port is brought up to now at every touch and then decides, exactly, which
 * service began in the past. Watched ports have a second event, at each end of a transmission, and
 * the same results. So have all ports of a switch that has paused a sender: a frame that leaves may
 * end the pause.
 */
class PortService
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit PortService(FabricState& state)
        : m_state(state)
    {
    }

    /**
     * Decides all service that began up to now. Inlined like ServeNext, since the compiler weighs
     * both by how often a file has them, not by how often a hop does.
     */
    __attribute__((always_inline)) void Advance(PortIndex index, PortState& port, Instant now) const
    {
        // asked apart: what the loop keeps in registers is set up where it runs at all
        if (port.free <= now && port.IsBacklogged())
        {
            do
            {
                ServeNext(index, port, now);
            } while (port.free <= now && port.IsBacklogged());
        }
    }

    /** Advance of a port of a switch with PFC that has neither weights nor classes of data. */
    __attribute__((always_inline)) void AdvanceLossless(PortIndex index,
                                                        PortState& port,
                                                        Instant now) const
    {
        while (port.free <= now && port.IsBacklogged())
        {
            ServeLossless(index, port, now);
        }
    }

    /**
     * As Advance, but at any time, not only at a touch by a frame: a port with events gets its next
     * event too.
     */
    void BringUpToDate(PortIndex index, Instant now) const;

    /**
     * Sends a frame of a port with a free line.
     *
     * @param index the port
     * @param port the state of the port
     * @param config the configuration of the port
     * @param frameIndex the frame, which is in no queue
     * @param now the time: the frame's first bit leaves
     */
    __attribute__((always_inline)) void Start(PortIndex index,
                                              PortState& port,
                                              const PortConfig& config,
                                              FrameIndex frameIndex,
                                              Instant now) const
    {
        Leave(index, port, config, {frameIndex, now, now});
    }

    /** @return whether each end of a transmission of a port is an event */
    bool GoesByEvents(PortIndex index, const PortState& port) const
    {
        // A port towards another shard gets no touch by a frame that arrives there.
        return (port.flags & PORT_EAGER) != 0 ||
               ((port.flags & PORT_LOSSLESS) != 0 &&
                ((port.flags & PORT_CUT) != 0 || m_state.pauses.HasStopped(index)));
    }

    /** Has the next service of a port begin by an event, not at the next touch. */
    void Schedule(PortIndex index, const PortState& port) const;

    /**
     * Fires a HotKind::SERVICE event of a port: its transmission ends unless that has ended before.
     */
    void Fire(PortIndex index, Instant now) const;

    /**
     * Marks a data frame by its port's marker, if the frame can carry a mark [ecn-marking].
     *
     * @param index the port
     * @param frame the frame
     * @param depth bytes that the marker goes by
     * @param when the instant of the decision
     * @return whether the frame has got CE
     */
    bool Mark(PortIndex index, FrameIndex frame, uint32_t depth, Instant when) const;

  private:
    /** A frame leaves its port. */
    struct Departure
    {
        FrameIndex frame; //!< which one
        Instant begin;    //!< when the frame's first bit leaves
        Instant now;      //!< the time, at which that is decided
    };

    __attribute__((always_inline)) void Leave(PortIndex index,
                                              PortState& port,
                                              const PortConfig& config,
                                              const Departure& one) const
    {
        const Instant before = port.free;
        port.free = one.begin +
                    config.rate.Serialize(m_state.pool.At(one.frame).size + LINE_OVERHEAD_BYTES);
        if (__builtin_expect((port.flags & (PORT_EAGER | PORT_JITTERED | PORT_CUT | PORT_STAMPS)) !=
                                 0,
                             0))
        {
            // Two calls of Enter: a test behind a common one would keep the flags in a register.
            if ((port.flags & (PORT_JITTERED | PORT_CUT)) != 0)
            {
                Fresh().StartApart(index, one.frame, one.begin);
                return;
            }
            Enter(index, port, config.Flight(), {one.frame, before, one.now});
            Fresh().Tell(index, port, one.frame, one.begin);
            return;
        }
        Enter(index, port, config.Flight(), {one.frame, before, one.now});
    }

    /** A frame that has its time on the line, behind another one. */
    struct Newcomer
    {
        FrameIndex frame; //!< which one
        Instant before;   //!< when the frame before has left
        Instant now;      //!< the time
    };

    /**
     * Puts a frame on a link that ends in this shard. While the frame before is on its way, which
     * its times tell, the link's end needs no look: that is a cache line.
     */
    __attribute__((always_inline)) void Enter(PortIndex index,
                                              PortState& port,
                                              Span flight,
                                              const Newcomer& one) const
    {
        const Instant at = port.free + flight;
        Frame& frame = m_state.pool.At(one.frame);
        frame.at = at;
        frame.next = NO_FRAME;
        if (port.last < PortState::UNSURE && one.before + flight > one.now)
        {
            LinkPipe::Follow(m_state.pool, port.last, one.frame, at);
        }
        else
        {
            LinkPipe(m_state, index).EnterBehind(port.last & ~PortState::UNSURE, one.frame, at);
        }
        port.last = one.frame;
    }

    /** Takes the next frame of a backlogged port into service, at the moment the last one left. */
    __attribute__((always_inline)) void ServeNext(PortIndex index,
                                                  PortState& port,
                                                  Instant now) const
    {
        if (__builtin_expect((port.flags & (PORT_WEIGHTED | PORT_LOSSLESS | PORT_CLASSES)) != 0, 0))
        {
            Fresh().ServeApart(index, now);
            return;
        }
        const PortConfig& config = m_state.configs[port.config];
        const TrimQueue queue(port, config, m_state.pool);
        const TrafficClass where = queue.Next();
        const FrameIndex frameIndex = queue.Pop(where);
        const Instant begin = port.free;
        const uint32_t depth = port.bytes[TrafficClass::DATA];
        if (depth > config.marker.Minimum() && where == TrafficClass::DATA)
        {
            Fresh().MarkAndServe(index, frameIndex, depth, now);
            return;
        }
        Leave(index, port, config, {frameIndex, begin, now});
    }

    /** ServeNext of a port as AdvanceLossless has it. */
    __attribute__((always_inline)) void ServeLossless(PortIndex index,
                                                      PortState& port,
                                                      Instant now) const
    {
        const PortConfig& config = m_state.configs[port.config];
        const TrimQueue queue(port, config, m_state.pool);
        const TrafficClass where = queue.Next();
        const FrameIndex frameIndex = queue.Pop(where);
        const Frame& frame = m_state.pool.At(frameIndex);
        if (where != TrafficClass::DATA || !m_state.classes.IsLossless(frame.dscp) ||
            !LosslessRoom(m_state).GiveAtOnce(port, frame))
        {
            Fresh().LeaveApart(index, frameIndex, where, now);
            return;
        }
        const uint32_t depth = port.bytes[TrafficClass::DATA];
        if (depth > config.marker.Minimum())
        {
            Fresh().MarkAndServe(index, frameIndex, depth, now);
            return;
        }
        Leave(index, port, config, {frameIndex, port.free, now});
    }

    void ServeApart(PortIndex index, Instant now) const;
    void LeaveApart(PortIndex index, FrameIndex frame, TrafficClass where, Instant now) const;
    TrafficClass NextByWeight(PortIndex index) const;
    void MarkAndServe(PortIndex index, FrameIndex frame, uint32_t depth, Instant now) const;
    void StartApart(PortIndex index, FrameIndex frame, Instant begin) const;
    Instant LateArrival(PortIndex index, Instant begin) const;
    void Stamp(PortIndex index, FrameIndex frame, Instant begin) const;
    void Tell(PortIndex index, const PortState& port, FrameIndex frame, Instant begin) const;

    /** @return this view, for a call that is not inlined: the hop then stores none in memory */
    PortService Fresh() const
    {
        return PortService(m_state);
    }

    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_SERVICE_H */
