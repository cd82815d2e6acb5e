/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port.h"

#include "mrc-face-table.h"
#include "mrc-faces-of-threads.h"
#include "mrc-link.h"
#include "mrc-port-queue.h"
#include "mrc-port-traces.h"

#include "ns3/log.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/mrc-rank-link.h"
#include "ns3/mrc-rank-tally.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPort");

NS_OBJECT_ENSURE_REGISTERED(Port);

namespace
{

/**
 * The largest packet: a Write with Immediate of the most payload that QpProfile takes
 * [payload-size], with a TSETH. As an MTU does, the size leaves out the Ethernet header and FCS.
 */
constexpr uint16_t MTU = ENVELOPE_BYTES - ETHERNET_BYTES +
                         ExtensionBytes(Opcode::WRITE_ONLY_IMMEDIATE) + TSETH_BYTES + 4096;

} // namespace

TypeId
Port::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::Port")
                       .SetParent<NetDevice>()
                       .SetGroupName("Mrc")
                       .AddConstructor<Port>()
                       .AddAttribute("Mtu",
                                     "Largest IPv6 packet that the module sends, outer header "
                                     "included, in bytes; fixed, QpProfile::Payload says how large "
                                     "packets are",
                                     TypeId::ATTR_GET,
                                     UintegerValue(MTU),
                                     MakeUintegerAccessor(&Port::GetMtu),
                                     MakeUintegerChecker<uint16_t>());
        // A Config path goes on through this attribute to those of the queue.
        t.AddAttribute("Queue",
                       "Limits, marking and trimming of what leaves here",
                       TypeId::ATTR_GET,
                       PointerValue(),
                       MakePointerAccessor(&Port::GetQueue),
                       MakePointerChecker<PortQueue>())
            .AddAttribute("Number",
                          "Which port of its fabric this is, from 0",
                          TypeId::ATTR_GET,
                          UintegerValue(NO_PORT),
                          MakeUintegerAccessor(&Port::m_index),
                          MakeUintegerChecker<uint32_t>());
        t.AddAttribute("SnapLength",
                       "Bytes of a frame, from its start, that are real in packets of this "
                       "port's trace sources. As many are real in those that the link's "
                       "ErrorModel judges when they leave here. Zeros stand for the rest, and "
                       "take no time",
                       UintegerValue(UINT16_MAX),
                       MakeUintegerAccessor(&Port::m_snapLength),
                       MakeUintegerChecker<uint32_t>(0, UINT16_MAX));
        AddTraces(t);
        return t;
    }();
    return tid;
}

void
Port::AddTraces(TypeId tid)
{
    const auto traceOf = [](auto source) {
        return MakeLazyTraceAccessor(&Port::GetTraces, &Port::TracesChanged, source);
    };
    const char* packet = "ns3::mrc::Port::PacketCallback";
    tid.AddTraceSource("Enqueue",
                       "A frame was queued here, trimmed or not",
                       traceOf(&PortTraces::enqueue),
                       packet)
        .AddTraceSource("PhyTxBegin",
                        "The first bit of a frame leaves",
                        traceOf(&PortTraces::phyTxBegin),
                        packet)
        .AddTraceSource("PhyRxEnd",
                        "The last bit of a frame has come, before the switch's latency",
                        traceOf(&PortTraces::phyRxEnd),
                        packet)
        .AddTraceSource("Mark",
                        "A frame got CE as it left the data class",
                        traceOf(&PortTraces::mark),
                        packet)
        .AddTraceSource("Trim",
                        "A frame lost its payload here; its size before in bytes",
                        traceOf(&PortTraces::trim),
                        "ns3::mrc::Port::TrimCallback")
        .AddTraceSource("Drop",
                        "A frame ended here, for this reason",
                        traceOf(&PortTraces::drop),
                        "ns3::mrc::Port::DropCallback");
}

Port::Port() = default;

/** The first face of a link brings the Link, the second one shares it. */
Port::Port(Ptr<FaceTable> table, PortIndex index, Mac48Address address, Ptr<Link> link)
    : FabricDevice(address),
      m_table(table),
      m_index(index),
      m_link(link)
{
    m_table->Set(m_index, this);
}

Port::~Port() = default;

std::string
Port::Name() const
{
    return FaceTable::Open(m_table, "ns3::mrc::Port::Name").NameOf(m_index);
}

Instant
Port::TraceTime() const
{
    return FaceTable::Open(m_table, "ns3::mrc::Port::TraceTime").Now();
}

const WireFormat&
Port::Format() const
{
    return FaceTable::Open(m_table, "ns3::mrc::Port::Format").GetFabric().State().format;
}

