/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_DEAF_PAIR_H
#define MRC_TEST_DEAF_PAIR_H

#include "ns3/mrc-flow-driver.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{
namespace test
{

/** A queue pair that completes nothing, and counts Writes. */
class DeafPair : public Requestor
{
  public:
    uint64_t Write(uint64_t) override
    {
        return writes++;
    }

    Instant Now() const override
    {
        return Instant(Simulator::Now().GetPicoSeconds());
    }

    const QueuePairCounters& Counters() const override
    {
        return m_counters;
    }

    const QueuePairCounters& PeerCounters() const override
    {
        return m_counters;
    }

    void Tell(RequestorListener&) override
    {
    }

    void Forget(RequestorListener&) override
    {
    }

    uint64_t writes{0};

  private:
    QueuePairCounters m_counters;
};

/** Hears nothing of a workload. */
class DeafObserver : public FlowObserver
{
  public:
    void FlowEnded(const FlowRecord&) override
    {
    }

    void WorkloadEnded() override
    {
    }
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_DEAF_PAIR_H */
