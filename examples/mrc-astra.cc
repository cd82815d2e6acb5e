/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A ring all-reduce by the calls that ASTRA-sim's system layer makes, over a multi-plane fabric.
// ASTRA-sim's own class is taken if -I finds the header (doc/coming-from.rst).

#include "mrc-astra-api.h"
#include "mrc-astra-network.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

/** A rank of a ring, which knows nothing of the network but those calls. */
class RingRank
{
  public:
    RingRank(Api& api, int rank, int ranks, uint64_t bytes)
        : m_api(api),
          m_next((rank + 1) % ranks),
          m_before((rank + ranks - 1) % ranks),
          m_steps(2 * (ranks - 1)),
          m_part(bytes / ranks)
    {
    }

    void Start()
    {
        Request request;
        m_api.sim_recv(nullptr, m_part, 0, m_before, m_step, &request, &RingRank::Heard, this);
        m_api.sim_send(
            nullptr,
            m_part,
            0,
            m_next,
            m_step,
            &request,
            [](void*) {},
            nullptr);
    }

    double EndNs() const
    {
        return m_endNs;
    }

  private:
    static void Heard(void* rank)
    {
        auto* const self = static_cast<RingRank*>(rank);
        if (++self->m_step < self->m_steps)
        {
            self->Start();
            return;
        }
        self->m_endNs = static_cast<double>(self->m_api.sim_get_time().time_val);
    }

    Api& m_api;
    int m_next;
    int m_before;
    int m_steps;
    uint64_t m_part;
    int m_step{0};
    double m_endNs{0};
};

static int
Run(int argc, char* argv[])
{
    uint32_t ranks = 8;
    uint64_t bytes = 1 << 20;
    std::string preset = "clos-4x100g";
    mrc::ProgramOptions cmd(__FILE__);
    cmd.Usage("Sums in a ring by the calls of ASTRA-sim's network interface.");
    cmd.AddValue("ranks", "Ranks, each with a NIC", ranks, 2, 1024);
    cmd.AddValue("bytes", "Bytes of each rank's buffer", bytes, 1);
    cmd.AddValue("topology", "Name of a preset", preset);
    cmd.AddThreads();
    cmd.Parse(argc, argv);
    if (bytes < ranks)
    {
        throw std::invalid_argument("--bytes=" + std::to_string(bytes) +
                                    "; expected at least a byte for each of " +
                                    std::to_string(ranks) + " ranks");
    }

    mrc::FabricHelper fabric;
    fabric.SetTopology(mrc::PresetTopology(preset, ranks));
    Ptr<mrc::Network> network = fabric.Install();
    const mrc::FirstRankSpeaks speaker(*network);
    RankMessages messages(network);
    std::vector<std::unique_ptr<Api>> apis;
    std::vector<std::unique_ptr<RingRank>> ring;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        apis.push_back(std::make_unique<AstraNetwork<Api, TimeSpec, Request>>(rank, messages));
        ring.push_back(std::make_unique<RingRank>(*apis.back(), rank, ranks, bytes));
        TimeSpec now = apis.back()->sim_get_time();
        apis.back()->sim_schedule(
            now, // 0 ns: at once
            [](void* one) { static_cast<RingRank*>(one)->Start(); },
            ring.back().get());
    }
    Simulator::Run();
    mrc::TellSharing(*network); // of --threads=N
    double last = 0;
    for (const auto& rank : ring)
    {
        if (rank->EndNs() == 0)
        {
            throw std::runtime_error("a rank has not ended; expected all messages to arrive");
        }
        last = std::max(last, rank->EndNs());
    }
    std::cout << "ring of " << ranks << ": the last rank ended after " << last * 1e-3 << " us\n";
    Simulator::Destroy();
    return 0;
}

int
main(int argc, char* argv[])
{
    return mrc::RunProgram(argc, argv, Run);
}
