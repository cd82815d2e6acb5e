/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link.h"

#include "mrc-delay-bound.h"
#include "mrc-face-table.h"
#include "mrc-faces-of-threads.h"
#include "mrc-port.h"

#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/log.h"
#include "ns3/mrc-shard-care.h"
#include "ns3/mrc-tick.h"
#include "ns3/pointer.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcLink");

NS_OBJECT_ENSURE_REGISTERED(Link);

TypeId
Link::GetTypeId()
{
    // No rows: the values are those of the topology, and stand with the two ports. Attributes are
    // set after construction only.
    static TypeId tid =
        TypeId("ns3::mrc::Link")
            .SetParent<Channel>()
            .SetGroupName("Mrc")
            .AddConstructor<Link>()
            .AddAttribute("DataRate",
                          "Rate of both directions, 1 Mb/s .. 3.2 Tb/s",
                          TypeId::ATTR_GET | TypeId::ATTR_SET,
                          DataRateValue(DataRate(PortConfig().rate.BitsPerSecond())),
                          MakeDataRateAccessor(&Link::SetRate, &Link::GetRate),
                          MakeDataRateChecker())
            .AddAttribute(
                "Delay",
                "Propagation delay of both directions, 0 .. 1 s; a queue pair takes no sample of "
                "a round trip from 8.39 ms on",
                TypeId::ATTR_GET | TypeId::ATTR_SET,
                TimeValue(ToTime(PortConfig().propagation)),
                MakeTimeAccessor(&Link::SetDelay, &Link::GetDelay),
                MakeDelayChecker())
            .AddAttribute(
                "Up",
                "Whether the link carries frames; what is on it when it goes down is lost",
                TypeId::ATTR_GET | TypeId::ATTR_SET,
                BooleanValue(true),
                MakeBooleanAccessor(&Link::SetUp, &Link::IsUp),
                MakeBooleanChecker())
            .AddAttribute("ErrorModelUp",
                          "Judges every frame from the lower to the upper end",
                          TypeId::ATTR_GET | TypeId::ATTR_SET,
                          PointerValue(),
                          MakePointerAccessor(&Link::SetErrorModelUp, &Link::GetErrorModelUp),
                          MakePointerChecker<ErrorModel>())
            .AddAttribute("ErrorModelDown",
                          "Judges every frame from the upper to the lower end",
                          TypeId::ATTR_GET | TypeId::ATTR_SET,
                          PointerValue(),
                          MakePointerAccessor(&Link::SetErrorModelDown, &Link::GetErrorModelDown),
                          MakePointerChecker<ErrorModel>());
    return tid;
}

Link::Link() = default;

Link::Link(Ptr<FaceTable> table, PortIndex lower)
    : m_table(table),
      m_lower(lower)
{
}

Link::~Link() = default;

/** The lower end first: m_errors and GetDevice go by this order. */
std::array<PortIndex, 2>
Link::Ends() const
{
    return {m_lower, m_table->PeerOf(m_lower)};
}

/** Less than 2 where a node of a huge fabric has no face. */
std::size_t
Link::GetNDevices() const
{
    std::size_t count = 0;
    if (FaceTable::IsOpen(m_table))
    {
        for (const PortIndex end : Ends())
        {
            count += m_table->At(end) != nullptr;
        }
    }
    return count;
}

Ptr<NetDevice>
Link::GetDevice(std::size_t i) const
{
    FaceTable::Open(m_table, "ns3::mrc::Link::GetDevice");
    for (const PortIndex end : Ends())
    {
        if (m_table->At(end) != nullptr && i-- == 0)
        {
            return Ptr<Port>(m_table->At(end));
        }
    }
    NS_FATAL_ERROR("ns3::mrc::Link::GetDevice: the link has " << GetNDevices()
                                                              << " devices; a port without a face "
                                                                 "is none");
}

/** Asked by FaceTable, to mark the direction in the fabric, and again for each frame. */
bool
Link::IsLossy(PortIndex from) const
{
    return m_errors[from != m_lower] != nullptr;
}

bool
Link::Corrupts(PortIndex from, Ptr<Packet> packet)
{
    return m_errors[from != m_lower]->IsCorrupt(packet);
}

