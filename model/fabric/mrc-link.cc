/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link.h"

#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/mrc-tick.h"
#include "ns3/pointer.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(Link);

TypeId
Link::GetTypeId()
{
    // The initial values are those of the topology: attributes are set after construction only.
    static TypeId tid =
        TypeId("ns3::mrc::Link")
            .SetParent<Channel>()
            .SetGroupName("Mrc")
            .AddConstructor<Link>()
            .AddAttribute("DataRate",
                          "Rate of both directions, 1 Mb/s .. 3.2 Tb/s",
                          TypeId::ATTR_GET | TypeId::ATTR_SET,
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&Link::SetRate, &Link::GetRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of both directions",
                          TypeId::ATTR_GET | TypeId::ATTR_SET,
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Link::SetDelay, &Link::GetDelay),
                          MakeTimeChecker(Time(0)))
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

Link::Link(Ptr<Port> lower, Ptr<Port> upper)
    : m_ends{lower, upper}
{
}

std::size_t
Link::GetNDevices() const
{
    return IsBuilt() ? 2 : 0;
}

Ptr<NetDevice>
Link::GetDevice(std::size_t i) const
{
    return m_ends.at(i);
}

unsigned
Link::DirectionOf(const Port& from) const
{
    return &from == PeekPointer(m_ends[0]) ? 0 : 1;
}

bool
Link::IsLossy(const Port& from) const
{
    return m_errors[DirectionOf(from)] != nullptr;
}

bool
Link::Corrupts(const Port& from, Ptr<Packet> packet)
{
    return m_errors[DirectionOf(from)]->IsCorrupt(packet);
}

void
Link::SetRate(DataRate rate)
{
    if (!LineRate::IsValid(rate.GetBitRate()))
    {
        NS_FATAL_ERROR("ns3::mrc::Link::DataRate is " << rate << "; expected 1 Mb/s .. 3.2 Tb/s");
    }
    for (const Ptr<Port>& end : m_ends)
    {
        Fabric& fabric = end->Faces().GetFabric();
        PortConfig config = fabric.Config(end->Index());
        config.rate = LineRate(rate.GetBitRate());
        fabric.Configure(end->Index(), config, end->Faces().Now());
    }
}

DataRate
Link::GetRate() const
{
    if (!IsBuilt())
    {
        return DataRate("100Gbps");
    }
    const LineRate& rate = m_ends[0]->Faces().GetFabric().Config(m_ends[0]->Index()).rate;
    return DataRate(8192000000000000ULL / rate.PsPerByteQ10());
}

void
Link::SetDelay(Time delay)
{
    for (const Ptr<Port>& end : m_ends)
    {
        Fabric& fabric = end->Faces().GetFabric();
        PortConfig config = fabric.Config(end->Index());
        config.propagation = ToSpan(delay);
        fabric.Configure(end->Index(), config, end->Faces().Now());
    }
}

Time
Link::GetDelay() const
{
    return IsBuilt() ? ToTime(m_ends[0]->Faces().GetFabric().Config(m_ends[0]->Index()).propagation)
                     : Time(0);
}

void
Link::SetUp(bool up)
{
    m_ends[0]->Faces().SetLink(m_ends[0]->Index(), up);
}

bool
Link::IsUp() const
{
    return IsBuilt() && m_ends[0]->IsLinkUp() && m_ends[1]->IsLinkUp();
}

void
Link::SetErrorModelUp(Ptr<ErrorModel> model)
{
    m_errors[0] = model;
    m_ends[0]->Faces().Refresh(m_ends[0]->Index());
}

void
Link::SetErrorModelDown(Ptr<ErrorModel> model)
{
    m_errors[1] = model;
    m_ends[0]->Faces().Refresh(m_ends[0]->Index());
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
    m_ends = {};
    m_errors = {};
    Channel::DoDispose();
}

} // namespace mrc
} // namespace ns3
