/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-queue.h"

#include "mrc-fabric-profile.h"
#include "mrc-fabric-rows.h"
#include "mrc-face-table.h"
#include "mrc-faces-of-threads.h"
#include "mrc-value-accessor.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-rank-mail.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <type_traits>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPortQueue");

NS_OBJECT_ENSURE_REGISTERED(PortQueue);

namespace
{

/** The value type of an attribute of ns-3. */
template <class Value>
using Content = std::decay_t<decltype(std::declval<Value>().Get())>;

// EnumValue is a template since ns-3 3.41, and holds an int before.
using VictimValue = decltype(EnumValue(TRIM_VICTIM_ARRIVING));
using VictimNumber = Content<VictimValue>;

/** The limit that decides how much may wait at a port. */
enum class PortRoom
{
    LIMITS, //!< of the classes of the port
    POLICY, //!< a user's own, of data
    BUFFER, //!< shared by the ports of the switch
};

/** @return what decides about room at a port: with a buffer or a policy limits do not count */
PortRoom
RoomOf(const FabricState& state, PortIndex port)
{
    return state.buffers.Has(port)             ? PortRoom::BUFFER
           : state.policies.HasAdmission(port) ? PortRoom::POLICY
                                               : PortRoom::LIMITS;
}

/**
 * Ends the program if a queue would refuse every packet of a kind: the sender of such packets would
 * try for ever.
 *
 * The network checks its profile in the same way before the network is made; this is for later
 * changes.
 */
void
CheckRoom(const PortConfig& config, const LargestFrames& largest, PortRoom room)
{
    struct Row
    {
        const char* attribute;
        uint32_t bytes;
        uint32_t least;
        const char* packet;
    };

    // Where a user's policy or a buffer admits, the fabric holds a limit of 0, so that each packet
    // comes before them.
    const bool isDataLimited = room == PortRoom::LIMITS;
    // A fabric of its own, as tests make it, knows no largest frames: any limit will do.
    const uint32_t leastTrimmed = largest.data == 0 ? 0U : config.trimFrameSize;
    const Row rows[] = {
        {"DataLimit",
         isDataLimited ? config.Limit(TrafficClass::DATA) : UINT32_MAX,
         largest.data,
         "a full packet"},
        {"TrimmedLimit",
         room == PortRoom::BUFFER ? UINT32_MAX : config.Limit(TrafficClass::TRIMMED),
         leastTrimmed,
         "a packet of TrimSize and its Ethernet header"},
        {"ControlLimit",
         room == PortRoom::BUFFER ? UINT32_MAX : config.Limit(TrafficClass::CONTROL),
         largest.control,
         "the largest control packet"},
    };
    for (const Row& row : rows)
    {
        if (row.bytes < row.least)
        {
            NS_FATAL_ERROR("ns3::mrc::PortQueue::" << row.attribute << " is " << row.bytes
                                                   << "; expected " << row.least << " or more, "
                                                   << row.packet);
        }
    }
    // A "trimmed" packet that kept its payload would be refused by its receiver again and again.
    if (largest.data != 0 && config.trimFrameSize >= largest.data)
    {
        NS_FATAL_ERROR("ns3::mrc::PortQueue::TrimSize is "
                       << config.trimFrameSize - ETHERNET_BYTES
                       << ", which leaves full packets whole; expected less than their "
                       << largest.data - ETHERNET_BYTES << " bytes");
    }
}

/** Ends the program if trimmed packets would lack headers [trim-minimum]. */
void
CheckTrimSize(const PortConfig& config, const FabricState& state)
{
    const uint32_t least =
        MIN_TRIM_BYTES - SparedBytes(state.format.encapsulation) + state.largest.segments;
    if (config.trimFrameSize < least + ETHERNET_BYTES)
    {
        NS_FATAL_ERROR("ns3::mrc::PortQueue::TrimSize is " << config.trimFrameSize - ETHERNET_BYTES
                                                           << "; expected " << least << " or more");
    }
}

/**
 * Ends the program if a value changed that a user's own policy decides instead.
 *
 * The fabric calls a policy by limits and depths that catch every packet; a script that sets others
 * would switch its own policy off.
 */
void
CheckPolicies(const Fabric& fabric, PortIndex port, const PortConfig& config)
{
    const PortConfig& now = fabric.State().Need(port).ConfigOf(port);
    if (fabric.State().policies.HasAdmission(port) &&
        config.Limit(TrafficClass::DATA) != now.Limit(TrafficClass::DATA))
    {
        NS_FATAL_ERROR(
            "ns3::mrc::PortQueue::DataLimit has no effect at port "
            << port
            << "; expected ns3::mrc::FabricProfile::AdmissionFactory's policy to decide there");
    }
    for (const TrafficClass where : ALL_CLASSES)
    {
        if (fabric.State().buffers.Has(port) && config.Limit(where) != now.Limit(where))
        {
            NS_FATAL_ERROR("ns3::mrc::PortQueue's limits have no effect at port "
                           << port << "; expected ns3::mrc::FabricProfile::BufferSize's buffer to "
                           << "decide there");
        }
    }
    if (fabric.State().buffers.Has(port) && config.trimVictim != TRIM_VICTIM_ARRIVING)
    {
        NS_FATAL_ERROR("ns3::mrc::PortQueue::TrimVictim has no effect at port "
                       << port << " of a switch with a shared buffer; expected Arriving");
    }
    // The three attributes are one marker in the configuration: any of them may have changed.
    const bool marker = config.marker.Minimum() != now.marker.Minimum() ||
                        config.marker.Maximum() != now.marker.Maximum() ||
                        config.marker.Probability() != now.marker.Probability();
    if (fabric.State().policies.HasMarking(port) && marker)
    {
        NS_FATAL_ERROR(
            "ns3::mrc::PortQueue's ECN attributes have no effect at port "
            << port
            << "; expected ns3::mrc::FabricProfile::MarkerFactory's marker to decide there");
    }
}

/**
 * The access of scripts to the attributes. By default ns-3 would set them during construction as
 * well. But a queue that a script makes alone has no port to configure, and one of a port would
 * lose the profile's values.
 */
constexpr uint32_t AT_ANY_TIME = TypeId::ATTR_GET | TypeId::ATTR_SET;

/**
 * The table of the attributes: each reads and changes one value of the port's configuration, which
 * stays in the fabric's table. The default is the value of PortConfig.
 */
class PortRows
{
  public:
    /** @param tid gets the attributes */
    explicit PortRows(TypeId tid)
        : m_tid(tid)
    {
    }

