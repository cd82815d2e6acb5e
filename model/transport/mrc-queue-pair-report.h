/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_PAIR_REPORT_H
#define MRC_QUEUE_PAIR_REPORT_H

#include "mrc-path-state.h"
#include "mrc-qp-sample.h"
#include "mrc-qp-state.h"
#include "mrc-queue-pair-counters.h"

#include <optional>
#include <variant>

namespace ns3
{
namespace mrc
{

/** A queue pair went from one state to another. */
struct QpStateChange
{
    QpState from{QpState::RESET}; //!< until then
    QpState to{QpState::RESET};   //!< from then on
};

/** A sample, and the bytes by plane at its time. */
struct CountedSample
{
    QpSample sample;                //!< the event
    std::optional<PlaneBytes> sent; //!< none: no sink listens to them
};

/**
 * An event of a queue pair that sinks hear of, some of them later or in another process.
 *
 * Reports are values: they travel as bytes.
 */
struct QueuePairReport
{
    std::variant<CountedSample, Retransmission, QpStateChange, PathTransition> event; //!< the same
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_PAIR_REPORT_H */
