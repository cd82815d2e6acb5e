/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_CONFIG_H
#define MRC_FABRIC_CONFIG_H

#include "mrc-pause-plan.h"
#include "mrc-port-config.h"
#include "mrc-port-failures.h"
#include "mrc-queue-policy.h"
#include "mrc-route-graph.h"
#include "mrc-route-times.h"

#include "ns3/mrc-dscp.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-locator-block.h"
#include "ns3/mrc-trim-length.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

struct BufferShare;
struct ClassWeights;
struct PauseLink;
class WredProfile;
enum Encapsulation : uint8_t;

/** The origin of buffers, thresholds, marking and trimming of switches [switch-profiles]. */
enum SwitchModel : uint8_t
{
    SWITCHES_UEC,             //!< those that UEC recommends: the defaults of FabricProfile
    SWITCHES_TOMAHAWK5_SONIC, //!< SONiC's template for a switch with Tomahawk 5
    SWITCHES_SPECTRUM4_SONIC, //!< the same, with Spectrum-4
    SWITCHES_SN6600_SONIC,    //!< the same, of SN6600
    SWITCHES_OF_PRESET,       //!< those of the cluster that the topology's preset is of
};

/** Which switches of a fabric without SRv6 hash alike [ecmp-seeds]. */
enum EcmpSeeds : uint8_t
{
    ECMP_SEED_SWITCH, //!< none: each has a seed of its own
    ECMP_SEED_TIER,   //!< those of a tier
    ECMP_SEED_FABRIC, //!< all
};

enum RoutingMode : uint8_t;

/** Where a port stands, as far as its queue is concerned. */
enum class PortRole : uint8_t
{
    NIC,      //!< from a NIC up: control packets only wait here, data is pulled
    FABRIC,   //!< between switches
    LAST_HOP, //!< from a T0 down to a NIC
    FROM_T1,  //!< between switches, from a T1 or T2
};

/** Threads that may share a run. */
constexpr uint32_t MOST_THREADS = 64;

/** Processes that may share a run. */
constexpr uint32_t MOST_RANKS = 1024;

/**
 * Queues, marking, trimming and failures of a fabric. The meaning and the range of a value stand at
 * the attribute of FabricProfile with the same name. A default that a single port, or a pause of
 * PFC, has as well is taken from there: from PortConfig, or from PausePlan.
 *
 * Limits and depths are in bandwidth-delay products of the port, as the sources give them
 * [ecn-marking] [queue-limits] [trim-size]. Such a product is rate x base round trip of the fabric.
 */
