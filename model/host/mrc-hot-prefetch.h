/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOT_PREFETCH_H
#define MRC_HOT_PREFETCH_H

#include "mrc-nic-store.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-hinted-pair.h"
#include "ns3/mrc-hot-event.h"
#include "ns3/mrc-hot-kernel.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Brings in from memory the data that a batch of coming events will touch.
 *
 * The whole batch is gone through once for each link of the chain from an event to the last of
 * its cache lines. The misses of a batch so wait for memory side by side; single
 * events would wait one after the other.
 */
class HotPrefetch
{
  public:
    /** @param fabric, nics the owners of the state to fetch; must outlive this */
    HotPrefetch(Fabric& fabric, const NicStore& nics)
        : m_fabric(fabric),
          m_nics(nics)
    {
    }

    /**
     * @param next the coming events in order
     * @param count how many, at most HotKernel::PREFETCH_BATCH
     */
    void operator()(const HotEvent* next, std::size_t count);

  private:
    static constexpr std::size_t BATCH = HotKernel::PREFETCH_BATCH;

    /** A frame that is about to be admitted. */
    struct Hop
    {
        uint32_t place;   //!< far end of the frame's link, then the port by which the frame leaves,
                          //!< or the slot of the queue pair that gets the frame
        FrameIndex frame; //!< the frame
    };

    void Split(const HotEvent* next, std::size_t count);

    /** Inlined, since GCC deletes a call of a function that does nothing but prefetch. */
    __attribute__((always_inline)) static void HintNic(const NicState& state, bool hasMore)
    {
        __builtin_prefetch(&state, 1);
        if (hasMore)
        {
            // the NIC's other ports
            __builtin_prefetch(&state.idle[NicState::Hot::LINE_PORTS], 1);
        }
    }

    /** @return whether NICs have ports beyond their first line; asked once for a loop */
    bool HaveMorePorts() const
    {
        return m_nics.plan.planes > NicState::Hot::LINE_PORTS;
    }

    /** Has a queue pair that knows its memory hint at it. */
    void HintPair(SlotIndex slot, HintedPair::Part part, const Datagram* incoming) const
    {
        const QueuePairSlot& state = m_nics.slots[slot];
        if (state.hinted)
        {
            static_cast<const HintedPair&>(*state.pair).Prefetch(part, incoming);
        }
    }

    void HintFrames();
    void HintOuts();
    void HintTails();
    void HintPairs();
    void HintStates();
    void HintRecords();

    Fabric& m_fabric;
    const NicStore& m_nics;
    // An element is written always, and counted if it belongs: a branch would be mispredicted.
    std::size_t m_admissionCount{0};
    std::size_t m_wakeCount{0};
    std::size_t m_switchCount{0};
    std::size_t m_arrivalCount{0};
    PortIndex m_admissions[BATCH + 1];
    uint32_t m_wakes[BATCH + 1]; //!< NICs, then their queue pairs that are next to send
    Hop m_atSwitches[BATCH + 1];
    Hop m_atNics[BATCH + 1];
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOT_PREFETCH_H */