    /**
     * @param name of the attribute
     * @param help the help text
     * @param checker range of the attribute
     * @param get reads the value
     * @param set changes the value
     * @return the table, for the next row
     */
    template <class Value>
    PortRows& Row(const char* name,
                  const char* help,
                  Ptr<const AttributeChecker> checker,
                  Content<Value> (*get)(const PortConfig& config),
                  void (*set)(PortConfig& config, Content<Value> value))
    {
        m_tid.AddAttribute(name,
                           help,
                           AT_ANY_TIME,
                           Value(get(PortConfig())),
                           AccessorOf<Value>(get, set),
                           std::move(checker));
        return *this;
    }

    /** The same of an attribute that FabricProfile has too, with the help, range and default. */
    template <class Value>
    PortRows& RowOfProfile(const char* name,
                           Content<Value> (*get)(const PortConfig& config),
                           void (*set)(PortConfig& config, Content<Value> value))
    {
        TypeId::AttributeInformation row;
        if (!FabricProfile::GetTypeId().LookupAttributeByName(name, &row))
        {
            NS_FATAL_ERROR("ns3::mrc::PortQueue::" << name << "; expected FabricProfile to have "
                                                   << "that attribute too");
        }
        m_tid.AddAttribute(name,
                           row.help,
                           AT_ANY_TIME,
                           *row.originalInitialValue,
                           AccessorOf<Value>(get, set),
                           row.checker);
        return *this;
    }

  private:
    template <class Value, class Getter, class Setter>
    static Ptr<const AttributeAccessor> AccessorOf(Getter get, Setter set)
    {
        return MakeValueAccessor<PortQueue, Value>(
            [get](const PortQueue& queue) { return Value(get(queue.Config())); },
            [set](PortQueue& queue, const Value& value) {
                // Change judges the whole configuration: an attribute may contradict another one.
                queue.Change([&](PortConfig& config) { set(config, value.Get()); });
                return true;
            });
    }