/**
 * Changes the settings that the two directions share. The fabric keeps a configuration for each
 * directed port.
 */
void
Link::Configure(const char* attribute, const std::function<void(PortConfig&)>& change)
{
    Fabric& fabric = OpenPresent(m_table, attribute).GetFabric();
    NS_LOG_INFO(attribute << " of the link of port " << m_lower << " changes");
    for (const PortIndex end : Ends())
    {
        // A copy: the configuration in the table is shared by all ports of the kind.
        PortConfig config = fabric.State().Need(end).ConfigOf(end);
        change(config);
        fabric.Settings().Configure(end, config, m_table->Now());
    }
}

void
Link::SetRate(DataRate rate)
{
    // A checker of ns-3 knows no bounds of a DataRate, so they are checked here.
    if (!LineRate::IsValid(rate.GetBitRate()))
    {
        NS_FATAL_ERROR("ns3::mrc::Link::DataRate is " << rate << "; expected 1 Mb/s .. 3.2 Tb/s");
    }
    Configure("ns3::mrc::Link::DataRate",
              [&rate](PortConfig& config) { config.rate = LineRate(rate.GetBitRate()); });
}

DataRate
Link::GetRate() const
{
    // A link that a script made itself, or of a network that is gone, shows the default.
    return FaceTable::IsOpen(m_table) ? DataRate(m_table->GetFabric()
                                                     .State()
                                                     .Need(m_lower)
                                                     .ConfigOf(m_lower)
                                                     .rate.BitsPerSecond())
                                      : DataRate(PortConfig().rate.BitsPerSecond());
}

void
Link::SetDelay(Time delay)
{
    CheckDelay("ns3::mrc::Link::Delay", delay);
    RequireOneRankOf(m_table, "ns3::mrc::Link::Delay");
    Configure("ns3::mrc::Link::Delay",
              [&delay](PortConfig& config) { config.propagation = ToSpan(delay); });
}

Time
Link::GetDelay() const
{
    return FaceTable::IsOpen(m_table)
               ? ToTime(m_table->GetFabric().State().Need(m_lower).ConfigOf(m_lower).propagation)
               : ToTime(PortConfig().propagation);
}

void
Link::SetUp(bool up)
{
    // Both directions go down together, as an operator's word does; faults take them one by one.
    OpenPresent(m_table, "ns3::mrc::Link::Up").SetLink(m_lower, up);
}

bool
Link::IsUp() const
{
    if (!FaceTable::IsOpen(m_table))
    {
        return false;
    }
    // A fault may take one direction only; Ethernet takes such a link for down.
    const std::array<PortIndex, 2> ends = Ends();
    return std::all_of(ends.begin(), ends.end(), [this](PortIndex end) {
        return (m_table->GetFabric().State().ports.Value(end).flags & PORT_DOWN) == 0;
    });
}

void
Link::SetErrorModelUp(Ptr<ErrorModel> model)
{
    SetErrorModel(0, model);
}

void
Link::SetErrorModelDown(Ptr<ErrorModel> model)
{
    SetErrorModel(1, model);
}

void
Link::SetErrorModel(unsigned direction, Ptr<ErrorModel> model)
{
    FaceTable& table = OpenPresent(m_table, "ns3::mrc::Link: an ErrorModel");
    ShardCare* const care = table.GetFabric().State().care;
    if (care != nullptr && model != nullptr)
    {
        // A model's draws depend on the order of frames, which has to be that of one thread.
        care->Merge("an ErrorModel of ns3::mrc::Link");
    }
    m_errors[direction] = model;
    NS_LOG_INFO("link of port " << m_lower << ", direction " << direction << ": ErrorModel "
                                << model);
    // The fabric asks for a judgement only where a port is marked lossy: other frames cost nothing.
    table.Refresh(m_lower);
}

Ptr<ErrorModel>
Link::GetErrorModelUp() const
{
    return m_errors[0];
}

Ptr<ErrorModel>
Link::GetErrorModelDown() const
{
    return m_errors[1];
}

void
Link::DoDispose()
{
    // FaceTable::Corrupts looks for a model again, so frames that are still judged pass.
    m_errors = {};
    Channel::DoDispose();
}

} // namespace mrc
} // namespace ns3
