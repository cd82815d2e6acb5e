/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The fabric and the traffic of mrc-clustermapper, and whether the right link was named.

#ifndef MRC_CLUSTERMAPPER_PARTS_H
#define MRC_CLUSTERMAPPER_PARTS_H

#include "mrc-clustermapper-table.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <string>
#include <vector>

const ns3::Time BEGIN = ns3::MilliSeconds(2); //!< of each fault
const ns3::Time END = ns3::MilliSeconds(32);  //!< of each run

/** @return 8 NICs on two T0s and four T1s, two planes */
inline ns3::mrc::TopologySpec
Fabric()
{
    ns3::mrc::TopologySpec spec;
    spec.name = "clustermapper";
    spec.nics = 8;
    spec.nicsPerT0 = 4;
    spec.t1Count = 4;
    spec.planes = 2;
    spec.nicLinkRate = spec.fabricLinkRate = 10000000000;
    return spec;
}

/** An incast of three to NIC 0, and a permutation: queues mark and trim all the time. */
inline void
PostTraffic(ns3::mrc::Network& network)
{
    const uint32_t nics = network.GetTopology().Spec().nics;
    for (uint32_t nic = 0; nic < nics; ++nic)
    {
        network.Connect(nic, (nic + nics / 2) % nics)->Write(1000000000);
    }
    for (const uint32_t nic : {1U, nics / 2 + 1, nics - 1})
    {
        network.Connect(nic, 0)->Write(1000000000);
    }
}

/** @return effects of faults as --fail has them, or a given one; an empty one: no fault */
inline std::vector<std::string>
EffectsOf(const std::string& given)
{
    if (!given.empty())
    {
        return {given};
    }
    return {"",
            "silent",
            "down",
            "loss=10%",
            "loss=3%",
            "loss=1%",
            "silent/flap=6ms/duty=20%/jitter=50%"};
}

/** Notes whether a verdict is right, and when. */
class Jury
{
  public:
    explicit Jury(const ns3::mrc::LoopLink& guilty)
        : m_guilty(guilty)
    {
    }

    void Hear(const ns3::mrc::LoopLink& link, bool bad)
    {
        m_wrong |= bad && !(link == m_guilty);
        if (bad && link == m_guilty && m_found.IsZero())
        {
            m_found = ns3::Simulator::Now();
        }
    }

    void AddTo(Score& score) const
    {
        ++score.runs;
        score.wrong += m_wrong;
        score.found += !m_found.IsZero();
        const ns3::Time took = m_found.IsZero() ? ns3::Time() : m_found - BEGIN;
        score.sum += took;
        score.latest = std::max(score.latest, took);
    }

  private:
    ns3::mrc::LoopLink m_guilty;
    bool m_wrong{false};
    ns3::Time m_found;
};

#endif /* MRC_CLUSTERMAPPER_PARTS_H */
