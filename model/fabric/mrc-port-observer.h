/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_OBSERVER_H
#define MRC_PORT_OBSERVER_H

#include "mrc-port-state.h"

#include "ns3/mrc-frame.h"
#include "ns3/mrc-instant.h"

namespace ns3
{
namespace mrc
{

/**
 * Sees the events of watched ports and judges frames on lossy links.
 *
 * Calls come in the order of time; the frame is valid during the call only.
 */
class PortObserver
{
  public:
    virtual ~PortObserver() = default;

    /** A frame has been received whole at the far end of a link, before the switch's latency. */
    virtual void Arrived(PortIndex link, FrameIndex frame, Instant at) = 0;

    /** A frame asked for admission and was queued, trimmed or not. */
    virtual void Enqueued(PortIndex port, FrameIndex frame, Instant at) = 0;

    /** The first bit of a frame leaves. */
    virtual void Transmitting(PortIndex port, FrameIndex frame, Instant at) = 0;

    /** A frame got CE as it left the data class. */
    virtual void Marked(PortIndex port, FrameIndex frame, Instant at) = 0;

    /** A frame lost its payload. */
    virtual void Trimmed(PortIndex port, FrameIndex frame, Instant at) = 0;

    /** A frame ended. */
    virtual void Dropped(PortIndex port, FrameIndex frame, DropReason reason, Instant at) = 0;

    /** @return whether the link's ErrorModel takes this frame; asked on lossy links only */
    virtual bool Corrupts(PortIndex link, FrameIndex frame) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_OBSERVER_H */