    TypeId m_tid;
};

} // namespace

TypeId
PortQueue::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::PortQueue")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<PortQueue>();
        AddLimits(t);
        AddMarking(t);
        AddTrimming(t);
        AddBacklogs(t);
        return t;
    }();
    return tid;
}

void
PortQueue::AddLimits(TypeId tid)
{
    const auto bytes = MakeUintegerChecker<uint32_t>();
    PortRows(tid)
        .Row<UintegerValue>(
            "DataLimit",
            "Bytes in the data class beyond which it trims, or drops; at least a full packet",
            bytes,
            [](const PortConfig& c) -> uint64_t { return c.Limit(TrafficClass::DATA); },
            [](PortConfig& c, uint64_t v) { c.Limit(TrafficClass::DATA) = v; })
        .Row<UintegerValue>(
            "TrimmedLimit",
            "Bytes in the class of trimmed packets beyond which it drops; at least one of TrimSize",
            bytes,
            [](const PortConfig& c) -> uint64_t { return c.Limit(TrafficClass::TRIMMED); },
            [](PortConfig& c, uint64_t v) { c.Limit(TrafficClass::TRIMMED) = v; })
        .Row<UintegerValue>(
            "ControlLimit",
            "Bytes in the control class beyond which it drops; at least the largest control packet",
            bytes,
            [](const PortConfig& c) -> uint64_t { return c.Limit(TrafficClass::CONTROL); },
            [](PortConfig& c, uint64_t v) { c.Limit(TrafficClass::CONTROL) = v; });
}

void
PortQueue::AddMarking(TypeId tid)
{
    const auto bytes = MakeUintegerChecker<uint32_t>();
    // A marker holds a slope that follows from all three values: each setter makes a new marker.
    PortRows(tid)
        .Row<UintegerValue>(
            "EcnMinimum",
            "Bytes in the data class up to which RED marks nothing",
            bytes,
            [](const PortConfig& c) -> uint64_t { return c.marker.Minimum(); },
            [](PortConfig& c, uint64_t v) {
                c.marker = EcnMarker(v, c.marker.Maximum(), c.marker.Probability());
            })
        .Row<UintegerValue>(
            "EcnMaximum",
            "Bytes in the data class from which RED marks everything; less than EcnMinimum means "
            "the same as EcnMinimum",
            bytes,
            [](const PortConfig& c) -> uint64_t { return c.marker.Maximum(); },
            [](PortConfig& c, uint64_t v) {
                c.marker = EcnMarker(c.marker.Minimum(), v, c.marker.Probability());
            })
        .RowOfProfile<DoubleValue>(
            "EcnProbability",
            [](const PortConfig& c) { return c.marker.Probability(); },
            [](PortConfig& c, double v) {
                c.marker = EcnMarker(c.marker.Minimum(), c.marker.Maximum(), v);
            });
}

void
PortQueue::AddTrimming(TypeId tid)
{
    PortRows(tid)
        .RowOfProfile<BooleanValue>(
            "Trimming",
            [](const PortConfig& c) { return c.trimming; },
            [](PortConfig& c, bool v) { c.trimming = v; })
        .RowOfProfile<BooleanValue>(
            "RetxFirst",
            [](const PortConfig& c) { return c.retxFirst; },
            [](PortConfig& c, bool v) { c.retxFirst = v; })
        .RowOfProfile<VictimValue>(
            "TrimVictim",
            [](const PortConfig& c) { return static_cast<VictimNumber>(c.trimVictim); },
            [](PortConfig& c, VictimNumber v) { c.trimVictim = static_cast<TrimVictim>(v); })
        .RowOfProfile<UintegerValue>(
            "TrimSize",
            [](const PortConfig& c) -> uint64_t { return c.trimFrameSize - ETHERNET_BYTES; },
            [](PortConfig& c, uint64_t v) { c.trimFrameSize = v + ETHERNET_BYTES; })
        .Row<DoubleValue>(
            "TrimmedShare",
            "Share of the line that trimmed packets get while data waits too, in steps of 1/256; "
            "0: strict priority over data",
            // The bound is that of FabricProfile, rounded up to whole steps.
            MakeDoubleChecker<double>(0, std::ceil(MOST_TRIMMED_SHARE * 256) / 256),
            [](const PortConfig& c) { return c.trimmedShare / 256.0; },
            // Rounded up: a small share must not become 0, which means strict priority.
            [](PortConfig& c, double v) {
                c.trimmedShare = static_cast<uint16_t>(std::ceil(v * 256));
            })
        .Row<UintegerValue>(
            "DscpTrimmed",
            "DSCP of packets trimmed here: one of the two of FabricProfile",
            MakeUintegerChecker<uint8_t>(0, 63),
            [](const PortConfig& c) -> uint64_t { return c.trimmedDscp; },
            [](PortConfig& c, uint64_t v) { c.trimmedDscp = v; });
}

