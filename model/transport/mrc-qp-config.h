/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_CONFIG_H
#define MRC_QP_CONFIG_H

#include "mrc-plane-paths.h"
#include "mrc-qp-capabilities.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace ns3
{
namespace mrc
{

/** Unit of the MPR, in PSNs [receive-window]. */
constexpr uint32_t MPR_UNIT = 128;

/** The exponential retry count that means "for ever" [retry-counts]. */
constexpr uint8_t RETRY_FOR_EVER = 25;

/**
 * When may data that has arrived be placed [placement-order]? The meaning of the modes is our own
 * reading. An unscoped enumeration, as ns-3's attributes want.
 */
enum PlacementOrder
{
    PLACEMENT_UNORDERED, //!< at once
    PLACEMENT_PARTIAL,   //!< once all earlier messages are here; within a message at once
    PLACEMENT_IN_ORDER,  //!< once all earlier packets are here
};

/** The settings of a queue pair. */
struct QpConfig
{
    uint16_t payload{4096};      //!< bytes of payload in a full packet; [payload-size]
    uint8_t mpr{8};              //!< receive window in units of 128 PSNs; [receive-window]
    uint8_t perPair{1};          //!< queue pairs that a workload takes for a transfer; own choice
    uint16_t maxImmediates{128}; //!< Writes with Immediate in flight; [immediates-in-flight]
    uint8_t timeoutExponent{8};  //!< local ACK timeout = 1.024 us x 2^this, 262 us; [ack-timeout]
    uint8_t linearRetries{7};    //!< timeouts at that interval; [retry-counts]
    uint8_t exponentialRetries{RETRY_FOR_EVER}; //!< timeouts at doubled intervals; [retry-counts]
    uint32_t sackThreshold{16384}; //!< bytes after which a SACK is due; [sack-threshold]
    bool askEachTime{false};       //!< each packet that fills the window has AckReq [ack-request]
    bool trimNack{true};       //!< the fabric trims: a trimmed packet is NACKed [trim-capability]
    uint8_t penalty{0};        //!< rcv_cwnd_pen that SACKs have at first [receiver-penalty]
    bool incastPenalty{false}; //!< penalty by the senders that the NIC hears; own choice
    bool credit{false};        //!< SACKs grant a part of the largest window [receiver-credit]
    int8_t dataDscp{-1};       //!< of all data; -1: as the fabric's code points [data-classes]
    bool dynamicMpr{false};    //!< SACKs say how large the receive window is [dynamic-mpr]
    Span packetTimeout;  //!< a packet in flight for so long is lost, 0: never [packet-timeout]
    Span lossDelay;      //!< from a SACK that reveals a loss until the NIC acts on it
    bool askPaths{true}; //!< before a packet is lost its path is asked; own choice
    bool trimsAreRetries{false}; //!< trims count as retries, like other NACKs [retry-counts]
    bool portsInSack{true};  //!< byte 12 of SACKs says which ports are down [port-status-carrier]
    bool serviceTime{false}; //!< capability only, without effect; [service-time]

    PlacementOrder placement{PLACEMENT_UNORDERED}; //!< as responder
    uint64_t holdLimit{0}; //!< bytes that the responder can hold back for order; 0: no limit
    Span noPortTimeout{Micros(1000000)}; //!< fails without any own port this long; own choice

    /** @return the offer that this end sends the other one out of band [capability-exchange] */
    QpCapabilities Offer() const
    {
        return {mpr, maxImmediates, dynamicMpr, trimNack, serviceTime};
    }

    /** @return the local ACK timeout of the linear retries [ack-timeout] */
    Span AckTimeout() const
    {
        return Nanos(1024) * (int64_t{1} << timeoutExponent);
    }

    /** @return the receive window of this end in PSNs */
    uint32_t WindowPsns() const
    {
        return mpr * MPR_UNIT;
    }
};

/** Which path selector a queue pair runs. */
enum PathSelection : uint8_t
{
    PATH_SELECTION_MRC,       //!< rotation with skips [rotation-order]
    PATH_SELECTION_OBLIVIOUS, //!< rotation that heeds nothing
    PATH_SELECTION_RANDOM,    //!< an EV drawn for each packet
    PATH_SELECTION_BITMAP,    //!< rotation with penalties
    PATH_SELECTION_REPS,      //!< recycled EVs
    PATH_SELECTION_SINGLE,    //!< one EV
};

struct EvList;
class EvFile;
class CustomSelector;
class CustomController;
class KeyedDraws;
struct ControllerSetup;

/** Makes a user's own selector for one queue pair: see CustomSelector. */
using SelectorMaker = std::function<std::unique_ptr<CustomSelector>(KeyedDraws draws)>;

/** Makes a user's own controller for one window: see CustomController. */
using ControllerMaker =
    std::function<std::unique_ptr<CustomController>(const ControllerSetup& setup)>;

/** Where the EVs of a profile come from [ev-modes]. */
enum EvMode : uint8_t
{
    EV_MODE_AUTO,      //!< dealt over the uplinks that there are
    EV_MODE_EXPLICIT,  //!< a list
    EV_MODE_GENERATED, //!< made out of fields
    EV_MODE_TEMPLATE,  //!< of a file, for each pair of NICs
};

/** The meaning of an EV's value to the fabric [ev-formats]. */
enum EvFormat : uint8_t
{
    EV_FORMAT_SRV6, //!< a uSID carrier is made of the EV
    EV_FORMAT_UDP,  //!< switches hash the EV
    EV_FORMAT_STEV, //!< switches take the EV's bits for their choices
};

/** Among which EVs is there a least number that must not be assumed bad? */
enum MinActiveScope : uint8_t
{
    MIN_ACTIVE_PLANE,      //!< those of each plane through which something comes; own choice
    MIN_ACTIVE_QUEUE_PAIR, //!< those of all planes in use together [ev-floor-scope]
};

/** Which packets does one congestion window count [window-scope]? */
enum CcScope : uint8_t
{
    CC_SCOPE_QUEUE_PAIR,  //!< those of a queue pair
    CC_SCOPE_DESTINATION, //!< those of all queue pairs of a NIC to the same NIC
    CC_SCOPE_PLANE,       //!< those of a queue pair on one plane
};

/** In which class do EV probes travel ([traffic-classes]: any will do)? */
enum EvProbeClass : uint8_t
{
    EV_PROBE_CONTROL, //!< passes data, is not marked
    EV_PROBE_DATA,    //!< waits with data and can be marked, is not trimmed
};

/** Which uplink of its plane does the answer to an EV probe take? */
enum EvProbeReturn : uint8_t
{
    EV_PROBE_RETURN_BY_ROLE, //!< the probed one for EVs of data, any for those of acknowledgements
    EV_PROBE_RETURN_PROBED,  //!< that which the probe took, so that both directions are judged
    EV_PROBE_RETURN_ANY,     //!< one drawn by the NIC that answers
};

/** The entropy values of a queue pair, and the rules that move them between their states. */
struct EvConfig
{
    PathSelection selector{PATH_SELECTION_MRC}; //!< which path the next packet takes
    EvMode mode{EV_MODE_AUTO};                  //!< where EVs come from
    EvFormat format{EV_FORMAT_SRV6};    //!< the meaning of an EV to the fabric; [ev-formats]
    std::shared_ptr<const EvList> list; //!< EXPLICIT and GENERATED: all EVs, active and backup
    std::shared_ptr<const PathCounts> ownPaths; //!< of each plane; null: all have as many
    std::shared_ptr<const EvFile> file;         //!< TEMPLATE: those of each pair of NICs
    uint16_t active{128};   //!< EVs in the rotation, all planes together; [ev-sets]
    uint16_t backup{128};   //!< EVs held back as replacements, all planes together; [ev-sets]
    bool randomDeal{false}; //!< draw uplinks at random instead of dealing them; [ev-deal]
    uint16_t minActive{0};  //!< EVs that must not be ASSUMED_BAD, 0: a quarter; [ev-floor]
    MinActiveScope minActiveScope{MIN_ACTIVE_PLANE}; //!< of minActive
    Span planeSilence{Micros(2000)}; //!< a plane without any answer for so long is left; own choice
    Span skipLapse;                  //!< SKIP ends after this, 0: one base RTT; [skip-length]
    uint8_t skipsToExchange{0};      //!< skipped turns running that cost an EV its seat, 0: none
    uint8_t lossesToRetire{1};       //!< untrimmed losses until ASSUMED_BAD; [ev-retire]
    uint8_t skipTurns{1};            //!< turns that a SKIP costs, 0: until it lapses; [skip-length]
    uint8_t probeSuccesses{3};       //!< consecutive answers that resurrect; [ev-resurrection]
    EvProbeClass probeClass{EV_PROBE_CONTROL};          //!< traffic class of EV probes
    EvProbeReturn probeReturn{EV_PROBE_RETURN_BY_ROLE}; //!< way of answers to EV probes
    bool isCustomAlone{false};        //!< selectors of custom share nothing: threads may use them
    Span probeStart{Nanos(262144)};   //!< from retirement to the first probe; [ev-probing]
    Span probeInterval{Micros(1000)}; //!< between probes of an EV, before jitter; [ev-probing]
    std::shared_ptr<const SelectorMaker> custom; //!< instead of selector; null: none
};

/** Which congestion control a queue pair runs. */
enum class CcAlgorithm : uint8_t
{
    NSCC,  //!< "uet-1.0-nscc" [nscc-signals]
    FIXED, //!< a constant window
    NONE,  //!< congestion control disabled: nothing but the MPR limits [fixed-window]
};

/**
 * Congestion control: the fields of the OCP API's NSCC profile [nscc-profile].
 *
 * Values that are zero (lengths of time, byte counts) or negative (factors) are derived from base
 * RTT, link rate and payload. The formulas are those of [nscc-constants].
 */
struct CcConfig
{
    CcAlgorithm algorithm{CcAlgorithm::NSCC}; //!< which controller
    CcScope scope{CC_SCOPE_QUEUE_PAIR};       //!< which packets share a window [window-scope]
    Span baseRtt;            //!< unloaded round trip; 0: from the topology, [base-rtt]
    Span targetDelay;        //!< queueing delay to hold; 0: 0.75 base RTT, 1.0 without trimming
    uint64_t maxWindow{0};   //!< bytes; 0: 1.5 BDP. Also the window of FIXED
    double eta{-1};          //!< bytes added each period; < 0: 0.15 MTU x a
    double fairIncrease{-1}; //!< bytes x bytes per byte; < 0: 5 MTU x a
    double fastIncreaseScale{-1}; //!< bytes per byte at no delay; < 0: 0.25 x a
    double gamma{0.8};            //!< share of the excess delay that a decrease takes
    double maxMdJump{0.5};        //!< the least factor of one decrease
    bool disableQa{false};        //!< no quick adapt
    bool qaSkipsPauses{false};    //!< quick adapt measures anew behind a pause; own choice
    bool followPlanes{false};     //!< the largest window shrinks with the planes in use; own choice
    bool learnBaseRtt{false};     //!< a shorter round trip takes the place of baseRtt (uet-htsim)
    bool isCustomAlone{false};    //!< controllers of custom share nothing: threads may use them
    uint8_t qaGate{3};            //!< quick adapt below max window / 2^this
    Span qaThreshold;        //!< delay that triggers quick adapt; 0: 4 targets, off with trimming
    uint64_t adjustBytes{0}; //!< bytes after which the window is adjusted; 0: 8 MTU
    Span adjustPeriod;       //!< time after which the window is adjusted; 0: 1 base RTT
    double averageWeight{0.0125};                  //!< of a sample in the average delay
    std::shared_ptr<const ControllerMaker> custom; //!< instead of algorithm; null: none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_CONFIG_H */
