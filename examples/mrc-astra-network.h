/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A network backend for the system layer of ASTRA-sim. Nothing here is of ASTRA-sim: its class and
// its types are parameters of a template (doc/coming-from.rst).

#ifndef MRC_ASTRA_NETWORK_H
#define MRC_ASTRA_NETWORK_H

#include "mrc-rank-messages.h"

#include <cstdint>

/** One rank's side of a network, as ASTRA-sim's system layer calls it. */
template <class Api, class TimeSpec, class Request>
class AstraNetwork : public Api
{
  public:
    using Handler = void (*)(void*);

    /** @param rank of the workload @param messages of all ranks, which outlive this */
    AstraNetwork(int rank, RankMessages& messages)
        : Api(rank),
          m_rank(static_cast<uint32_t>(rank)),
          m_messages(messages)
    {
    }

    int sim_send(void*, uint64_t bytes, int, int to, int tag, Request*, Handler sent, void* arg)
        override
    {
        m_messages.Send(m_rank, to, tag, bytes, [sent, arg] { sent(arg); });
        return 0;
    }

    int sim_recv(void*, uint64_t bytes, int, int from, int tag, Request*, Handler there, void* arg)
        override
    {
        m_messages.Receive(m_rank, from, tag, bytes, [there, arg] { there(arg); });
        return 0;
    }

    void sim_schedule(TimeSpec delta, Handler handler, void* arg) override
    {
        constexpr double NANOSECONDS[] = {1e9, 1e6, 1e3, 1, 1e-6}; // of s, ms, us, ns and fs
        const auto ns = static_cast<double>(delta.time_val) * NANOSECONDS[delta.time_res];
        ns3::Simulator::Schedule(ns3::NanoSeconds(static_cast<int64_t>(ns)),
                                 [handler, arg] { handler(arg); });
    }

    TimeSpec sim_get_time() override
    {
        TimeSpec now;
        now.time_res = static_cast<decltype(now.time_res)>(3); // ns, as above
        now.time_val = ns3::Simulator::Now().GetNanoSeconds();
        return now;
    }

  private:
    uint32_t m_rank;
    RankMessages& m_messages;
};

#endif /* MRC_ASTRA_NETWORK_H */
