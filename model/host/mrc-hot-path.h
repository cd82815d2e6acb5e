/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOT_PATH_H
#define MRC_HOT_PATH_H

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
    /** Live state beyond which memory latency outweighs the cost of hints. */
    static constexpr std::size_t PREFETCH_FROM_BYTES = 8U << 20;

    HotPath(Fabric& fabric, NicTable& nics)
        : m_fabric(fabric),
          m_nics(nics)
    {
    }

    /** Fires one event. */
    void Fire(HotEvent event)
    {
        switch (HotCode::KindOf(event.arg))
        {
        case HotKind::ADMIT: {
            const FrameIndex frame = m_fabric.Admit(event);
            if (frame != NO_FRAME)
            {
                m_nics.Receive(event.arg, frame, event.at);
            }
            break;
        }
        case HotKind::NIC_WAKE:
            m_nics.Wake(event);
            break;
        default:
            m_fabric.FireWatched(event);
            break;
        }
    }

    /** @return whether the state is so large that Prefetch pays */
    bool WantsPrefetch() const
    {
        return m_fabric.LiveBytes() > PREFETCH_FROM_BYTES;
    }

    /** Hints the processor at what the coming events will touch. */
    __attribute__((always_inline)) inline void Prefetch(const HotEvent* next, std::size_t count)
    {
        m_fabric.Prefetch(next, count);
        using Stage = NicTable::PrefetchStage;
        PrefetchNic(next, count, 9, Stage::NIC);
        PrefetchNic(next, count, 7, Stage::SLOT);
        PrefetchNic(next, count, 5, Stage::PAIR);
        PrefetchNic(next, count, 3, Stage::STATE);
    }

  private:
    /** Hints at what the event at a distance will touch at a NIC. */
    __attribute__((always_inline)) inline void PrefetchNic(const HotEvent* next,
                                                           std::size_t count,
                                                           std::size_t distance,
                                                           NicTable::PrefetchStage stage) const
    {
        if (count <= distance)
        {
            return;
        }
        const uint32_t arg = next[distance].arg;
        if (HotCode::KindOf(arg) == HotKind::NIC_WAKE)
        {
            m_nics.PrefetchWake(HotCode::IndexOf(arg), stage);
        }
        else if (HotCode::KindOf(arg) == HotKind::ADMIT)
        {
            m_nics.PrefetchArrival(arg, stage);
        }
    }

    Fabric& m_fabric;
    NicTable& m_nics;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOT_PATH_H */
