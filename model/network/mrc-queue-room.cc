/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-queue-room.h"

#include "mrc-carrier-check.h"

#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-hop-trailer.h"
#include "ns3/mrc-shared-buffer.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

/** A kind of port that has queues. */
struct Place
{
    const char* name;
    const char* dataLimit; //!< attribute
    PortRole role;
    uint64_t rate; //!< bit/s
};

/** A class of a queue. */
struct Room
{
    const char* attribute;
    uint32_t bytes;     //!< limit of the class
    uint32_t needed;    //!< the largest frame that the class is for
    const char* packet; //!< kind of that frame, for the message
};

/** @return bytes of the largest frame of these opcodes, FCS included */
uint32_t
LargestOf(std::initializer_list<Opcode> opcodes, uint32_t payload, bool telemetry)
{
    uint32_t largest = 0;
    for (const Opcode opcode : opcodes)
    {
        Datagram datagram;
        datagram.bth.opcode = opcode;
        datagram.bth.timestamped = true; // a TSETH more, in data packets
        datagram.payload = static_cast<uint16_t>(payload);
        const uint32_t trailer = telemetry && AsksForRecords(opcode) ? HOP_TRAILER_BYTES : 0;
        largest = std::max<uint32_t>(largest, FrameSize(datagram) + trailer);
    }
    return largest;
}

/**
 * A packet no longer than TrimSize stays whole but counts as trimmed [trim-size]. A receiver would
 * refuse full ones again and again.
 */
void
CheckTrimSize(const PortConfig& config, uint32_t full)
{
    if (config.trimFrameSize >= full)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::TrimSize = " +
                                    std::to_string(config.trimFrameSize - ETHERNET_BYTES) +
                                    " leaves full packets whole; expected less than their " +
                                    std::to_string(full - ETHERNET_BYTES) + " bytes");
    }
}

/** Packets are marked from a depth on, and all of them from another, which is not below it. */
void
CheckMarking(const Place& place, const EcnMarker& marker)
{
    if (marker.Minimum() > marker.Maximum())
    {
        throw std::invalid_argument(
            std::string("ns3::mrc::FabricProfile: ") + place.name + " would mark from " +
            std::to_string(marker.Minimum()) + " bytes on, and all packets from " +
            std::to_string(marker.Maximum()) +
            "; expected EcnMinimum or EcnMinimumBytes not above EcnMaximum, EcnMaximumBytes or "
            "EcnMaximumBytesT1");
    }
}

/** Checks the marks of each kind of port that the fabric has. */
void
CheckMarks(const TopologySpec& spec, const FabricProfile& profile, Span baseRtt)
{
    const Place places[] = {
        {"a port between switches", "", PortRole::FABRIC, spec.fabricLinkRate},
        {"a port of a T1", "", PortRole::FROM_T1, spec.fabricLinkRate},
        {"a T0 port towards a NIC", "", PortRole::LAST_HOP, spec.nicLinkRate},
        {"a port between T1 and T2", "", PortRole::FROM_T1, spec.upperLinkRate},
    };
    for (const Place& place : places)
    {
        if (place.rate != 0)
        {
            CheckMarking(place, profile.ConfigFor(place.role, place.rate, baseRtt).marker);
        }
    }
}

/** The largest packet of a class must fit into an empty buffer. */
void
CheckBufferRoom(const FabricConfig& config, const LargestFrames& largest)
{
    const SharedBuffer empty(config.bufferSize);
    const ByClass<BufferShare> shares = config.BufferShares();

    struct Row
    {
        const char* attribute;
        TrafficClass where;
        uint32_t bytes;
    };

    const Row rows[] = {
        {"DataThreshold", TrafficClass::DATA, largest.data},
        {"TrimmedThreshold", TrafficClass::TRIMMED, config.trimSize + ETHERNET_BYTES},
        {"ControlThreshold", TrafficClass::CONTROL, largest.control},
    };
    for (const Row& row : rows)
    {
        if (row.where == TrafficClass::TRIMMED && !config.trimming)
        {
            continue;
        }
        if (!empty.Admits(shares[row.where], 0, row.bytes))
        {
            throw std::invalid_argument(std::string("ns3::mrc::FabricProfile::") + row.attribute +
                                        " = " + std::to_string(shares[row.where].exponent) +
                                        " with BufferSize = " + std::to_string(config.bufferSize) +
                                        " has no room for a packet of " +
                                        std::to_string(row.bytes) +
                                        " bytes; expected more of either");
        }
    }
}

