/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DATA_QUEUES_H
#define MRC_DATA_QUEUES_H

#include "mrc-data-classes.h"
#include "mrc-port-state.h"

#include "ns3/mrc-frame-pool.h"

#include <array>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The counts of one class of data at a port, as switches have them of each queue. */
struct DataClassCounters
{
    uint32_t trims{0};        //!< frames cut for want of room
    uint32_t trimsDropped{0}; //!< frames that were dropped since the cut ones had no room
    uint32_t drops{0};        //!< frames dropped for want of room, or by PFC's watchdog
    uint32_t wredDrops{0};    //!< frames dropped early
    uint32_t marks{0};        //!< frames that got CE
};

/**
 * Where does a frame of one of several classes of data wait at a port, and which class is served
 * next [data-classes]?
 *
 * All data of the port is one chain, class behind class. Code that walks or drops the data of a
 * port needs not know classes. Service is deficit round robin, as WeightedRounds has it.
 */
class DataQueues
{
  public:
    /** Bytes of a turn for each unit of weight. */
    static constexpr int32_t QUANTUM = 256;

    /** Frames that follow each other by Frame::next. */
    struct Chain
    {
        FrameIndex head{NO_FRAME}; //!< NO_FRAME: there are none
        FrameIndex tail{NO_FRAME}; //!< last of them
    };

    /** @return bytes of a class that wait, those that a pause holds too */
    uint32_t Bytes(unsigned which) const
    {
        return m_queues[which].bytes + m_queues[which].held;
    }

    /** @return the counts of a class, to read and to add to */
    DataClassCounters& Counters(unsigned which)
    {
        return m_counters[which];
    }

    /** @return the same, to read */
    const DataClassCounters& Counters(unsigned which) const
    {
        return m_counters[which];
    }

    /** Puts a frame behind those of its class. */
    void Push(PortState& port, FramePool& pool, FrameIndex frame, unsigned which);

    /**
     * Decides which class is next, unless that is decided and the class was not served since.
     *
     * @param port with waiting data
     * @param pool of the frames
     * @param plan the classes
     * @return the first frame of the class
     */
    FrameIndex Choose(const PortState& port, FramePool& pool, const DataClassPlan& plan);

    /**
     * Takes the first frame of the chosen class to the front of the port's data, from where
     * TrimQueue::Pop takes it.
     */
    void BringToFront(PortState& port, FramePool& pool);

    /** @return the last frame of a class; NO_FRAME: none waits in the port's data */
    FrameIndex Newest(unsigned which) const
    {
        return m_queues[which].bytes != 0 ? m_queues[which].tail : NO_FRAME;
    }

    /**
     * Takes the last frame out of a class that has one in the port's data; walks the class
     * [trim-victim].
     */
    void TakeNewest(PortState& port, FramePool& pool, unsigned which);

    /**
     * Has the last frame of a class go before the others of the class, but behind those of its own
     * code point [retx-class].
     */
    void Promote(PortState& port, FramePool& pool, unsigned which);

    /** @return bytes of a class that stand behind a frame of it */
    uint32_t Behind(FramePool& pool, FrameIndex frame, unsigned which) const;

    /**
     * Takes a class out of the port's data, so that service does not see it; the bytes of the port
     * stay [pfc-response].
     *
     * @return the frames of the class
     */
    Chain Hold(PortState& port, FramePool& pool, unsigned which);

    /** Counts a frame that waits outside the port's data, or with a negative size does no more. */
    void CountHeld(unsigned which, int32_t size)
    {
        m_queues[which].held += static_cast<uint32_t>(size);
    }

    /** All data of the port is gone; counts stay. */
    void Clear()
    {
        m_queues = {};
        m_turn = 0;
        m_chosen = NONE;
        m_begun = false;
    }

  private:
    struct Queue
    {
        FrameIndex tail{NO_FRAME}; //!< last frame; of a class without bytes any
        uint32_t bytes{0};         //!< waiting
        uint32_t held{0};          //!< waiting too, outside the port's data
        int32_t left{0};           //!< bytes of the turn
    };

    static constexpr uint8_t NONE = UINT8_MAX;

    FrameIndex Before(unsigned which) const;
    FrameIndex First(const PortState& port, FramePool& pool, unsigned which) const;

    std::array<Queue, DataClassPlan::MOST> m_queues{};
    std::array<DataClassCounters, DataClassPlan::MOST> m_counters{};
    uint8_t m_turn{0};
    uint8_t m_chosen{NONE};
    bool m_begun{false}; //!< whether the class has had the quantum of this turn
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_QUEUES_H */
