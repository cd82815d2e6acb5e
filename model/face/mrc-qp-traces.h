/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_TRACES_H
#define MRC_QP_TRACES_H

#include "mrc-later-listeners.h"
#include "mrc-lazy-trace-accessor.h"

#include "ns3/mrc-path-state.h"
#include "ns3/mrc-qp-sample.h"
#include "ns3/mrc-qp-state.h"
#include "ns3/mrc-queue-pair-report.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>

namespace ns3
{
namespace mrc
{

/**
 * The trace sources of a queue pair, made when the first sink connects: a run may have millions of
 * queue pairs without one.
 */
class QpTraces
{
  public:
    /** @return whether a sink listens to the trace sources of samples */
    bool Wanted() const
    {
        return !(window.IsEmpty() && inFlight.IsEmpty() && rtt.IsEmpty() && nack.IsEmpty() &&
                 planes.IsEmpty() && planeBytes.IsEmpty());
    }

    /** @return a bit for each trace source with sinks */
    uint32_t Hearers() const;

    /** Fires the trace sources of an event. @param report of the event */
    void Fire(const QueuePairReport& report);

    TracedCallback<const Delivery&> delivered;    //!< a message has arrived whole at the peer
    TracedCallback<const Retransmission&> resent; //!< a packet was sent again
    TracedCallback<QpState, QpState> state;       //!< from one state to another
    TracedCallback<uint64_t, uint64_t> window;    //!< bytes before and after
    TracedCallback<uint64_t, uint64_t> inFlight;  //!< bytes before and after
    TracedCallback<const RttSample&> rtt;         //!< a round trip
    TracedCallback<const NackReport&> nack;       //!< a NACK
    TracedCallback<const PlaneStatus&> planes;    //!< ports changed
    TracedCallback<const PlaneBytes&> planeBytes; //!< bytes by plane
    TracedCallback<const PathTransition&> path;   //!< an EV changed its state; no sample has this
                                                  //!< change
    LaterListeners later;                         //!< sinks of `delivered` and of completions

  private:
    void FireSample(const QpSample& sample, const std::optional<PlaneBytes>& sent);
    void FireWindow(const WindowSample& sample, std::optional<PlaneBytes> sent);

    uint64_t m_window{0};
    uint64_t m_inFlight{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_TRACES_H */
