/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOSS_FINDER_H
#define MRC_LOSS_FINDER_H

#include "mrc-flight-store.h"

namespace ns3
{
namespace mrc
{

/** Which packets that are missing are lost, and which only late? A view of a FlightStore. */
class LossFinder
{
  public:
    /** @param store the flight's; must outlive this */
    explicit LossFinder(FlightStore& store)
        : m_store(store)
    {
    }

    /**
     * Finds the packets that a SACK proves missing.
     *
     * @param sack the newest
     * @param sentAt when the packet that the SACK echoes was sent
     * @param now the time
     */
    void FindLosses(const SackHeaders& sack, Instant sentAt, Instant now) const;

    /** Has the path of the oldest packet in flight asked, if that is overdue. */
    void AskForOldest(Instant now) const;

    /**
     * An EV probe was answered. @return when packets that wait for their path can be judged, at the
     * latest
     */
    Instant OnProbeAnswer(Ev ev, Instant now) const;

    /**
     * Losses that were revealed take effect, if the NIC has taken its time.
     *
     * @param inquiries whether packets that wait for a path that has not answered in time are lost
     * too
     * @param now the time
     */
    void ActOnLosses(bool inquiries, Instant now) const;

  private:
    void JudgeHoles(const SackHeaders& sack,
                    const LossEvidence& evidence,
                    uint64_t sequence,
                    Instant now) const;
    LossVerdict Confirm(uint64_t sequence,
                        const LossEvidence& evidence,
                        const MissingPacket& missing,
                        Instant now) const;
    LossVerdict JudgeOnLivingPath(const LossEvidence& evidence,
                                  const MissingPacket& missing,
                                  Instant now) const;
    LossVerdict Delay(const LossVerdict& verdict, uint64_t sequence, Instant now) const;
    void DecideAt(Instant at, Instant now) const;
    bool OvertakenOnPath(uint64_t sequence) const;
    uint32_t Overtaking(const SentPacket& packet, uint64_t above) const;
    LossEvidence EvidenceOf(Instant sentAt) const;

    FlightStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOSS_FINDER_H */