PortCounters
Port::Counters() const
{
    Fabric& fabric = OpenPresent(m_table, "ns3::mrc::Port::Counters").GetFabric();
    // Decides all that has left by now: several threads may have done so already [marks-so-far].
    fabric.Onlookers().Backlog(m_index, TrafficClass::DATA, m_table->Now());
    return RankTally(fabric.State()).Counters(m_index);
}

uint32_t
Port::Drops(DropReason reason) const
{
    const Fabric& fabric = OpenPresent(m_table, "ns3::mrc::Port::Drops").GetFabric();
    return RankTally(fabric.State()).Drops(m_index, reason);
}

/** Trace sources are large beside a port, and most ports of a fabric have no listener. */
PortTraces&
Port::GetTraces()
{
    if (!m_traces)
    {
        m_traces = std::make_unique<PortTraces>();
    }
    return *m_traces;
}

/** The door for pcap and ascii sinks, which want values and spare the fabric making packets. */
void
Port::Watch(Ptr<PortSink> sink)
{
    GetTraces().sinks.push_back(sink);
    TracesChanged();
}

Ptr<Object>
Port::GetQueue() const
{
    // GetQueue is a getter of an attribute, hence const; a queue without users is never made.
    if (!m_queue)
    {
        m_queue = CreateObject<PortQueue>(m_table, m_index);
    }
    return m_queue;
}

void
Port::TracesChanged()
{
    NS_LOG_LOGIC("port " << m_index << ": sinks came or went");
    // Sinks may be disconnected after the network: then nobody is left to be told.
    if (FaceTable::IsOpen(m_table))
    {
        OpenPresent(m_table, "a sink of ns3::mrc::Port").Refresh(m_index);
    }
}

/** Called by the network each time the direction that leaves this port went down or came up. */
void
Port::LinkChanged()
{
    if (m_linkChange)
    {
        (*m_linkChange)();
    }
}

Ptr<Channel>
Port::GetChannel() const
{
    return m_link;
}

/** Refuses any change without an error, as NetDevice has it. */
bool
Port::SetMtu(const uint16_t mtu)
{
    return mtu == MTU;
}

uint16_t
Port::GetMtu() const
{
    return MTU;
}

/** The direction that leaves here; Link::IsUp asks for both. */
bool
Port::IsLinkUp() const
{
    return FaceTable::IsOpen(m_table) &&
           (m_table->GetFabric().State().ports.Value(m_index).flags & PORT_DOWN) == 0;
}

void
Port::AddLinkChangeCallback(Callback<void> callback)
{
    if (!m_linkChange)
    {
        m_linkChange = std::make_unique<TracedCallback<>>();
    }
    m_linkChange->ConnectWithoutContext(callback);
}

bool
Port::IsBroadcast() const
{
    return false;
}

bool
Port::IsMulticast() const
{
    return false;
}

bool
Port::IsPointToPoint() const
{
    return true;
}

/**
 * A stock stack calls this. The stack's packets have no way through the fabric: the fabric routes
 * by uSIDs.
 */
bool
Port::Send(Ptr<Packet>, const Address&, uint16_t)
{
    RefuseStack();
    return false;
}

bool
Port::NeedsArp() const
{
    // Only IP stacks ask, when they are given the device: the user hears of it before any packet.
    RefuseStack();
    return false;
}

void
Port::RefuseStack() const
{
    if (FaceTable::IsOpen(m_table))
    {
        m_table->RefuseStack(m_index);
    }
}

void
Port::SetReceiveCallback(NetDevice::ReceiveCallback)
{
    // Nothing arrives for a stock stack: the NIC takes all packets that its port receives.
}

void
Port::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback)
{
    // As above; connect to PhyRxEnd to see every frame.
}

bool
WritesFiles(const Port& port)
{
    const RankLink* ranks = nullptr;
    if (FaceTable::IsOpen(port.m_table) && port.m_table->GetFabric().State().cuts)
    {
        ranks = port.m_table->GetFabric().State().cuts->Cuts()->ranks.get();
    }
    return ranks == nullptr || ranks->Own() == 0;
}

void
Port::DoDispose()
{
    // A port of a network is in the table, which must not call the port any more. The table
    // outlives the network, so this needs no check.
    if (m_link != nullptr)
    {
        m_table->Set(m_index, nullptr);
    }
    m_link = nullptr;
    m_queue = nullptr;
    m_traces.reset();
    m_linkChange.reset();
    FabricDevice::DoDispose();
}

} // namespace mrc
} // namespace ns3
