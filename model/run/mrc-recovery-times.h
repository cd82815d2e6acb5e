/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECOVERY_TIMES_H
#define MRC_RECOVERY_TIMES_H

#include "mrc-distribution.h"

#include "ns3/mrc-qp-events.h"
#include "ns3/mrc-qp.h"
#include "ns3/ptr.h"

#include <mutex>
#include <vector>

namespace ns3
{
namespace mrc
{

class RankLink;

/** @return a cause in a word: trim, gap, timeout, refused, port */
const char* CauseName(RetransmitCause cause);

/**
 * How long lost packets waited until they were sent again, by the sign of the loss.
 *
 * A time counts from the transmission that was lost to the one that repeats it.
 */
class RecoveryTimes : private ResendListener
{
  public:
    RecoveryTimes() = default;
    ~RecoveryTimes() override;

    RecoveryTimes(const RecoveryTimes&) = delete;
    RecoveryTimes& operator=(const RecoveryTimes&) = delete;

    /**
     * Listens to these queue pairs too, as long as this object exists.
     *
     * @param qps the ends that post
     */
    void Watch(const std::vector<Ptr<Qp>>& qps);

    /** Adds the times of the other ranks, once. @param link to them */
    void Gather(RankLink& link);

    /**
     * @param cause the sign of the losses
     * @return the times, microseconds
     */
    Distribution& Of(RetransmitCause cause)
    {
        return m_times[static_cast<unsigned>(cause)];
    }

    /**
     * @param cause the sign of the losses
     * @return the times, microseconds
     */
    const Distribution& Of(RetransmitCause cause) const
    {
        return m_times[static_cast<unsigned>(cause)];
    }

  private:
    void Resent(const Retransmission& retransmission) override;

    std::vector<Ptr<Qp>> m_qps;
    std::mutex m_adding; //!< threads that share the run may tell at once
    Distribution m_times[RETRANSMIT_CAUSES];
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECOVERY_TIMES_H */
