/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LATE_PACKETS_H
#define MRC_LATE_PACKETS_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-qp.h"
#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

class RankLink;

/** Two NICs, of which the first one sends, and a stretch of time: what is asked about. */
struct PairTime
{
    uint32_t source;      //!< number of the NIC that sends
    uint32_t destination; //!< number of the NIC that receives
    Instant from;         //!< begin of the stretch
    Instant until;        //!< end of the stretch, which belongs to it
};

/**
 * Which packets were sent again, and which EVs were out of use, when [late-transfer]?
 *
 * Listens to queue pairs for as long as it exists, and keeps some 32 bytes of each such event.
 */
class LatePackets
{
  public:
    LatePackets();
    ~LatePackets();

    LatePackets(const LatePackets&) = delete;
    LatePackets& operator=(const LatePackets&) = delete;

    /**
     * Listens to these queue pairs too.
     *
     * @param qps the ends that post
     */
    void Watch(const std::vector<Ptr<Qp>>& qps);

    /**
     * Each of several ranks hears of its own queue pairs. All of them call this behind the run, and
     * know all events then.
     *
     * @param link to the other ranks
     */
    void Gather(RankLink& link);

    /**
     * @param when two NICs and a time
     * @return the packets that queue pairs of these NICs sent again in that time
     */
    std::vector<Retransmission> SentAgain(const PairTime& when) const;

    /**
     * @param when two NICs and a time
     * @return the EVs of their queue pairs that were assumed bad at some moment of that time
     */
    std::vector<Ev> BadEvs(const PairTime& when) const;

    /**
     * @param source number of the NIC that posts
     * @param destination number of the other NIC
     * @return the queue pairs from one NIC to the other that this object listens to
     */
    std::vector<Ptr<Qp>> QueuePairs(uint32_t source, uint32_t destination) const;

  private:
    class Log;

    const std::vector<std::unique_ptr<Log>>& LogsOf(uint32_t source, uint32_t destination) const;

    std::map<std::pair<uint32_t, uint32_t>, std::vector<std::unique_ptr<Log>>> m_logs;
    bool m_isGathered{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LATE_PACKETS_H */
