/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-profile.h"

#include "mrc-delay-bound.h"
#include "mrc-enum-accessor.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(FabricProfile);

namespace
{

/** Headers that a trimmed packet must keep: outer and inner IPv6, UDP, BTH, METH, TSETH
 * [trim-minimum].
 */
constexpr uint16_t MIN_TRIM_SIZE = MIN_TRIM_BYTES;

} // namespace

TypeId
FabricProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::FabricProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<FabricProfile>();
        AddLimits(t);
        AddMarking(t);
        AddCodePoints(t);
        AddHost(t);
        AddFailures(t);
        return t;
    }();
    return tid;
}

void
FabricProfile::AddLimits(TypeId tid)
{
    struct Row
    {
        const char* name;
        const char* help;
        double initial;
        double FabricProfile::*member;
    };

    const Row rows[] = {
        {"DataLimit",
         "Data class of a port inside the fabric, in BDPs of the port; trims beyond [queue-limits]",
         1,
         &FabricProfile::m_dataLimit},
        {"LastHopLimit",
         "Data class of a T0 port towards a NIC, in BDPs of the port [queue-limits]",
         1.5,
         &FabricProfile::m_lastHopLimit},
        {"UntrimmedLimit",
         "Data class of any port when Trimming is off, in BDPs of the port [queue-limits]",
         5,
         &FabricProfile::m_untrimmedLimit},
        {"TrimmedLimit",
         "Trimmed class, in BDPs of the port; drops beyond [queue-limits]",
         1,
         &FabricProfile::m_trimmedLimit},
        {"ControlLimit",
         "Control class, in BDPs of the port; drops beyond [queue-limits]",
         1,
         &FabricProfile::m_controlLimit},
    };
    for (const Row& row : rows)
    {
        tid.AddAttribute(row.name,
                         row.help,
                         DoubleValue(row.initial),
                         MakeDoubleAccessor(row.member),
                         MakeDoubleChecker<double>(0.01, 1000));
    }
}

