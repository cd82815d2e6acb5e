/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HPCC_WINDOW_H
#define MRC_HPCC_WINDOW_H

#include "mrc-bounded-controller.h"

#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace ns3
{
namespace mrc
{

/** The settings of HPCC, with the paper's symbols. */
struct HpccConfig
{
    double eta{0.95};        //!< the load of the busiest hop that is aimed at (SIGCOMM 2019, 5.1)
    uint32_t maxStage{5};    //!< additive steps before the window follows the load (5.1)
    double increaseRate{50}; //!< Mb/s: W_ai is what this sends in a base RTT (the authors' ns-3)
};

/**
 * HPCC's window: how loaded is the busiest hop [hpcc-window]?
 *
 * A round ends when as much has left the flight as was in it when the round began.
 */
class HpccWindow : public BoundedController
{
  public:
    /**
     * @param config load to aim at and steps
     * @param setup as of any controller, with records of hops
     */
    HpccWindow(const HpccConfig& config, const ControllerSetup& setup);

    void OnAck(const AckEvent& event) override;
    void OnCongestion(const CongestionEvent& event) override;
    void OnLoss(const LossEvent& event) override;
    void Restore(int64_t bytes) override;

    /** @return the average load of the busiest hop, 1 for a line that is full without a queue */
    double Load() const
    {
        return m_load;
    }

  private:
    /** A record and when it came. */
    struct Seen
    {
        HopRecord record;
        Instant at;
    };

    std::optional<Span> SinceLast(const HopRecord& record, Instant now) const;
    bool WasOvertaken(const HopRecords& records, Instant now) const;
    bool Measure(const HopRecords& records, Instant now);
    void Follow(bool endsRound);
    double Increase() const;

    HpccConfig m_config;
    double m_load{1};     //!< U of the paper
    double m_reference;   //!< W^c of the paper, bytes
    uint32_t m_stage{0};  //!< additive steps since the window followed the load
    double m_left{0};     //!< bytes that have left the flight in this round
    double m_lost{0};     //!< of these, bytes of losses
    uint32_t m_losses{0}; //!< losses that have these bytes
    double m_ends{0};     //!< the round ends when as many have
    std::unordered_map<uint32_t, Seen> m_hops; //!< by link; never iterated. At most as many as
                                               //!< switch ports on the paths between two NICs,
                                               //!< which records tell apart [telemetry-stamp]
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HPCC_WINDOW_H */
