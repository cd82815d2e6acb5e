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
        while (port.free <= now && port.IsBacklogged())
        {
            ServeNext(index, port);
        }
    }

    /** Advance of a port of a switch with PFC that has neither weights nor classes of data. */
    __attribute__((always_inline)) void AdvanceLossless(PortIndex index,
                                                        PortState& port,
                                                        Instant now) const
    {
        while (port.free <= now && port.IsBacklogged())
        {
            ServeLossless(index, port);
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
     * @param begin when the frame's first bit leaves
     */
    void Start(PortIndex index,
               PortState& port,
               const PortConfig& config,
               FrameIndex frameIndex,
               Instant begin) const
    {
        Frame& frame = m_state.pool.At(frameIndex);
        port.free = begin + config.rate.Serialize(frame.size + LINE_OVERHEAD_BYTES);
        if (__builtin_expect((port.flags & (PORT_EAGER | PORT_JITTERED | PORT_CUT | PORT_STAMPS)) !=
                                 0,
                             0))
        {
            // Two calls of Join: a test behind a common one would keep the flags in a register.
            if ((port.flags & (PORT_JITTERED | PORT_CUT)) != 0)
            {
                Fresh().StartApart(index, frameIndex, begin);
                return;
            }
            LinkPipe(m_state, index).Join(frameIndex, frame, port.free + config.Flight());
            Fresh().Tell(index, port, frameIndex, begin);
            return;
        }
        LinkPipe(m_state, index).Join(frameIndex, frame, port.free + config.Flight());
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
    /** Takes the next frame of a backlogged port into service, at the moment the last one left. */
    __attribute__((always_inline)) void ServeNext(PortIndex index, PortState& port) const
    {
        if (__builtin_expect((port.flags & (PORT_WEIGHTED | PORT_LOSSLESS | PORT_CLASSES)) != 0, 0))
        {
            Fresh().ServeApart(index);
            return;
        }
        const PortConfig& config = m_state.configs[port.config];
        const TrimQueue queue(port, config, m_state.pool);
        const TrafficClass where = queue.Next();
        const FrameIndex frameIndex = queue.Pop(where);
        const uint32_t depth = port.bytes[TrafficClass::DATA];
        if (depth > config.marker.Minimum() && where == TrafficClass::DATA)
        {
            Fresh().MarkAndServe(index, frameIndex, depth);
            return;
        }
        Start(index, port, config, frameIndex, port.free);
    }

    /** ServeNext of a port as AdvanceLossless has it. */
    __attribute__((always_inline)) void ServeLossless(PortIndex index, PortState& port) const
    {
        const PortConfig& config = m_state.configs[port.config];
        const TrimQueue queue(port, config, m_state.pool);
        const TrafficClass where = queue.Next();
        const FrameIndex frameIndex = queue.Pop(where);
        const Frame& frame = m_state.pool.At(frameIndex);
        if (where != TrafficClass::DATA || !m_state.classes.IsLossless(frame.dscp) ||
            !LosslessRoom(m_state).GiveAtOnce(port, frame))
        {
            Fresh().LeaveApart(index, frameIndex, where);
            return;
        }
        const uint32_t depth = port.bytes[TrafficClass::DATA];
        if (depth > config.marker.Minimum())
        {
            Fresh().MarkAndServe(index, frameIndex, depth);
            return;
        }
        Start(index, port, config, frameIndex, port.free);
    }

    void ServeApart(PortIndex index) const;
    void LeaveApart(PortIndex index, FrameIndex frame, TrafficClass where) const;
    TrafficClass NextByWeight(PortIndex index) const;
    void MarkAndServe(PortIndex index, FrameIndex frame, uint32_t depth) const;
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
