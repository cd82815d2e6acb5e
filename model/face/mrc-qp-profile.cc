/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-profile.h"

#include "mrc-config-rows.h"
#include "mrc-fabric-profile.h"
#include "mrc-transport-factory.h"

#include "ns3/enum.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(QpProfile);

namespace
{

/** The value of QpProfile::Transport for MRC. */
constexpr const char* NO_TRANSPORT = "none";

} // namespace

TypeId
QpProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::QpProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<QpProfile>();
        AddCapabilities(t);
        AddTimers(t);
        AddPlacement(t);
        AddTransport(t);
        return t;
    }();
    return tid;
}

QpProfile::QpProfile()
    : m_config(std::make_unique<QpConfig>())
{
}

QpProfile::~QpProfile() = default;

void
QpProfile::AddCapabilities(TypeId tid)
{
    // The bounds of Mpr and Penalty are those of their fields in a SACK: 8 and 7 bits.
    ConfigRows<QpProfile, QpConfig>(tid, &QpProfile::m_config)
        .Row("Mpr",
             &QpConfig::mpr,
             1,
             255,
             "Maximum PSN range, the receive window, in units of 128 PSNs [receive-window]")
        .Row("DynamicMpr",
             &QpConfig::dynamicMpr,
             "Whether SACKs say how large the receive window is, if both ends say so: "
             "then ns3::mrc::Qp::Mpr can change it [dynamic-mpr]")
        .Row("Penalty",
             &QpConfig::penalty,
             0,
             127,
             "rcv_cwnd_pen in SACKs at first, see ns3::mrc::Qp::Penalty; no public "
             "source says when a receiver asks for one [receiver-penalty]")
        .Row("IncastPenalty",
             &QpConfig::incastPenalty,
             "Whether the receiver asks for a penalty of its own (an option of ours). That "
             "penalty takes a queue pair back to its part of the NIC's line among all to which "
             "data came in the last round trip")
        .Row("ReceiverCredit",
             &QpConfig::credit,
             "Whether the receiver grants senders what they may have in flight (an option of "
             "ours): all together as much as one alone. rcv_cwnd_pen of SACKs carries the grant, "
             "which ns3::mrc::CreditFactory obeys [receiver-credit]")
        .Row("MaxImmediates",
             &QpConfig::maxImmediates,
             1,
             4096,
             "Writes with Immediate in flight [immediates-in-flight]")
        .Row("TrimNack",
             &QpConfig::trimNack,
             "Whether packets may be trimmed and are then NACKed, if both ends say so "
             "[trim-capability]")
        .Row("ServiceTime",
             &QpConfig::serviceTime,
             "Whether SACKs may tell a service time, if both ends say so: a capability "
             "that is exchanged and has no effect [service-time]");
}

void
QpProfile::AddTimers(TypeId tid)
{
    ConfigRows<QpProfile, QpConfig>(tid, &QpProfile::m_config)
        .Row("AckTimeoutExponent",
             &QpConfig::timeoutExponent,
             0,
             24,
             "Local ACK timeout: 1.024 us x 2^this, longer than an unloaded round trip "
             "[ack-timeout]")
        .Row("LinearRetries",
             &QpConfig::linearRetries,
             0,
             7,
             "Timeouts at that interval before it doubles [retry-counts]")
        .Row("ExponentialRetries",
             &QpConfig::exponentialRetries,
             0,
             25,
             "Timeouts at doubled intervals before the queue pair fails; 25: it never "
             "does [retry-counts]")
        .Row("PacketTimeout",
             &QpConfig::packetTimeout,
             Time(0),
             Seconds(17),
             "A packet in flight for so long is lost, whatever others do. The value is longer "
             "than an unloaded round trip, up to 17 s. With 0 packets have no timers of their "
             "own [packet-timeout]")
        .Row("LossDelay",
             &QpConfig::lossDelay,
             Time(0),
             MilliSeconds(5),
             "The NIC's own time from when an untrimmed loss is revealed until it acts. 131 and "
             "262 us are plausible for a NIC that was measured, a fit [loss-delay]")
        .Row("AskPaths",
             &QpConfig::askPaths,
             "Whether an EV probe asks the path of an overdue packet if it lives, before the "
             "packet counts as lost. Without the probe, time and bytes decide [path-inquiry]")
        .Row("TrimsAreRetries",
             &QpConfig::trimsAreRetries,
             "Whether the NACK of a trimmed packet counts as a retry, as other NACKs do; "
             "no by default, since path and peer are alive [retry-counts]")
        .Row("NoPortTimeout",
             &QpConfig::noPortTimeout,
             Time(0),
             Seconds(1000),
             "A queue pair fails when its NIC has had no port for this long, with work or "
             "without, whatever its retries [no-port-timeout]")
        .Row("SackThreshold",
             &QpConfig::sackThreshold,
             0,
             1048576,
             "Bytes after which the receiver sends a SACK unasked [sack-threshold]")
        .Row("DataDscp",
             &QpConfig::dataDscp,
             -1,
             63,
             "DSCP of all data of this end, for a class of its own in switches. With -1 the code "
             "points of the fabric count. Only DSCPs of TrimmableDscps are trimmed [data-classes]")
        .Row("AskEachTime",
             &QpConfig::askEachTime,
             "Whether each packet that fills the window asks for a SACK, as in UEC 1.0 and "
             "uet-htsim. If not, a packet asks once in half a window of more than two "
             "SackThreshold [ack-request]");
}

