/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-profile.h"

#include "mrc-config-rows.h"
#include "mrc-delay-bound.h"

#include "ns3/mrc-envelope.h"
#include "ns3/mrc-fabric-config.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-switch-profile.h"
#include "ns3/mrc-weighted-rounds.h"

#include <sstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(FabricProfile);

namespace
{

/** @return bytes of the headers that a trimmed packet must keep: IP, UDP, BTH, METH, TSETH
 * [trim-minimum]
 */
constexpr uint16_t
MinTrimSize(Encapsulation encapsulation)
{
    return MIN_TRIM_BYTES - SparedBytes(encapsulation);
}

/** The least of them. */
constexpr uint16_t MIN_TRIM_SIZE = MinTrimSize(ENCAPSULATION_IPV4);

/**
 * A share of no buffer, and one outside of the buffer, would silently do nothing.
 *
 * @param set what attributes say
 * @param all the same, where the SwitchProfile fills in the rest
 */
void
CheckShares(const FabricConfig& set, const FabricConfig& all)
{
    const FabricConfig defaults;
    const bool hasShares = set.bufferReserved != defaults.bufferReserved ||
                           set.dataThreshold != defaults.dataThreshold ||
                           set.trimmedThreshold != defaults.trimmedThreshold ||
                           set.controlThreshold != defaults.controlThreshold;
    if (all.bufferSize == 0 && hasShares)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: BufferReserved, DataThreshold, "
                                    "TrimmedThreshold and ControlThreshold are shares of a shared "
                                    "buffer; expected BufferSize, or their defaults");
    }
    if (all.bufferReserved > all.bufferSize)
    {
        throw std::invalid_argument(
            "ns3::mrc::FabricProfile::BufferReserved = " + std::to_string(all.bufferReserved) +
            " exceeds BufferSize = " + std::to_string(all.bufferSize) +
            "; expected no more than that");
    }
}

} // namespace

TypeId
FabricProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::FabricProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<FabricProfile>();
        AddSwitches(t);
        AddLimits(t);
        AddBuffer(t);
        AddMarking(t);
        AddWred(t);
        AddPfc(t);
        AddRouting(t);
        AddDscpLists(t);
        AddPolicies(t);
        AddCodePoints(t);
        AddHost(t);
        AddFailures(t);
        return t;
    }();
    return tid;
}

FabricProfile::FabricProfile()
    : m_config(std::make_unique<FabricConfig>()),
      m_dscp(std::make_unique<DscpPlan>())
{
}

FabricProfile::~FabricProfile() = default;

bool
FabricProfile::WireMode() const
{
    return m_config->wireMode;
}

bool
FabricProfile::Trimming() const
{
    return m_config->trimming;
}

void
FabricProfile::AddSwitches(TypeId tid)
{
    ConfigRows<FabricProfile, FabricConfig>(tid, &FabricProfile::m_config)
        .Row("SwitchProfile",
             &FabricConfig::switches,
             MakeEnumChecker(SWITCHES_UEC,
                             "uec",
                             SWITCHES_TOMAHAWK5_SONIC,
                             "tomahawk5-sonic",
                             SWITCHES_SPECTRUM4_SONIC,
                             "spectrum4-sonic",
                             SWITCHES_SN6600_SONIC,
                             "sn6600-sonic",
                             SWITCHES_OF_PRESET,
                             "preset"),
             "Whose buffer, thresholds, marking and trimming switches have, where other attributes "
             "have their defaults: those of uec, of a template of SONiC, or of the switches of the "
             "cluster whose preset FabricHelper was given [switch-profiles]");
}

void
FabricProfile::AddLimits(TypeId tid)
{
    ConfigRows<FabricProfile, FabricConfig>(tid, &FabricProfile::m_config)
        .Row("DataLimit",
             &FabricConfig::dataLimit,
             0.01,
             1000,
             "Data class of a port inside the fabric, in BDPs of the port; trims beyond "
             "[queue-limits]")
        .Row("LastHopLimit",
             &FabricConfig::lastHopLimit,
             0.01,
             1000,
             "Data class of a T0 port towards a NIC, in BDPs of the port [queue-limits]")
        .Row("UntrimmedLimit",
             &FabricConfig::untrimmedLimit,
             0.01,
             1000,
             "Data class of any port when Trimming is off, in BDPs of the port [queue-limits]")
        .Row("TrimmedLimit",
             &FabricConfig::trimmedLimit,
             0.01,
             1000,
             "Trimmed class, in BDPs of the port; drops beyond [queue-limits]")
        .Row("ControlLimit",
             &FabricConfig::controlLimit,
             0.01,
             1000,
             "Control class, in BDPs of the port; drops beyond [queue-limits]")
        .Row("NicControlLimit",
             &FabricConfig::nicControlLimit,
             0,
             1 << 30,
             "Bytes of control packets that may wait at a port of a NIC; drops beyond; 0: no limit "
             "[nic-queue-limit]");
}

