/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CALLS_SHARD_H
#define CALLS_SHARD_H

#include "../host/own-loop.h"

#include "ns3/mrc-window-crew.h"

#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** A loop that lets a crew fire its hot events. */
class CrewLoop : public OwnLoop
{
  public:
    bool TakesCrew() const override
    {
        return true;
    }
};

/** A shard that has calls and no events. */
class CallsShard : public WindowShard
{
  public:
    CallsShard(HotHost& simulator, std::vector<WindowCall> calls)
        : m_host(simulator),
          m_calls(std::move(calls))
    {
    }

    ShardHost& Host() override
    {
        return m_host;
    }

    Instant Next() const override
    {
        return Instant::Never();
    }

    Instant NextMeeting() override
    {
        return Instant::Never();
    }

    HotEvent Failed() const override
    {
        return {};
    }

    std::vector<WindowCall>& Calls() override
    {
        return m_calls;
    }

    void SetTelling(bool) override
    {
    }

    void Fill(unsigned) override
    {
    }

    void Take(unsigned) override
    {
    }

    void Run(Instant) override
    {
    }

  private:
    ShardHost m_host;
    std::vector<WindowCall> m_calls;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* CALLS_SHARD_H */
