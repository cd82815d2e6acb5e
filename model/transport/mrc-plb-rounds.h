/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PLB_ROUNDS_H
#define MRC_PLB_ROUNDS_H

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The settings of PLB; the defaults are those of Linux's tcp_plb_* settings. */
struct PlbConfig
{
    double congestedShare{0.5};     //!< of marks that makes a round congested (cong_thresh 128/256)
    uint32_t rehashRounds{12};      //!< congested rounds in a row after which a flow leaves
    uint32_t idleRehashRounds{3};   //!< the same for a flow that has nothing under way
    Span suspend{Micros(60000000)}; //!< after a loss, times 1 to 2: no re-hash (suspend_rto_sec)
    Span round{Micros(20)};         //!< how long marks are counted; own choice
};

/** How many rounds in a row were congested [plb-rounds]? */
class PlbRounds
{
  public:
    /** @param config share and length of a round */
    explicit PlbRounds(const PlbConfig& config)
        : m_config(config)
    {
    }

    /**
     * A packet of the flow was answered.
     *
     * @param marked whether with a mark or a trim
     * @param now the time
     */
    void OnAnswer(bool marked, Instant now);

    /** @return congested rounds since the last one that was not */
    uint32_t Congested() const
    {
        return m_congested;
    }

    /** The flow has another path: the counts belong to the old one. */
    void Clear();

  private:
    void Judge();

    PlbConfig m_config;
    uint32_t m_answers{0}; //!< of the round; 0: none has begun
    uint32_t m_marks{0};   //!< of these
    uint32_t m_congested{0};
    Instant m_endsAt;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PLB_ROUNDS_H */