void
FabricProfile::AddBuffer(TypeId tid)
{
    ConfigRows<FabricProfile, FabricConfig>(tid, &FabricProfile::m_config)
        .Row("BufferSize",
             &FabricConfig::bufferSize,
             0,
             uint64_t{1} << 40,
             "Bytes that all ports of a switch share, instead of DataLimit and the other limits; "
             "0: none [shared-buffer]")
        .Row("BufferReserved",
             &FabricConfig::bufferReserved,
             0,
             1 << 24,
             "Bytes that each class of each port has beside the shared buffer [shared-buffer]")
        .Row("DataThreshold",
             &FabricConfig::dataThreshold,
             -10,
             10,
             "Exponent n: the data class of a port may hold 2^n times what is free of the shared "
             "buffer; SAI's dynamic_th [shared-buffer]")
        .Row("TrimmedThreshold",
             &FabricConfig::trimmedThreshold,
             -10,
             10,
             "The same of the trimmed class [shared-buffer]")
        .Row("ControlThreshold",
             &FabricConfig::controlThreshold,
             -10,
             10,
             "The same of the control class [shared-buffer]");
}

void
FabricProfile::AddMarking(TypeId tid)
{
    ConfigRows<FabricProfile, FabricConfig>(tid, &FabricProfile::m_config)
        .Row("EcnMinimum",
             &FabricConfig::ecnMinimum,
             0,
             1000,
             "Depth of the data class from which RED marks, in BDPs of the port [ecn-marking]")
        .Row("EcnMaximum",
             &FabricConfig::ecnMaximum,
             0,
             1000,
             "Depth from which every packet is marked, in BDPs of the port [ecn-marking]")
        .Row("EcnMinimumBytes",
             &FabricConfig::ecnMinimumBytes,
             0,
             1 << 30,
             "EcnMinimum in bytes, at any rate; 0: EcnMinimum counts [ecn-marking]")
        .Row("EcnMaximumBytes",
             &FabricConfig::ecnMaximumBytes,
             0,
             1 << 30,
             "EcnMaximum in bytes, at any rate; 0: EcnMaximum counts [ecn-marking]")
        .Row("EcnMaximumBytesT1",
             &FabricConfig::ecnMaximumBytesT1,
             0,
             1 << 30,
             "The same of the ports of T1s and T2s; 0: as those of T0s [ecn-marking]")
        .Row("EcnProbability",
             &FabricConfig::ecnProbability,
             0,
             1,
             "Marking probability just below EcnMaximum [ecn-marking]")
        .Row("EcnMarkAt",
             &FabricConfig::ecnMarkAt,
             MakeEnumChecker(ECN_MARK_AT_DEQUEUE, "Dequeue", ECN_MARK_AT_ENQUEUE, "Enqueue"),
             "When it is decided about a mark: as a packet leaves its queue, by what stays behind, "
             "or as it arrives, by what waits before it [ecn-mark-at]")
        .Row("EcnOnLastHop",
             &FabricConfig::ecnOnLastHop,
             "Whether T0 ports towards NICs mark too; off in MRC [ecn-last-hop]")
        .Row("Trimming",
             &FabricConfig::trimming,
             "Whether switches trim packets that do not fit, instead of dropping them [trim-data]")
        .Row("TrimSize",
             &FabricConfig::trimSize,
             MIN_TRIM_SIZE,
             4000,
             "Bytes left of a trimmed packet, from the (outer) IP header on; at least 108, the "
             "headers up to TSETH; without SRv6 68 over IPv6, 48 over IPv4 [trim-size] "
             "[trim-minimum]")
        .Row(
            "TrimLength",
            &FabricConfig::trimLength,
            MakeEnumChecker(TRIM_LENGTH_NONE, "None", TRIM_LENGTH_IP, "Ip", TRIM_LENGTH_ALL, "All"),
            "Length fields that a switch corrects in a trimmed packet: None (as SONiC), "
            "Ip (outer IPv6) or All (outer and inner IPv6, UDP: well-formed for tools) "
            "[trim-lengths]")
        .Row("TrimVictim",
             &FabricConfig::trimVictim,
             MakeEnumChecker(TRIM_VICTIM_ARRIVING, "Arriving", TRIM_VICTIM_EITHER, "Either"),
             "Which data packet is trimmed when one comes that does not fit: the Arriving one, as "
             "in switches, or Either it or the newest that waits, by chance, as in NDP and "
             "uet-htsim [trim-victim]")
        .Row("RetxFirst",
             &FabricConfig::retxFirst,
             "Whether retransmissions are a class above other data: they are served "
             "first, within the same limit and marking [retx-class]")
        .Row("TrimmedShare",
             &FabricConfig::trimmedShare,
             0,
             0.99,
             "Share of the line that trimmed packets get while data waits too; 0: strict "
             "priority over data [trimmed-share]")
        .Row("ControlWeight",
             &FabricConfig::controlWeight,
             0,
             255,
             "Weight of the control class among those that wait, byte by byte; 0 of all three: "
             "control goes first, then what TrimmedShare says [class-weights]")
        .Row("TrimmedWeight",
             &FabricConfig::trimmedWeight,
             0,
             255,
             "The same of the trimmed class, in the place of TrimmedShare [class-weights]")
        .Row("DataWeight",
             &FabricConfig::dataWeight,
             0,
             255,
             "The same of the data class [class-weights]");
}

