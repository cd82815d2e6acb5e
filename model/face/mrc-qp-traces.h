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
#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/mrc-requestor.h"
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

    /**
     * Fires the trace source of a sample.
     *
     * @param sample the event
     * @param sent as BytesSent at the time of the sample
     */
    void Fire(const QpSample& sample, const std::optional<PlaneBytes>& sent);

    /**
     * @param qp the queue pair
     * @return the bytes that the queue pair has sent over each plane so far; none if no sink
     * listens
     */
    std::optional<PlaneBytes> BytesSent(const Requestor& qp) const;

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
    void FireWindow(const WindowSample& sample, std::optional<PlaneBytes> sent);

    uint64_t m_window{0};
    uint64_t m_inFlight{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_TRACES_H */
