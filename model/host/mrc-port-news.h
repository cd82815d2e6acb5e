/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_NEWS_H
#define MRC_PORT_NEWS_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-retry-timer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which peers must a NIC still tell of the NIC's own ports, and when [port-news]?
 *
 * A NIC tells at once, and again each local ACK timeout as often as linear retries go. Then the NIC
 * tells at doubled intervals. Without an answer the NIC gives up, so that a simulation with a dead
 * peer comes to an end.
 */
class PortNews
{
  public:
    /** @param config of queue pairs: timeout and linear retries */
    explicit PortNews(const QpConfig& config);

    /** The ports have changed: this peer is to be told, and its earlier answers are old. */
    void Tell(uint32_t peer, Instant now);

    /** A peer shows that it is there: a peer that was given up is told again. */
    void Revive(uint32_t peer, Instant now);

    /** Takes a peer that is to be told now; the next try is counted from now. */
    std::optional<uint32_t> TakeDue(Instant now);

    /** @return whether a peer was told before and has not answered */
    bool IsRepeated(uint32_t peer) const
    {
        const auto found = m_pending.find(peer);
        return found != m_pending.end() && !found->second.ids.empty();
    }

    /**
     * A request was sent to a peer.
     *
     * @param peer number of the peer's NIC
     * @param id of the request
     */
    void OnSent(uint32_t peer, uint16_t id);

    /**
     * A peer answered.
     *
     * @param peer number of the peer's NIC
     * @param id of the request
     */
    void OnAnswer(uint32_t peer, uint16_t id);

    /** @return when somebody is to be told next */
    Instant NextDue() const;

  private:
    /** A peer that has not answered. */
    struct Pending
    {
        RetryTimer timer;
        Instant due;
        std::vector<uint16_t> ids; //!< of the requests that would be an answer to
    };

    QpConfig m_config;
    std::map<uint32_t, Pending> m_pending; //!< by peer
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_NEWS_H */
