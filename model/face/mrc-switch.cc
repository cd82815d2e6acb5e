/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-switch.h"

#include "mrc-delay-bound.h"
#include "mrc-face-table.h"
#include "mrc-faces-of-threads.h"

#include "ns3/log.h"
#include "ns3/mrc-rank-mail.h"
#include "ns3/mrc-tick.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcSwitch");

NS_OBJECT_ENSURE_REGISTERED(Switch);

TypeId
Switch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::mrc::Switch")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<Switch>()
            .AddAttribute(
                "Latency",
                "From the arrival of a frame to its admission at the egress port, 0 .. 1 s; a "
                "queue pair takes no sample of a round trip from 8.39 ms on",
                TypeId::ATTR_GET | TypeId::ATTR_SET,
                TimeValue(ToTime(PortConfig().farLatency)),
                MakeTimeAccessor(&Switch::SetLatency, &Switch::GetLatency),
                MakeDelayChecker())
            .AddAttribute("BufferSize",
                          "Bytes of the buffer that the ports share; 0: they share none "
                          "[shared-buffer]",
                          TypeId::ATTR_GET,
                          UintegerValue(0),
                          MakeUintegerAccessor(&Switch::GetBufferSize),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("BufferUsed",
                          "Bytes of it that wait now",
                          TypeId::ATTR_GET,
                          UintegerValue(0),
                          MakeUintegerAccessor(&Switch::GetBufferUsed),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("BufferPeak",
                          "The most bytes of it that waited so far",
                          TypeId::ATTR_GET,
                          UintegerValue(0),
                          MakeUintegerAccessor(&Switch::GetBufferPeak),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("IcmpErrors",
                          "ICMPv6 errors that it has sent so far, with SendIcmp of FabricProfile "
                          "[switch-errors]",
                          TypeId::ATTR_GET,
                          UintegerValue(0),
                          MakeUintegerAccessor(&Switch::GetIcmpErrors),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

Switch::Switch() = default;

Switch::Switch(Ptr<FaceTable> table, std::vector<PortIndex> ports)
    : m_table(table),
      m_ports(std::move(ports))
{
}

Switch::~Switch() = default;

/**
 * The fabric has one event for link and switch together: the admission behind the switch. So the
 * latency stands with each port that sends towards the switch, not with the ports of the switch.
 */
void
Switch::SetLatency(Time latency)
{
    CheckDelay("ns3::mrc::Switch::Latency", latency);
    RequireOneRankOf(m_table, "ns3::mrc::Switch::Latency");
    Fabric& fabric = OpenPresent(m_table, "ns3::mrc::Switch::Latency").GetFabric();
    NS_LOG_INFO("a switch with " << m_ports.size() << " ports gets latency " << latency);
    for (const PortIndex port : m_ports)
    {
        const PortIndex ingress = m_table->PeerOf(port);
        PortConfig config = fabric.State().Need(ingress).ConfigOf(ingress);
        config.farLatency = ToSpan(latency);
        fabric.Settings().Configure(ingress, config, m_table->Now());
    }
}

/**
 * All ports that send to a switch have the same latency: the topology or SetLatency gave it to
 * each.
 */
Time
Switch::GetLatency() const
{
    if (!FaceTable::IsOpen(m_table))
    {
        return ToTime(PortConfig().farLatency);
    }
    const PortIndex ingress = m_table->PeerOf(m_ports[0]);
    return ToTime(m_table->GetFabric().State().Need(ingress).ConfigOf(ingress).farLatency);
}

uint64_t
Switch::GetBufferSize() const
{
    const SharedBuffer* buffer = Buffer();
    return buffer != nullptr ? buffer->Size() : 0;
}

uint64_t
Switch::GetBufferUsed() const
{
    const SharedBuffer* buffer = PresentBuffer();
    return buffer != nullptr ? buffer->Used() : 0;
}

uint64_t
Switch::GetBufferPeak() const
{
    const SharedBuffer* buffer = PresentBuffer();
    return buffer != nullptr ? buffer->Peak() : 0;
}

uint64_t
Switch::GetIcmpErrors() const
{
    uint64_t sum = 0;
    for (const PortIndex port : m_ports)
    {
        sum += FaceTable::IsOpen(m_table) ? m_table->GetFabric().Tally().ErrorsFrom(port) : 0;
    }
    return sum;
}

/**
 * @return the buffer that the ports share, up to date; null if there is none, or without a network
 */
const SharedBuffer*
Switch::Buffer() const
{
    return FaceTable::IsOpen(m_table) && !m_ports.empty()
               ? m_table->GetFabric().Onlookers().Buffer(m_ports[0], m_table->Now())
               : nullptr;
}

/**
 * @return the same, for what changes as time goes by: the process that acts for the switch has it
 */
const SharedBuffer*
Switch::PresentBuffer() const
{
    if (FaceTable::IsOpen(m_table))
    {
        RequireOneRank(m_table->GetFabric().State(), "the use of a buffer of ns3::mrc::Switch");
    }
    return Buffer();
}

} // namespace mrc
} // namespace ns3
