/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SOAK_PORTRAIT_H
#define MRC_SOAK_PORTRAIT_H

#include "ns3/mrc-qp.h"
#include "ns3/mrc-topology-spec.h"

#include <deque>
#include <ostream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace soak
{

/**
 * Watches a queue pair that sends, so that a report can say the state of the pair in the end.
 *
 * Watching changes nothing for the pair.
 */
class QpWatch
{
  public:
    /** @param qp the queue pair */
    explicit QpWatch(Ptr<Qp> qp);

    QpWatch(const QpWatch&) = delete;
    QpWatch& operator=(const QpWatch&) = delete;

    /**
     * @param spec the fabric of the pair
     * @return counters of both ends, window, bytes in flight and the latest news. Of each plane the
     *         text tells how many EVs of each uplink are usable or not: `+5` five usable, `-3`
     *         three assumed bad
     */
    std::string Portrait(const TopologySpec& spec) const;

  private:
    void Log(const std::string& line);
    void WriteCounters(std::ostream& out) const;
    void WriteEnds(std::ostream& out) const;
    void WriteEvs(std::ostream& out, const TopologySpec& spec) const;

    Ptr<Qp> m_qp;
    uint64_t m_window{0};
    uint64_t m_inFlight{0};
    Instant m_sack;                //!< the latest that measured a round trip
    Instant m_resent;              //!< when a packet was sent again last
    std::deque<std::string> m_log; //!< of EVs and ports, those that changed last
};

} // namespace soak
} // namespace mrc
} // namespace ns3

#endif /* MRC_SOAK_PORTRAIT_H */
