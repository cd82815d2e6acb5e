/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FLOW_FORESIGHT_H
#define MRC_FLOW_FORESIGHT_H

#include "mrc-trigger-graph.h"

#include "ns3/mrc-instant.h"
#include "ns3/mrc-pair-outlook.h"
#include "ns3/mrc-work-request.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A flow that will end. */
struct ComingEnd
{
    uint32_t transfer;       //!< of the flow
    Instant at;              //!< when its sender will be told
    CompletionStatus status; //!< the outcome
    bool isLast;             //!< whether the transfer has no flow behind this one
};

/**
 * Which flows of a workload will end, and which transfers will start then?
 *
 * Both are known a window ahead [several-threads]. Counters that the driver will read then are asked
 * for, so no thread stops for these reads. All stop for the end of the workload, as the run ends
 * then.
 */
class FlowForesight
{
  public:
    /** Gives both ends of the connection of a transfer. */
    using Pairs = std::function<PairOutlook(uint32_t transfer)>;

    /**
     * @param graph says which transfers start; must outlive this
     * @param flows of the workload
     * @param pairs finds connections
     */
    FlowForesight(TriggerGraph& graph, uint64_t flows, Pairs pairs);

    /** A flow will end. @param end when, and how */
    void End(const ComingEnd& end);

    /** A flow has ended. @param at when @param status how */
    void Ended(Instant at, CompletionStatus status);

    /**
     * The receiver of a transfer will hear that all is there.
     *
     * @param transfer which one
     * @param tick when, the beginning of a tick of ns-3
     */
    void Receive(uint32_t transfer, Instant tick);

    /**
     * Receivers of one tick hear in the order in which messages came.
     *
     * @param now the time
     * @return a transfer with a receiver that is to hear by now, once; none if there is none
     */
    std::optional<uint32_t> TakeDue(Instant now);

  private:
    void Foresee(const std::vector<TriggeredStart>& starts);
    void MeetFrom(Instant at);

    TriggerGraph& m_graph;
    uint64_t m_flows;
    Pairs m_pairs;
    bool m_meetsAll{false};                 //!< a flow fails: any end may be the last
    uint64_t m_good{0};                     //!< flows with a good end, over or known to come
    std::multiset<Instant> m_ends;          //!< known to come, good ones and bad ones
    std::multimap<Instant, uint32_t> m_due; //!< transfers with receivers that will hear then
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FLOW_FORESIGHT_H */
