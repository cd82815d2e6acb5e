/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOT_PATH_H
#define MRC_HOT_PATH_H

#include "mrc-hot-prefetch.h"
#include "mrc-nic-table.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hot-event.h"

#include <cstddef>

namespace ns3
{
namespace mrc
{

/**
 * The model that the kernel fires hot events at: sends each to the fabric or to the NICs.
 */
class HotPath
{
  public:
    /**
     * Live state of the fabric beyond which memory latency outweighs the cost of hints. With the
     * state of the queue pairs, which is twice as much, that state outgrows a cache of 1 to 2 MiB.
     */
    static constexpr std::size_t PREFETCH_FROM_BYTES = 1U << 20;

    /** Places for ends of queue pairs beyond which their own state outgrows such a cache, at 4 KiB
     * for each that is in use here. Places of other ranks, and of ends that never send, count too:
     * to leave them out, each transport would count its first uses. A hint that nobody needs costs
     * some instructions, and one that lacks a wait for memory. */
    static constexpr std::size_t PREFETCH_FROM_PAIRS = 512;

    /** @param fabric, nics their events are fired; must outlive this */
    HotPath(Fabric& fabric, NicTable& nics)
        : m_fabric(fabric),
          m_nics(nics),
          m_prefetch(fabric, nics.Store())
    {
    }

    /**
     * Fires one event. Inlined into the kernel's loops, whatever the compiler thinks of the
     * function's size.
     *
     * @param event to be fired
     * @param next most likely comes behind, with HotHints::NEXT; else null
     */
    __attribute__((always_inline)) void Fire(const HotEvent& event, const HotEvent* next)
    {
#ifdef MRC_CHECK_OWNERS // even a call that does nothing costs an instruction per hop
        const auto acting = m_fabric.Events().ActFor(event);
#endif
        // The key decides about rare events only, so the others do without.
        const Instant at = event.at;
        const uint32_t arg = event.arg;
        switch (HotCode::KindOf(arg))
        {
        case HotKind::ADMIT: {
            FrameIndex frame;
            if (next == nullptr)
            {
                frame = m_fabric.Events().Admit(arg, at);
            }
            else
            {
                // If no frame comes next, this link is hinted at: no other one is sure to be of
                // this thread.
                m_fabric.Events().Hints().Head(
                    HotCode::KindOf(next->arg) == HotKind::ADMIT ? next->arg : arg);
                frame = m_fabric.Events().AdmitWithHints(arg, at);
            }
            if (frame != NO_FRAME)
            {
                m_nics.Events().Receive(arg, frame, at);
            }
            break;
        }
        case HotKind::NIC_WAKE:
            m_nics.Events().Wake(HotCode::IndexOf(arg), at);
            break;
        default:
            FireApart(event);
            break;
        }
    }

    /**
     * @return batches for a large state. A small one is near: hints at the next frame, and at the
     * port by which a frame leaves, are all that pays. There is none where packets go by addresses
     */
    HotHints Hints() const
    {
        const FabricHints fabric = m_fabric.Events().Hints();
        if (fabric.LiveBytes() > PREFETCH_FROM_BYTES ||
            m_nics.Store().NextSlot() > PREFETCH_FROM_PAIRS)
        {
            return HotHints::BATCH;
        }
        return fabric.GoByUsids() ? HotHints::NEXT : HotHints::NONE;
    }

    /** Hints the processor at the memory that coming events will touch. */
    void Prefetch(const HotEvent* next, std::size_t count)
    {
        m_prefetch(next, count);
    }

  private:
    /** Fires an event of a port that is watched or has PFC, or of users. */
    __attribute__((noinline)) void FireApart(HotEvent event)
    {
        m_fabric.Events().FireWatched(event);
        if (event.key == HotCode::KEY_PAUSE || event.key == HotCode::KEY_USER)
        {
            m_nics.Events().FireRare(event);
        }
    }

    Fabric& m_fabric;
    NicTable& m_nics;
    HotPrefetch m_prefetch;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOT_PATH_H */