void
FabricProfile::AddCodePoints(TypeId tid)
{
    ConfigRows<FabricProfile, DscpPlan>(tid, &FabricProfile::m_dscp)
        .Row("DscpNoTrim",
             &DscpPlan::noTrim,
             0,
             63,
             "DSCP of data that is dropped instead of trimmed")
        .Row("DscpTrimmable", &DscpPlan::trimmable, 0, 63, "DSCP of data [code-points]")
        .Row("DscpTrimmableRetx",
             &DscpPlan::trimmableRetx,
             0,
             63,
             "DSCP of retransmitted data [code-points]")
        .Row("DscpTrimmed",
             &DscpPlan::trimmed,
             0,
             63,
             "DSCP of packets trimmed inside the fabric [code-points]")
        .Row("DscpTrimmedLastHop",
             &DscpPlan::trimmedLastHop,
             0,
             63,
             "DSCP of packets trimmed on the port towards the NIC [code-points]")
        .Row("DscpControl",
             &DscpPlan::control,
             0,
             63,
             "DSCP of SACK, NACK, Transport ACK and responses [code-points]");
}

FabricConfig
FabricProfile::Config() const
{
    FabricConfig config = WithSwitchProfile(*m_config);
    config.dscp = *m_dscp;
    return config;
}

PortConfig
FabricProfile::ConfigFor(PortRole role, uint64_t rate, Span baseRtt) const
{
    return Config().ConfigFor(role, rate, baseRtt);
}

/** Judges the profile as well, since each network asks for its format while it is made. */
WireFormat
FabricProfile::Format() const
{
    CheckCodePoints();
    CheckBuffer();
    CheckWeights();
    CheckWred();
    CheckLossless();
    CheckTrimSize();
    RefuseDelay("ns3::mrc::FabricProfile::HostDelay", ToTime(m_config->hostDelay));
    RefuseDelay("ns3::mrc::FabricProfile::TriggerDelay", ToTime(m_config->triggerDelay));
    RefuseDelay("ns3::mrc::FabricProfile::DetectDelay", ToTime(m_config->detectDelay));
    // Here and not as it is set: a script may raise the minimum before the maximum.
    if (m_config->ecnMinimum > m_config->ecnMaximum)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: EcnMinimum " << m_config->ecnMinimum
             << " exceeds EcnMaximum " << m_config->ecnMaximum;
        throw std::invalid_argument(what.str());
    }
    WireFormat format;
    format.dscp = *m_dscp;
    format.trimLength = Config().trimLength;
    format.encapsulation = m_config->encapsulation;
    return format;
}

/** Receivers need the headers up to the TSETH, whose bytes follow from the encapsulation. */
void
FabricProfile::CheckTrimSize() const
{
    const uint16_t least = MinTrimSize(m_config->encapsulation);
    const uint16_t size = Config().trimSize;
    if (size < least)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::TrimSize = " + std::to_string(size) +
                                    " cuts headers off; expected " + std::to_string(least) +
                                    " or more with this Encapsulation");
    }
}

