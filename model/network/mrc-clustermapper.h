/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CLUSTERMAPPER_H
#define MRC_CLUSTERMAPPER_H

#include "mrc-network.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

struct LoopLink;
struct LoopResult;

/** The action of a Clustermapper on a link that it calls bad. */
enum class ClustermapperUse : uint8_t
{
    DENY,  //!< the denylist gets an entry until the link is good again
    WATCH, //!< nothing but to tell
};

/** How a Clustermapper works. */
struct ClustermapperConfig
{
    Time period{MilliSeconds(1)};      //!< a round, above 0 [clustermapper-verdicts]
    Time reportDelay{MilliSeconds(1)}; //!< from an agent to the judge [clustermapper-verdicts]
    uint32_t window{200};              //!< rounds that count
    uint32_t losses{3};                //!< lost loops in them that make a link bad
    uint32_t sharers{2};               //!< NICs with a loop over each uplink in each round
    ClustermapperUse use{ClustermapperUse::DENY}; //!< of bad links

    /** Hears that a link is bad, or no longer; may be empty. */
    std::function<void(const LoopLink& link, bool bad)> verdict{};

    /** Hears an agent's reports, at the same time as the judge; may be empty. */
    std::function<void(uint32_t nic, const std::vector<LoopResult>& results)> report{};
};

/**
 * Agents on all NICs send packets round every link of the fabric. A judge tells from their reports
 * which link is bad [clustermapper-verdicts].
 *
 * The rounds go on as long as the Clustermapper lives: a program ends its run by Simulator::Stop.
 */
class Clustermapper
{
  public:
    /**
     * @param network must outlive this; with EVs of format Srv6
     * @param config rounds, limits and actions
     * @throws std::invalid_argument naming the impossible value
     */
    Clustermapper(Ptr<Network> network, const ClustermapperConfig& config);
    ~Clustermapper();

    Clustermapper(const Clustermapper&) = delete;
    Clustermapper& operator=(const Clustermapper&) = delete;

  private:
    class Rounds;

    std::unique_ptr<Rounds> m_rounds;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CLUSTERMAPPER_H */