struct FabricConfig
{
    SwitchModel switches{SWITCHES_UEC}; //!< the profile that gives the first values of the others
    double dataLimit{1};                //!< of the data class inside the fabric
    double lastHopLimit{1.5};           //!< the same, towards a NIC
    double untrimmedLimit{5};           //!< the same, of any port without trimming
    double trimmedLimit{1};             //!< of the trimmed class
    double controlLimit{1};             //!< of the control class
    uint64_t bufferSize{0};             //!< of a switch, instead of limits; 0: none
    uint32_t bufferReserved{0};         //!< bytes of each queue beside the shared buffer
    int8_t dataThreshold{0};            //!< exponent of 2: data's share of the buffer
    int8_t trimmedThreshold{0};         //!< the same, of the trimmed class
    int8_t controlThreshold{0};         //!< the same, of the control class
    double ecnMinimum{0.2};             //!< depth from which RED marks
    double ecnMaximum{0.8};             //!< depth from which all is marked
    uint32_t ecnMinimumBytes{0};        //!< in the place of ecnMinimum; 0: that counts
    uint32_t ecnMaximumBytes{0};        //!< in the place of ecnMaximum; 0: that counts
    uint32_t ecnMaximumBytesT1{0};      //!< the same, of T1s; 0: as T0s
    double ecnProbability{1};           //!< of a mark just below ecnMaximum
    bool ecnOnLastHop{false};           //!< whether T0 ports towards NICs mark
    EcnMarkAt ecnMarkAt{PortConfig().markAt}; //!< when a mark is decided
    bool trimming{PortConfig().trimming};     //!< whether switches trim
    uint16_t trimSize =
        PortConfig().trimFrameSize - ETHERNET_BYTES; //!< bytes, from the outer IPv6 header on
    TrimLength trimLength{TRIM_LENGTH_ALL};          //!< length fields that a switch corrects
    TrimVictim trimVictim{PortConfig().trimVictim};  //!< which data packet is trimmed
    bool retxFirst{PortConfig().retxFirst};          //!< whether retransmissions go first
    uint8_t controlWeight{0};                        //!< of the control class; 0: no class has one
    uint8_t trimmedWeight{0};                        //!< of the trimmed class
    uint8_t dataWeight{0};                           //!< of the data class
    uint32_t dataWredMinimum{0};                     //!< depth from which data is dropped early
    uint32_t dataWredMaximum{0};      //!< depth from which all data is dropped early; 0: none is
    double dataWredProbability{1};    //!< of a drop just below that
    uint32_t trimmedWredMinimum{0};   //!< the same, of the trimmed class
    uint32_t trimmedWredMaximum{0};   //!< the same, of the trimmed class
    double trimmedWredProbability{1}; //!< the same, of the trimmed class
    uint32_t controlWredMinimum{0};   //!< the same, of the control class
    uint32_t controlWredMaximum{0};   //!< the same, of the control class
    double controlWredProbability{1}; //!< the same, of the control class
    std::string dataClasses{"none"};  //!< in words, see ReadDataClasses
    bool wredDropsEct{false};         //!< whether ECN-capable data is dropped too
    uint32_t nicControlLimit{0};      //!< bytes, of a NIC's port; 0: none
    double trimmedShare{0.25};        //!< of the line, beside data; 0: strict priority
    DscpPlan dscp;                    //!< code points
    uint64_t alsoTrimmable{0};        //!< other DSCPs of data, 2^DSCP each
    uint64_t alsoControl{0};          //!< other DSCPs of the control class, likewise
    uint64_t lossless{0};             //!< DSCPs of PFC's queue, likewise; 0: no PFC
    uint8_t pfcPriority{PausePlan().priority};       //!< in pause frames
    uint32_t pfcXoff{0};                             //!< bytes of a link's frames; 0: see Pauses()
    int8_t pfcThreshold{-3};                         //!< exponent of 2 of a dynamic threshold
    uint32_t pfcXonOffset{3556};                     //!< bytes below the threshold
    uint32_t pfcHeadroom{0};                         //!< bytes; 0: by rate and delay of the link
    uint32_t pfcHeadroomPool{0};                     //!< bytes, of a switch; 0: no limit
    uint16_t pfcQuanta{PausePlan().quanta};          //!< how long a pause lasts
    Span pfcResponse;                                //!< until a pause acts; 0: by rate of the link
    Span pfcDetect;                                  //!< of the watchdog; 0: none
    Span pfcRestore{Micros(200000)};                 //!< of the watchdog
    Encapsulation encapsulation{};                   //!< IP headers of all packets; 0: SRv6
    uint8_t carrierUsids{6};                         //!< the most in one carrier
    LocatorBlock block;                              //!< in front of all uSIDs
    uint8_t flavours{0};                             //!< of the uN of switches, as SidFlavour
    bool sendIcmp{false};                            //!< whether switches tell of drops
    std::string sids{"none"};                        //!< lines of more SIDs and routes of switches
    EcmpSeeds ecmpSeeds{ECMP_SEED_SWITCH};           //!< without SRv6
    RoutingMode routing{};                           //!< without SRv6; 0: static tables
    RoutePaths routePaths{ROUTE_VALLEY_FREE};        //!< that computed tables use
    Span flowletGap{Micros(50)};                     //!< of flowlets in switches
    Convergence convergence{CONVERGENCE_INSTANT};    //!< of computed tables
    RouteTimes::Given routeTimes;                    //!< instead, step by step; null: that counts
    bool wireMode{false};                            //!< whether every hop makes bytes
    bool telemetry{false};                           //!< whether packets take records of hops along
    uint32_t threads{1};                             //!< that share a run; 0: all cores
    uint32_t ranks{1};                               //!< processes that share a run
    Span hostDelay{Nanos(4450)};                     //!< host overhead per direction
    Span triggerDelay{hostDelay};                    //!< until an application knows of another NIC
    Span denylistDelay{Micros(1000)};                //!< until NICs know of the denylist
    Span detectDelay{Micros(10)};                    //!< until a NIC sees that a link changed
    PortFailureMode portFailure{PORT_FAILURE_IDEAL}; //!< behaviour of a NIC without a port
    Span blackoutMinimum{Micros(900000)};            //!< the shortest silence
    Span blackoutMaximum{Micros(1100000)};           //!< the longest silence
    PortStatusCarrier carrier{PORT_STATUS_AUTO};     //!< how peers learn of ports
    std::shared_ptr<const AdmissionMaker> admission; //!< instead of dataLimit; null: none
    std::shared_ptr<const MarkingMaker> marking;     //!< instead of ecnMinimum and such; null: none
    bool isAdmissionAlone{false}; //!< policies share nothing: threads may use them
    bool isMarkingAlone{false};   //!< the same of markers

    /**
     * @param role where the port stands
     * @param rate of the port, in bit/s
     * @param baseRtt base round trip of the fabric
     * @return queue limits, marking and trimming; delays are left to the caller
     */
    PortConfig ConfigFor(PortRole role, uint64_t rate, Span baseRtt) const;

    /** @return where RED begins and ends to mark at a port of a bandwidth-delay product in bytes */
    EcnMarker MarkerFor(PortRole role, double bdp) const;

    /** @return the shares of the line that classes of a port get while others wait too */
    ClassWeights Weights() const;

    /** @return which packets switches drop early */
    WredProfile Wred() const;

    /** @return the limits of each class of a port in its switch's shared buffer */
    ByClass<BufferShare> BufferShares() const;

    /** @return priority flow control, without its links */
    PausePlan Pauses() const;

    /**
     * @param data the port that sends data and is paused
     * @param pause the other direction of the link
     * @param baseRtt base round trip of the fabric
     * @return PFC of that link, but for numbers of ports
     */
    PauseLink PauseLinkFor(const PortConfig& data, const PortConfig& pause, Span baseRtt) const;

    /** @return the most uSIDs in one carrier, for which the block leaves room */
    uint8_t MostUsids() const
    {
        return carrierUsids < block.Capacity() ? carrierUsids
                                               : static_cast<uint8_t>(block.Capacity());
    }

    /** @return the behaviour of NICs when one of their links changes */
    PortFailures Failures() const;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_CONFIG_H */
