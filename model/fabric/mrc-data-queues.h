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

    /** @return bytes of a class that wait */
    uint32_t Bytes(unsigned which) const
    {
        return m_queues[which].bytes;
    }

    /** Puts a frame behind those of its class. */
    void Push(PortState& port, FramePool& pool, FrameIndex frame, unsigned which);

    /**
     * Decides which class is next, unless that is decided and the class was not served since.
     *
     * @param port with waiting data
     * @param pool of the frames
     * @param plan the classes
     * @return number of the class
     */
    unsigned Choose(const PortState& port, FramePool& pool, const DataClassPlan& plan);

    /** @return the first frame of a class that has some */
    FrameIndex First(const PortState& port, FramePool& pool, unsigned which) const;

    /**
     * Takes the first frame of the chosen class to the front of the port's data, from where
     * TrimQueue::Pop takes it.
     */
    void BringToFront(PortState& port, FramePool& pool);

    /** All data of the port is gone. */
    void Clear()
    {
        *this = DataQueues();
    }

  private:
    struct Queue
    {
        FrameIndex tail{NO_FRAME}; //!< last frame; of a class without bytes any
        uint32_t bytes{0};         //!< waiting
        int32_t left{0};           //!< bytes of the turn
    };

    static constexpr unsigned NONE = UINT8_MAX;

    FrameIndex Before(unsigned which) const;

    std::array<Queue, DataClassPlan::MOST> m_queues{};
    uint8_t m_turn{0};
    uint8_t m_chosen{NONE};
    bool m_begun{false}; //!< whether the class has had the quantum of this turn
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DATA_QUEUES_H */
