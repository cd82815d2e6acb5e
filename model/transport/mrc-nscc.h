/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NSCC_H
#define MRC_NSCC_H

#include "mrc-congestion-events.h"
#include "mrc-nscc-constants.h"
#include "mrc-shared-setting.h"

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * NSCC, the network-signalled congestion control of UEC that MRC uses: how large is the window?
 *
 * One window for all paths and planes [one-window]; signals are queueing delay, ECN and trims.
 */
class Nscc
{
  public:
    /** @param constants the constants */
    explicit Nscc(const SharedSetting<NsccConstants>& constants);

    /** @return the congestion window in bytes */
    double Window() const
    {
        return m_window;
    }

    /** @return the largest window in bytes */
    double MaxWindow() const
    {
        return m_constants->maxWindow;
    }

    /** A SACK came [nscc-signals]. */
    void OnAck(const AckEvent& event);

    /** A NACK reported a trim [nscc-trim]. */
    void OnCongestion(const CongestionEvent& event);

    /** A packet was lost [nscc-loss]. */
    void OnLoss(const LossEvent& event);

    /** Something is to be sent where nothing waited or was under way [nscc-quick-adapt]. */
    void Resume();

    /** A loss proved to be none. @param bytes that the loss took off the window */
    void Restore(int64_t bytes);

    /**
     * The base RTT is shorter than the setup said: the largest window shrinks with it.
     *
     * Other values derived from the RTT stay, as in uet-htsim, where those are constants of the
     * network and the RTT is one of the connection.
     */
    void OnShorterBaseRtt(Span baseRtt);

    /** The largest window is this part of the whole from now on, more than 0 and at most 1. */
    void LimitWindow(double part);

  private:
    /** The facts that quick adapt decides by. */
    struct Signal
    {
        Instant now;
        Span delay;
        int64_t inFlight;
        bool loss;
        bool marked;
    };

    void UpdateAverage(bool marked, Span delay);
    void ApplyPenalty(const AckEvent& event);
    bool QuickAdapt(const Signal& signal);
    void AdaptWindow(const Signal& signal);
    void Increase(const AckEvent& event);
    bool FastIncrease(const AckEvent& event);
    void Decrease(Instant now);
    void Fulfill(Instant now);
    void Clamp();

    SharedSetting<NsccConstants> m_constants;
    double m_window;          //!< bytes
    double m_savedWindow{0};  //!< bytes before the first penalty, 0: no penalty
    double m_increase{0};     //!< bytes x bytes, to be divided by the window
    double m_averageDelay{0}; //!< picoseconds
    // Three counts of acknowledged bytes are differences of one sum, so that a SACK adds once.
    double m_acknowledged{0}; //!< bytes
    double m_adjustedAt{0};   //!< bytes acknowledged before the last adjustment
    double m_fastCount{0};    //!< bytes without delay
    double m_periodAt{0};     //!< bytes acknowledged before this quick-adapt period
    double m_ignoreUntil{0};  //!< bytes acknowledged, when quick adapt hears of marks again
    Instant m_lastDecrease;
    Instant m_lastAdjust;
    Instant m_qaEnd; //!< 0: no period has begun
    bool m_inFast{false};
    bool m_qaTriggered{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NSCC_H */
