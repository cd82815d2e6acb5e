/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_SINK_H
#define MRC_PORT_SINK_H

#include "ns3/mrc-drop-reason.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <iosfwd>

namespace ns3
{
namespace mrc
{

struct Datagram;
struct Frame;
struct HopRecords;

/** The events of a frame that a port reports; the trace sources of Port have the same names. */
enum class PortEvent : uint8_t
{
    ENQUEUED,     //!< queued here, trimmed or not
    TRANSMITTING, //!< the first bit of the frame leaves
    ARRIVED,      //!< the last bit of the frame has come
    MARKED,       //!< the frame got CE
    TRIMMED,      //!< the frame lost its payload
    DROPPED,      //!< the frame ended here
};

/** Prints the name. @return the stream */
std::ostream& operator<<(std::ostream& out, PortEvent event);

/** One report of a port, valid during the call. */
struct PortSight
{
    PortEvent event;          //!< the event
    const Frame& frame;       //!< to this frame, as it goes on; fullSize is the size before a trim
    const Datagram& datagram; //!< of the frame
    DropReason reason;        //!< of DROPPED only
    const HopRecords* trailer{nullptr}; //!< the records that the frame carries; null: none
};

/**
 * Sees all events of one port, as values: no packet is made for the sink.
 */
class PortSink : public SimpleRefCount<PortSink>
{
  public:
    virtual ~PortSink() = default;

    /**
     * Called in the order of time.
     *
     * @param sight the event, valid during the call
     */
    virtual void See(const PortSight& sight) = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_SINK_H */
