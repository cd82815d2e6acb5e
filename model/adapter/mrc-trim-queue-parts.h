/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRIM_QUEUE_PARTS_H
#define MRC_TRIM_QUEUE_PARTS_H

#include "mrc-trim-queue-disc.h"

#include "ns3/mrc-frame.h"
#include "ns3/mrc-shared-buffer.h"
#include "ns3/mrc-trim-queue.h"
#include "ns3/mrc-weighted-rounds.h"
#include "ns3/mrc-wred-profile.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The internal queue of data that goes before other data; those of the classes come first. */
constexpr std::size_t RETX_QUEUE = TRAFFIC_CLASSES;

/**
 * A port of the engine, of which each packet has a frame. TrimQueue decides about frames, and
 * ns-3's internal queues hold the packets in the same order.
 */
struct TrimQueueDisc::Parts
{
    /** @param given the limits @param plan the DSCPs */
    Parts(const PortConfig& given, const DscpPlan& plan)
        : config(given),
          classes(plan),
          retxDscp(plan.trimmableRetx)
    {
    }

    /** @return the queue that decides about frames */
    TrimQueue Queue()
    {
        return TrimQueue(port, config, pool);
    }

    /** @return whether only a packet waits that has come now, so that the line below is idle */
    bool IsIdle() const
    {
        const uint64_t bytes = uint64_t{port.bytes[TrafficClass::CONTROL]} +
                               port.bytes[TrafficClass::TRIMMED] + port.bytes[TrafficClass::DATA];
        return bytes == loneBytes && Simulator::Now() == loneSince;
    }

    /** @return the class that is served next */
    TrafficClass Next()
    {
        // As at a port, a packet that finds the line idle takes no class's turn.
        if (!weights.Any() || IsIdle())
        {
            return Queue().Next();
        }
        ByClass<uint32_t> sizes{};
        for (const TrafficClass where : ALL_CLASSES)
        {
            const FrameIndex first = port.head[where];
            sizes[where] = first == NO_FRAME ? 0 : pool.At(first).size;
        }
        return rounds.Next(weights, sizes);
    }

    /** @param arriving a packet @return bytes of data that go before the packet [ecn-mark-at] */
    uint32_t DepthBefore(const Frame& arriving)
    {
        if (!config.retxFirst || arriving.dscp != retxDscp)
        {
            return port.bytes[TrafficClass::DATA];
        }
        uint32_t depth = 0;
        for (FrameIndex i = port.head[TrafficClass::DATA]; i != NO_FRAME; i = pool.At(i).next)
        {
            depth += pool.At(i).dscp == retxDscp ? pool.At(i).size : 0;
        }
        return depth;
    }

    /** @return bytes of the shared buffer that all classes together hold */
    uint64_t Shared() const
    {
        uint64_t bytes = 0;
        for (const TrafficClass where : ALL_CLASSES)
        {
            bytes += shares[where].Shared(port.bytes[where]);
        }
        return bytes;
    }

    PortState port;                //!< the queues
    PortConfig config;             //!< their limits and marks
    TrimQueue::Classes classes;    //!< of DSCPs
    uint8_t retxDscp;              //!< of data that goes first, if any does
    FramePool pool;                //!< of the frames
    WredProfile wred;              //!< early drops
    ClassWeights weights;          //!< of the classes
    WeightedRounds rounds;         //!< the order of classes
    ByClass<BufferShare> shares{}; //!< of the shared buffer
    uint64_t held{0};              //!< bytes of the shared buffer
    uint64_t loneBytes{0};         //!< of the packet that last came when none waited
    Time loneSince;                //!< when that packet came
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRIM_QUEUE_PARTS_H */
