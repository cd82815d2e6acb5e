/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QUEUE_POLICY_H
#define MRC_QUEUE_POLICY_H

#include "mrc-drop-reason.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace ns3
{
namespace mrc
{

/** The verdict on a packet that asked for admission. */
struct Verdict
{
    /** The three ends that admission can have. */
    enum class Kind : uint8_t
    {
        QUEUED,
        TRIMMED, //!< may be queued without its payload
        DROPPED,
    };

    Kind kind{Kind::QUEUED}; //!< the fate of the packet
    DropReason reason{};     //!< of a drop
};

/** The place that a user's own policy is made for: one egress port of a switch. */
struct PolicySeat
{
    PortIndex port;         //!< number of the port in its fabric
    bool lastHop;           //!< whether a NIC is at the far end
    uint64_t bitRate;       //!< line rate, bit/s
    uint32_t dataLimit;     //!< bytes of data that the built-in policy lets wait
    bool trimming;          //!< whether the built-in policy trims data beyond, or drops it
    uint32_t markMinimum;   //!< bytes of data up to which the built-in marker marks nothing
    uint32_t markMaximum;   //!< bytes of data from which the built-in marker marks all
    double markProbability; //!< of a mark just below the maximum, 0 .. 1
    KeyedDraws draws;       //!< random numbers of this port alone
};

/** A data packet that asks for room. */
struct DataArrival
{
    Instant now;             //!< when
    uint32_t bytes;          //!< of the Ethernet frame
    bool canTrim;            //!< whether the packet may be trimmed and its header has room
    uint32_t dataWaiting;    //!< bytes of data that wait
    uint32_t trimmedWaiting; //!< bytes of trimmed packets that wait
    uint32_t controlWaiting; //!< bytes of control packets that wait
    uint8_t dataClass;       //!< number of its class of data, 0 without several [data-classes]
    uint32_t classWaiting;   //!< bytes of that class that wait; without several dataWaiting
};

/**
 * A trim or drop policy that a user writes: which fate has an arriving data packet?
 *
 * Each port has an instance of its own, which touches only the objects of its maker and its calls.
 * A seed then repeats a run bit for bit, on any number of threads. The port is none of these. A
 * sink that a policy connects there amid a call hears from the next packet on: a port looks for
 * sinks once for each packet.
 */
class AdmissionPolicy
{
  public:
    virtual ~AdmissionPolicy() = default;

    /**
     * Decides about a packet of the data class. Other classes keep their limits. Only the arriving
     * packet is trimmed, whatever TrimVictim says.
     *
     * @param arrival the packet and the queues as the packet finds them
     * @return QUEUED, whatever DataLimit says; TRIMMED, which is a drop where trimming is
     *         impossible; or DROPPED
     */
    virtual Verdict::Kind Admit(const DataArrival& arrival) = 0;
};

/**
 * An ECN marker that a user writes: which data packets are marked?
 *
 * Each port has an instance of its own, with the rule of AdmissionPolicy. A look at a port amid a
 * call is an error: std::logic_error, which names the port of the marker.
 */
class MarkingPolicy
{
  public:
    virtual ~MarkingPolicy() = default;

    /**
     * Decides about a data packet that leaves its queue, or enters it, and can carry a mark
     * [ecn-mark-at]. Not asked about one that leaves no other data behind, or finds none.
     *
     * @param depth bytes of data that stay behind, or wait before it; of several classes of data
     *        those of its own [data-classes]
     * @param now the time
     * @return whether the packet is marked
     */
    virtual bool Marks(uint32_t depth, Instant now) = 0;
};

/** Makes the admission policy of one port. */
using AdmissionMaker = std::function<std::unique_ptr<AdmissionPolicy>(const PolicySeat& seat)>;

/** Makes the marker of one port. */
using MarkingMaker = std::function<std::unique_ptr<MarkingPolicy>(const PolicySeat& seat)>;

} // namespace mrc
} // namespace ns3

#endif /* MRC_QUEUE_POLICY_H */