void
QpProfile::AddPlacement(TypeId tid)
{
    ConfigRows<QpProfile, QpConfig>(tid, &QpProfile::m_config)
        .Row("Payload",
             &QpConfig::payload,
             256,
             4096,
             "Bytes of payload in a full packet [payload-size]")
        .Row("Placement",
             &QpConfig::placement,
             MakeEnumChecker(PLACEMENT_UNORDERED,
                             "Unordered",
                             PLACEMENT_PARTIAL,
                             "Partial",
                             PLACEMENT_IN_ORDER,
                             "InOrder"),
             "When the receiver places data: on arrival, once all earlier messages are "
             "here, or once all earlier packets are [placement-order]")
        .Row("PerPair",
             &QpConfig::perPair,
             1,
             16,
             "Queue pairs that a workload takes for each of its connections: a Write is cut into "
             "as many equal pieces [queue-pairs-per-pair]")
        .Row("HoldLimit",
             &QpConfig::holdLimit,
             0,
             UINT64_MAX,
             "Bytes that the receiver can hold back for that; packets that need more are "
             "refused with NACK NO_PKT_BUFFER. 0: no limit [placement-order]");
}

void
QpProfile::AddTransport(TypeId tid)
{
    tid.AddAttribute("Transport",
                     "What makes queue pairs in the place of MRC's, as "
                     "ns3::Name[Attribute=Value|...], such as ns3::mrc::RoceTransport; none: MRC "
                     "[roce-choice]",
                     StringValue(NO_TRANSPORT),
                     MakeStringAccessor(&QpProfile::SetTransport, &QpProfile::GetTransport),
                     MakeStringChecker());
}

void
QpProfile::SetTransport(const std::string& text)
{
    // The text may name another factory now: the old one must not be asked.
    m_transport = text;
    m_factory = nullptr;
}

std::string
QpProfile::GetTransport() const
{
    return m_transport;
}

std::shared_ptr<const TransportMaker>
QpProfile::Transport() const
{
    const Ptr<TransportFactory> factory = Factory();
    return factory ? factory->Maker() : nullptr;
}

void
QpProfile::ShapeFabric(FabricProfile& fabric, uint64_t rate) const
{
    if (const Ptr<TransportFactory> factory = Factory())
    {
        factory->ShapeFabric(fabric, rate);
    }
}

/**
 * @return the named factory, null for MRC's transport. The factory is made here and not when the
 * name is set: defaults of the factory's class may come later.
 */
Ptr<TransportFactory>
QpProfile::Factory() const
{
    if (m_transport == NO_TRANSPORT)
    {
        return nullptr;
    }
    if (!m_factory)
    {
        TypeId tid;
        const std::string name = m_transport.substr(0, m_transport.find('['));
        // The factory must be a transport's, or Create would end the program without a word of this
        // attribute.
        if (!TypeId::LookupByNameFailSafe(name, &tid) ||
            !tid.IsChildOf(TransportFactory::GetTypeId()))
        {
            throw std::invalid_argument("ns3::mrc::QpProfile::Transport is '" + m_transport +
                                        "'; expected none, or a transport such as "
                                        "ns3::mrc::RoceTransport");
        }
        std::istringstream text(m_transport);
        ObjectFactory factory;
        text >> factory;
        m_factory = factory.Create<TransportFactory>();
    }
    return m_factory;
}

QpConfig
QpProfile::Get() const
{
    return *m_config;
}

} // namespace mrc
} // namespace ns3