/** Checks that each queue of a kind of port has room for the largest packet that it is for. */
void
CheckRooms(const Place& place,
           const FabricProfile& profile,
           Span baseRtt,
           const LargestFrames& largest)
{
    const PortConfig config = profile.ConfigFor(place.role, place.rate, baseRtt);
    // The attribute that the limit comes from, for the message [queue-limits].
    const char* const data = profile.Trimming() ? place.dataLimit : "UntrimmedLimit";
    const Room rooms[] = {
        {data, config.Limit(TrafficClass::DATA), largest.data, "a full packet"},
        {"TrimmedLimit",
         config.Limit(TrafficClass::TRIMMED),
         config.trimFrameSize,
         "a trimmed packet"},
        {"ControlLimit",
         config.Limit(TrafficClass::CONTROL),
         largest.control,
         "the largest control packet"},
    };
    for (const Room& room : rooms)
    {
        if (room.bytes < room.needed)
        {
            throw std::invalid_argument(std::string("ns3::mrc::FabricProfile::") + room.attribute +
                                        " gives " + place.name + " room for " +
                                        std::to_string(room.bytes) + " bytes; expected " +
                                        std::to_string(room.needed) + " or more, " + room.packet);
        }
    }
}

/** A NIC without room in its port for a control packet would never answer. */
void
CheckNicRoom(uint32_t limit, const LargestFrames& largest)
{
    if (limit != 0 && limit < largest.control)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::NicControlLimit = " + std::to_string(limit) +
            "; expected 0, or " + std::to_string(largest.control) +
            " or more, the largest control packet");
    }
}

} // namespace

/** Of data the packet with all headers counts. Control packets have no payload. */
LargestFrames
LargestFramesWith(uint32_t payload, const TopologySpec& spec, const FabricConfig& config)
{
    const uint32_t segments = MostSegmentBytes(spec, config);
    const uint32_t spared = SparedBytes(config.encapsulation);
    const uint32_t control = LargestOf({Opcode::TRANSPORT_ACK,
                                        Opcode::ENDPOINT_REQUEST,
                                        Opcode::ENDPOINT_RESPONSE,
                                        Opcode::SACK,
                                        Opcode::NACK,
                                        Opcode::PROBE_REQUEST},
                                       0,
                                       config.telemetry);
    return {LargestOf({Opcode::WRITE_ONLY_IMMEDIATE}, payload, config.telemetry) - spared +
                segments,
            control - spared + segments,
            segments};
}

/**
 * Limits are shares of a bandwidth-delay product. A small share may come out below one packet,
 * though the attribute's value is allowed.
 */
void
CheckQueueRoom(const TopologySpec& spec,
               const FabricProfile& profile,
               uint32_t payload,
               Span baseRtt)
{
    const LargestFrames largest = LargestFramesWith(payload, spec, profile.Config());
    if (profile.Trimming())
    {
        CheckTrimSize(profile.ConfigFor(PortRole::FABRIC, spec.fabricLinkRate, baseRtt),
                      largest.data);
    }
    profile.Format(); // first reports values that are wrong by themselves
    CheckNicRoom(profile.Config().nicControlLimit, largest);
    CheckMarks(spec, profile, baseRtt);
    if (profile.Config().bufferSize != 0)
    {
        CheckBufferRoom(profile.Config(), largest);
        return;
    }
    const Place places[] = {
        {"a port between switches", "DataLimit", PortRole::FABRIC, spec.fabricLinkRate},
        {"a T0 port towards a NIC", "LastHopLimit", PortRole::LAST_HOP, spec.nicLinkRate},
        {"a port between T1 and T2", "DataLimit", PortRole::FABRIC, spec.upperLinkRate},
    };
    for (const Place& place : places)
    {
        if (place.rate == 0 || (place.role == PortRole::FABRIC && spec.t1Count == 0))
        {
            continue; // there is none
        }
        CheckRooms(place, profile, baseRtt, largest);
    }
}

} // namespace mrc
} // namespace ns3