void
PortQueue::AddBacklogs(TypeId tid)
{
    tid.AddAttribute("DataBytes",
                     "Bytes that wait in the data class",
                     TypeId::ATTR_GET,
                     UintegerValue(0),
                     MakeUintegerAccessor(&PortQueue::DataBytes),
                     MakeUintegerChecker<uint32_t>())
        .AddAttribute("TrimmedBytes",
                      "Bytes that wait in the class of trimmed packets",
                      TypeId::ATTR_GET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&PortQueue::TrimmedBytes),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("ControlBytes",
                      "Bytes that wait in the control class",
                      TypeId::ATTR_GET,
                      UintegerValue(0),
                      MakeUintegerAccessor(&PortQueue::ControlBytes),
                      MakeUintegerChecker<uint32_t>());
}

PortQueue::PortQueue() = default;

PortQueue::PortQueue(Ptr<FaceTable> table, PortIndex port)
    : m_table(table),
      m_port(port)
{
}

PortQueue::~PortQueue() = default;

/** A copy: the fabric's own may move when any port gets another configuration. */
PortConfig
PortQueue::Config() const
{
    return FaceTable::IsOpen(m_table) ? m_table->GetFabric().State().Need(m_port).ConfigOf(m_port)
                                      : PortConfig();
}

void
PortQueue::Change(const std::function<void(PortConfig&)>& change)
{
    Fabric& fabric = OpenPresent(m_table, "ns3::mrc::PortQueue").GetFabric();
    NS_LOG_INFO("the queue of port " << m_port << " changes");
    PortConfig config = fabric.State().Need(m_port).ConfigOf(m_port);
    change(config);
    // All is judged before anything changes, and by a copy: other ports share the configuration.
    CheckPolicies(fabric, m_port, config);
    CheckRoom(config, fabric.State().largest, RoomOf(fabric.State(), m_port));
    CheckTrimSize(config, fabric.State());
    const DscpPlan& plan = fabric.State().format.dscp;
    if (!plan.IsTrimmed(config.trimmedDscp))
    {
        // Receivers know trimmed packets by these two code points only.
        NS_FATAL_ERROR("ns3::mrc::PortQueue::DscpTrimmed is "
                       << +config.trimmedDscp << "; expected one of FabricProfile's, "
                       << +plan.trimmed << " or " << +plan.trimmedLastHop);
    }
    fabric.Settings().Configure(m_port, config, m_table->Now());
}

/** The fabric serves lazily: the fabric first decides all service that began before now. */
uint32_t
PortQueue::Backlog(TrafficClass where) const
{
    if (!FaceTable::IsOpen(m_table))
    {
        return 0;
    }
    constexpr const char* WHAT = "a backlog of ns3::mrc::PortQueue";
    Fabric& fabric = OpenPresent(m_table, WHAT).GetFabric();
    RequireOneRank(fabric.State(), WHAT);
    return fabric.Onlookers().Backlog(m_port, where, m_table->Now());
}

uint32_t
PortQueue::DataBytes() const
{
    return Backlog(TrafficClass::DATA);
}

uint32_t
PortQueue::TrimmedBytes() const
{
    return Backlog(TrafficClass::TRIMMED);
}

uint32_t
PortQueue::ControlBytes() const
{
    return Backlog(TrafficClass::CONTROL);
}

} // namespace mrc
} // namespace ns3