void
FabricProfile::AddMarking(TypeId tid)
{
    tid.AddAttribute(
           "EcnMinimum",
           "Depth of the data class from which RED marks, in BDPs of the port [ecn-marking]",
           DoubleValue(0.2),
           MakeDoubleAccessor(&FabricProfile::m_ecnMinimum),
           MakeDoubleChecker<double>(0, 1000))
        .AddAttribute("EcnMaximum",
                      "Depth from which every packet is marked, in BDPs of the port [ecn-marking]",
                      DoubleValue(0.8),
                      MakeDoubleAccessor(&FabricProfile::m_ecnMaximum),
                      MakeDoubleChecker<double>(0, 1000))
        .AddAttribute("EcnProbability",
                      "Marking probability just below EcnMaximum [ecn-marking]",
                      DoubleValue(1),
                      MakeDoubleAccessor(&FabricProfile::m_ecnProbability),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("EcnOnLastHop",
                      "Whether T0 ports towards NICs mark too; off in MRC [ecn-last-hop]",
                      BooleanValue(false),
                      MakeBooleanAccessor(&FabricProfile::m_ecnOnLastHop),
                      MakeBooleanChecker())
        .AddAttribute(
            "Trimming",
            "Whether switches trim packets that do not fit, instead of dropping them [trim-data]",
            BooleanValue(true),
            MakeBooleanAccessor(&FabricProfile::m_trimming),
            MakeBooleanChecker())
        .AddAttribute(
            "TrimSize",
            "Bytes left of a trimmed packet, from the outer IPv6 header on; at least 108: "
            "the headers up to TSETH [trim-size] [trim-minimum]",
            UintegerValue(128),
            MakeUintegerAccessor(&FabricProfile::m_trimSize),
            MakeUintegerChecker<uint16_t>(MIN_TRIM_SIZE, 4000))
        .AddAttribute(
            "TrimLength",
            "Length fields that a switch corrects in a trimmed packet: None (as SONiC), "
            "Ip (outer IPv6) or All (outer and inner IPv6, UDP: well-formed for tools) "
            "[trim-lengths]",
            EnumValue(TRIM_LENGTH_ALL),
            EnumAccessor<TrimLength>(&FabricProfile::m_trimLength),
            MakeEnumChecker(TRIM_LENGTH_NONE, "None", TRIM_LENGTH_IP, "Ip", TRIM_LENGTH_ALL, "All"))
        .AddAttribute(
            "TrimVictim",
            "Which data packet is trimmed when one comes that does not fit: the Arriving one, as "
            "in switches, or Either it or the newest that waits, by chance, as in NDP and "
            "uet-htsim [trim-victim]",
            EnumValue(TRIM_VICTIM_ARRIVING),
            EnumAccessor<TrimVictim>(&FabricProfile::m_trimVictim),
            MakeEnumChecker(TRIM_VICTIM_ARRIVING, "Arriving", TRIM_VICTIM_EITHER, "Either"))
        .AddAttribute("RetxFirst",
                      "Whether retransmissions are a class above other data: they are served "
                      "first, within the same limit and marking [retx-class]",
                      BooleanValue(false),
                      MakeBooleanAccessor(&FabricProfile::m_retxFirst),
                      MakeBooleanChecker())
        .AddAttribute("TrimmedShare",
                      "Share of the line that trimmed packets get while data waits too; 0: strict "
                      "priority over data [trimmed-share]",
                      DoubleValue(0.25),
                      MakeDoubleAccessor(&FabricProfile::m_trimmedShare),
                      MakeDoubleChecker<double>(0, 0.99));
}

void
FabricProfile::AddCodePoints(TypeId tid)
{
    struct Row
    {
        const char* name;
        const char* help;
        uint8_t initial;
        Ptr<const AttributeAccessor> accessor;
    };

    const Row rows[] = {
        {"DscpNoTrim",
         "DSCP of data that is dropped instead of trimmed",
         0,
         MakeUintegerAccessor(&FabricProfile::m_noTrim)},
        {"DscpTrimmable",
         "DSCP of data [code-points]",
         1,
         MakeUintegerAccessor(&FabricProfile::m_trimmable)},
        {"DscpTrimmableRetx",
         "DSCP of retransmitted data [code-points]",
         2,
         MakeUintegerAccessor(&FabricProfile::m_trimmableRetx)},
        {"DscpTrimmed",
         "DSCP of packets trimmed inside the fabric [code-points]",
         11,
         MakeUintegerAccessor(&FabricProfile::m_trimmed)},
        {"DscpTrimmedLastHop",
         "DSCP of packets trimmed on the port towards the NIC [code-points]",
         21,
         MakeUintegerAccessor(&FabricProfile::m_trimmedLastHop)},
        {"DscpControl",
         "DSCP of SACK, NACK, Transport ACK and responses [code-points]",
         48,
         MakeUintegerAccessor(&FabricProfile::m_control)},
    };
    for (const Row& row : rows)
    {
        tid.AddAttribute(row.name,
                         row.help,
                         UintegerValue(row.initial),
                         row.accessor,
                         MakeUintegerChecker<uint8_t>(0, 63));
    }
}

PortConfig
FabricProfile::ConfigFor(PortRole role, uint64_t rate, Span baseRtt) const
{
    const double bdp = static_cast<double>(rate) / 8 * baseRtt.Ps() * 1e-12;
    const auto bytes = [bdp](double share) {
        return static_cast<uint32_t>(std::min(std::lround(bdp * share), long{INT32_MAX}));
    };
    PortConfig config;
    config.rate = LineRate(rate);
    config.Limit(TrafficClass::CONTROL) = bytes(m_controlLimit);
    config.Limit(TrafficClass::TRIMMED) = bytes(m_trimmedLimit);
    config.trimming = m_trimming;
    config.trimVictim = m_trimVictim;
    config.retxFirst = m_retxFirst;
    config.trimFrameSize = m_trimSize + ETHERNET_BYTES;
    // of 256, rounded up: 0 would mean strict priority
    config.trimmedShare = static_cast<uint16_t>(std::ceil(m_trimmedShare * 256));
    config.Limit(TrafficClass::DATA) = bytes(!m_trimming                  ? m_untrimmedLimit
                                             : role == PortRole::LAST_HOP ? m_lastHopLimit
                                                                          : m_dataLimit);
    config.trimmedDscp = role == PortRole::LAST_HOP ? m_trimmedLastHop : m_trimmed;
    if (role == PortRole::FABRIC || (role == PortRole::LAST_HOP && m_ecnOnLastHop))
    {
        config.marker = EcnMarker(bytes(m_ecnMinimum), bytes(m_ecnMaximum), m_ecnProbability);
    }
    if (role == PortRole::NIC)
    {
        // The NIC paces itself: a data packet is pulled when its port is idle, so nothing
        // overflows.
        config.Limit(TrafficClass::DATA) = UINT32_MAX;
        config.Limit(TrafficClass::CONTROL) = UINT32_MAX;
    }
    return config;
}

WireFormat
FabricProfile::Format() const
{
    CheckCodePoints();
    RefuseDelay("ns3::mrc::FabricProfile::HostDelay", m_hostDelay);
    RefuseDelay("ns3::mrc::FabricProfile::TriggerDelay", m_triggerDelay);
    RefuseDelay("ns3::mrc::FabricProfile::DetectDelay", m_detectDelay);
    if (m_ecnMinimum > m_ecnMaximum)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: EcnMinimum " << m_ecnMinimum << " exceeds EcnMaximum "
             << m_ecnMaximum;
        throw std::invalid_argument(what.str());
    }
    WireFormat format;
    format.dscp.noTrim = m_noTrim;
    format.dscp.trimmable = m_trimmable;
    format.dscp.trimmableRetx = m_trimmableRetx;
    format.dscp.trimmed = m_trimmed;
    format.dscp.trimmedLastHop = m_trimmedLastHop;
    format.dscp.control = m_control;
    format.trimLength = m_trimLength;
    return format;
}

void
FabricProfile::CheckCodePoints() const
{
    // A code point names one class; within a class code points may coincide.
    const auto isData = [this](uint8_t dscp) {
        return dscp == m_noTrim || dscp == m_trimmable || dscp == m_trimmableRetx;
    };
    const bool clash = isData(m_control) || isData(m_trimmed) || isData(m_trimmedLastHop) ||
                       m_control == m_trimmed || m_control == m_trimmedLastHop ||
                       m_noTrim == m_trimmable || m_noTrim == m_trimmableRetx;
    if (clash)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: DSCPs clash; expected different ones for DscpControl ("
             << +m_control << "), the trimmed packets (" << +m_trimmed << ", " << +m_trimmedLastHop
             << "), DscpNoTrim (" << +m_noTrim << ") and the trimmable data (" << +m_trimmable
             << ", " << +m_trimmableRetx << ")";
        throw std::invalid_argument(what.str());
    }
}

} // namespace mrc
} // namespace ns3