/** A class without a weight would wait for ever while others have packets. */
void
FabricProfile::CheckWeights() const
{
    const ByClass<uint8_t> shares = Config().Weights().shares;
    const bool isNone = !Config().Weights().Any();
    const bool isAll = shares[TrafficClass::CONTROL] != 0 && shares[TrafficClass::TRIMMED] != 0 &&
                       shares[TrafficClass::DATA] != 0;
    if (!isNone && !isAll)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: ControlWeight " << +shares[TrafficClass::CONTROL]
             << ", TrimmedWeight " << +shares[TrafficClass::TRIMMED] << ", DataWeight "
             << +shares[TrafficClass::DATA] << "; expected all of them, or none";
        throw std::invalid_argument(what.str());
    }
}

/** Two attributes that would both decide about the same packet are a mistake. */
void
FabricProfile::CheckBuffer() const
{
    CheckShares(*m_config, Config());
    if (Config().bufferSize == 0)
    {
        return;
    }
    if (m_admission)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: a shared buffer (BufferSize) and "
                                    "AdmissionFactory cannot both admit; expected one of them");
    }
    if (m_marker)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: with a shared buffer (BufferSize) "
                                    "queues have no limits that a MarkerFactory could mark by; "
                                    "expected one of them");
    }
    const FabricConfig defaults;
    const bool hasLimits = m_config->dataLimit != defaults.dataLimit ||
                           m_config->lastHopLimit != defaults.lastHopLimit ||
                           m_config->untrimmedLimit != defaults.untrimmedLimit ||
                           m_config->trimmedLimit != defaults.trimmedLimit ||
                           m_config->controlLimit != defaults.controlLimit;
    if (hasLimits)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: a shared buffer (BufferSize) decides "
                                    "instead of DataLimit, LastHopLimit, UntrimmedLimit, "
                                    "TrimmedLimit and ControlLimit; expected their defaults");
    }
    if (m_config->trimVictim != TRIM_VICTIM_ARRIVING)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile: with a shared buffer (BufferSize) "
                                    "the packet that arrives is trimmed, as in switches; expected "
                                    "TrimVictim = Arriving");
    }
}

/** Switches tell the class of a packet by its DSCP alone, and receivers whether it was trimmed. */
void
FabricProfile::CheckCodePoints() const
{
    if ((m_config->alsoTrimmable >> m_dscp->noTrim & 1) != 0)
    {
        throw std::invalid_argument("ns3::mrc::FabricProfile::TrimmableDscps has DscpNoTrim (" +
                                    std::to_string(m_dscp->noTrim) + "); expected it without");
    }
    for (const uint8_t dscp : {m_dscp->control, m_dscp->trimmed, m_dscp->trimmedLastHop})
    {
        if ((m_config->alsoTrimmable >> dscp & 1) != 0)
        {
            throw std::invalid_argument("ns3::mrc::FabricProfile::TrimmableDscps has " +
                                        std::to_string(dscp) +
                                        ", a DSCP of control or of trimmed packets; expected "
                                        "others");
        }
    }
    for (unsigned dscp = 0; dscp < 64; ++dscp)
    {
        const bool isOther = m_dscp->IsData(dscp) || dscp == m_dscp->trimmed ||
                             dscp == m_dscp->trimmedLastHop ||
                             (m_config->alsoTrimmable >> dscp & 1) != 0;
        if (isOther && (m_config->alsoControl >> dscp & 1) != 0)
        {
            throw std::invalid_argument("ns3::mrc::FabricProfile::ControlDscps has " +
                                        std::to_string(dscp) +
                                        ", a DSCP of data or of trimmed packets; expected others");
        }
    }
    if (m_dscp->HasClash())
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: DSCPs clash; expected different ones for DscpControl ("
             << +m_dscp->control << "), the trimmed packets (" << +m_dscp->trimmed << ", "
             << +m_dscp->trimmedLastHop << "), DscpNoTrim (" << +m_dscp->noTrim
             << ") and the trimmable data (" << +m_dscp->trimmable << ", " << +m_dscp->trimmableRetx
             << ")";
        throw std::invalid_argument(what.str());
    }
}

} // namespace mrc
} // namespace ns3
