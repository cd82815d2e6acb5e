/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ASTRA-sim's network interface: its own if -I finds the header, else stand-ins with the calls of
// mrc-astra (doc/coming-from.rst).

#ifndef MRC_ASTRA_API_H
#define MRC_ASTRA_API_H

#include <cstdint>

#if __has_include("astra-sim/common/AstraNetworkAPI.hh")
#include "astra-sim/common/AstraNetworkAPI.hh"
using Api = AstraSim::AstraNetworkAPI;
using TimeSpec = AstraSim::timespec_t;
using Request = AstraSim::sim_request;
#else
// Stand-ins.
struct TimeSpec
{
    int time_res;
    long double time_val;
};

struct Request
{
};

class Api
{
  public:
    using Told = void (*)(void*);

    explicit Api(int)
    {
    }

    virtual ~Api() = default;
    virtual int sim_send(void*, uint64_t, int, int, int, Request*, Told, void*) = 0;
    virtual int sim_recv(void*, uint64_t, int, int, int, Request*, Told, void*) = 0;
    virtual void sim_schedule(TimeSpec, Told, void*) = 0;
    virtual TimeSpec sim_get_time() = 0;
};
#endif

#endif /* MRC_ASTRA_API_H */
