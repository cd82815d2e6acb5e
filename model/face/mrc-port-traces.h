/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_TRACES_H
#define MRC_PORT_TRACES_H

#include "mrc-lazy-trace-accessor.h"
#include "mrc-port-sink.h"

#include "ns3/mrc-drop-reason.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/traced-callback.h"

#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The trace sources of one port; made when the first sink connects, for most ports never.
 */
struct PortTraces
{
    TracedCallback<Ptr<const Packet>> enqueue;          //!< queued, trimmed or not
    TracedCallback<Ptr<const Packet>> phyTxBegin;       //!< the first bit leaves
    TracedCallback<Ptr<const Packet>> phyRxEnd;         //!< the last bit has come
    TracedCallback<Ptr<const Packet>> mark;             //!< got CE
    TracedCallback<Ptr<const Packet>, uint32_t> trim;   //!< lost its payload; size before
    TracedCallback<Ptr<const Packet>, DropReason> drop; //!< ended here
    std::vector<Ptr<PortSink>> sinks;                   //!< see all of this, without packets

    /**
     * @return whether a sink listens to leaving frames. The drop source counts here and below: a
     * frame ends here before it leaves, or when it has come
     */
    bool WantsEgress() const
    {
        return !(sinks.empty() && enqueue.IsEmpty() && phyTxBegin.IsEmpty() && mark.IsEmpty() &&
                 trim.IsEmpty() && drop.IsEmpty());
    }

    /** @return whether a sink listens to arriving frames */
    bool WantsIngress() const
    {
        return !(sinks.empty() && phyRxEnd.IsEmpty() && drop.IsEmpty());
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_TRACES_H */
