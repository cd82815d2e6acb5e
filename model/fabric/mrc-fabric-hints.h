/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_HINTS_H
#define MRC_FABRIC_HINTS_H

#include "mrc-fabric-state.h"

#include <cstddef>

namespace ns3
{
namespace mrc
{

/**
 * Which parts of a fabric's state will a coming admission touch? A view of that state, for the
 * processor's caches.
 *
 * Each hint needs the memory that the hint before brought in. Hints are always inlined: GCC deletes
 * a call of a function that does nothing but prefetch.
 */
class FabricHints
{
  public:
    /** @param state the fabric's; must outlive this */
    explicit FabricHints(FabricState& state)
        : m_state(state)
    {
    }

    /** Hints at both ends of the link of a port. */
    __attribute__((always_inline)) void Port(PortIndex index) const
    {
        __builtin_prefetch(&m_state.ports[index], 1);
        __builtin_prefetch(&m_state.links[index], 1);
    }

    /** Hints at the first frame on a port's link. @return the frame, or any if there is none */
    __attribute__((always_inline)) FrameIndex Head(PortIndex index) const
    {
        // NO_FRAME becomes the last place of the pool, which may be read: there is room for it.
        static_assert((FramePool::CAPACITY & (FramePool::CAPACITY - 1)) == 0,
                      "a mask of it is one");
        const FrameIndex frame = m_state.links[index].pipeHead;
        __builtin_prefetch(&m_state.pool.AtOrNone(frame), 1);
        return frame & (FramePool::CAPACITY - 1);
    }

    /** Hints at the datagram of a frame, if there is one. */
    __attribute__((always_inline)) void DatagramOf(FrameIndex frame) const
    {
        __builtin_prefetch(&m_state.pool.DatagramAt(frame & (FramePool::CAPACITY - 1)), 1);
    }

    /**
     * Hints at the port by which a frame will leave a switch.
     *
     * @param in the link that the frame is on, to a switch
     * @param frame the frame
     * @return the port, or any if there is none
     */
    __attribute__((always_inline)) PortIndex Out(PortIndex in, FrameIndex frame) const
    {
        return OutOf(m_state.links[in].far, frame);
    }

    /**
     * As Out.
     *
     * @param far LinkState::far of that link, which need not be read again
     * @param frame the frame
     * @return the port, or any if there is none
     */
    __attribute__((always_inline)) PortIndex OutOf(uint32_t far, FrameIndex frame) const
    {
        const UsidForwarder& forwarder = m_state.switches[far & LinkState::NUMBER];
        const PortIndex out =
            forwarder.Peek(m_state.pool.At(frame).destination, m_state.routes.data());
        __builtin_prefetch(&m_state.ports[out], 1);
        return out;
    }

    /** Hints at the frames that a port will send next: an index of none is to no effect. */
    __attribute__((always_inline)) void Heads(PortIndex index) const
    {
        const PortState& port = m_state.ports[index];
        __builtin_prefetch(&m_state.pool.At(port.head[TrafficClass::CONTROL]), 1);
        __builtin_prefetch(&m_state.pool.At(port.head[TrafficClass::DATA]), 1);
    }

    /** Hints at the frames that a port will link another one to. */
    __attribute__((always_inline)) void Tails(PortIndex index) const
    {
        const PortState& port = m_state.ports[index];
        __builtin_prefetch(&m_state.pool.At(port.last), 1); // to no effect where that is in doubt
        __builtin_prefetch(&m_state.pool.At(port.tail[TrafficClass::DATA]), 1);
    }

    /** @return whether packets go by uSIDs, and not by their addresses */
    bool GoByUsids() const
    {
        return m_state.hashing.empty() && m_state.routed.byNumber.empty();
    }

    /** @return bytes of state that a running fabric touches: they decide whether hints pay */
    std::size_t LiveBytes() const
    {
        return m_state.ports.size() * (sizeof(PortState) + sizeof(LinkState)) +
               m_state.pool.Peak() * (sizeof(Frame) + sizeof(Datagram));
    }

  private:
    FabricState& m_state;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_HINTS_H */
