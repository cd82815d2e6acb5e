/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_BYTES_H
#define RANK_BYTES_H

// What a rank keeps of NICs and queue pairs, its own ones and those of other ranks, in bytes.

#include "../mrc-allocated-bytes.h"
#include "rank-scene.h"

#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <sstream>

namespace ns3
{
namespace mrc
{

/** Bytes of the latest things that were made. */
class MadeBytes
{
  public:
    /** @return bytes of each, since the last call. @param count how many were made */
    double Each(uint32_t count)
    {
        const uint64_t before = m_now;
        m_now = test::AllocatedBytes();
        return static_cast<double>(m_now - before) / count;
    }

  private:
    uint64_t m_now{test::AllocatedBytes()};
};

/** Makes connections between NICs that are neighbours, or of two ranks, and says what they take. */
inline int
TellBytes(const Share& share, uint32_t nics)
{
    TopologySpec spec;
    spec.nics = nics;
    spec.nicsPerT0 = 16;
    spec.t1Count = 16;
    spec.planes = 8;
    spec.nicLinkRate = 100'000'000'000;
    spec.fabricLinkRate = spec.nicLinkRate;
    FabricHelper helper;
    helper.SetTopology(spec);
    helper.SetFabricAttribute("Ranks", UintegerValue(share.ranks));
    helper.SetFabricAttribute("Threads", UintegerValue(share.threads));
    helper.SetFabricAttribute("Faces", StringValue("Named"));
    MadeBytes made;
    Ptr<Network> network = helper.Install();
    std::ostringstream words;
    words << std::fixed;
    words << "fabric " << made.Each(1);
    const auto connect = [&network](uint32_t from, uint32_t to) {
        // As many as there are: lists that grow double once for each kind.
        for (uint32_t more = std::max<uint32_t>(4096, network->GetQueuePairs().size()); more > 0;
             --more)
        {
            network->Connect(from, to);
        }
        return static_cast<uint32_t>(network->GetQueuePairs().size());
    };
    made.Each(connect(0, 1));
    words << ", first " << made.Each(connect(0, 1) / 2);
    words << ", across " << made.Each(connect(0, nics - 1) / 2);
    words << ", last " << made.Each(connect(nics - 2, nics - 1) / 2);
    const bool isFirst = IsFirstRank(*network);
    network = nullptr;
    Simulator::Destroy();
    std::cerr << (isFirst ? "first rank: " : "other rank: ") + words.str() + "\n";
    return test::AllocatedBytes() == 0 ? 77 : 0; // 77: the allocator does not count
}

} // namespace mrc
} // namespace ns3

#endif /* RANK_BYTES_H */
