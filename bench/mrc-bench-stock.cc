/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The reference that mrc-bench is compared with: the same load on ns-3's own devices.
 *
 * PointToPointNetDevices on a leaf-spine at 100 Gb/s; switches forward in the device's receive
 * callback, without IP. Senders are open-loop: they send full packets at the line rate less the
 * share of control frames, over the spines in turn. Receivers send a control frame for every fourth
 * packet. Nothing is dropped, nothing is sent again.
 *
 *   mrc-bench-stock --nics=128 --nicsPerLeaf=16 --bytes=33554432
 *
 * Prints one line of JSON.
 */

#include "mrc-bench-load.h"
#include "mrc-bench-measure.h"

#include "ns3/command-line.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/global-value.h"
#include "ns3/mac48-address.h"
#include "ns3/mrc-frame-size.h"
#include "ns3/node.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t PAYLOAD = 4096;
constexpr uint32_t PACKETS_PER_CONTROL = 4; //!< a SACK each 16 KiB
constexpr uint32_t PPP_BYTES = 2;           //!< the header of PointToPointNetDevice
constexpr uint32_t BURST = 16;              //!< packets that a sender queues at once
constexpr uint16_t PROTOCOL = 0x86dd;

/** Bytes that a frame keeps a line busy for, as in mrc-bench. */
uint32_t
LineBytes(mrc::Opcode opcode, uint32_t payload)
{
    mrc::Datagram datagram;
    datagram.bth.opcode = opcode;
    datagram.bth.timestamped = true;
    datagram.payload = payload;
    return mrc::FrameSize(datagram) + mrc::LINE_OVERHEAD_BYTES;
}

/** All that forwarding needs: where to and over which spine. */
class RouteHeader : public Header
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::BenchRouteHeader")
                                .SetParent<Header>()
                                .SetGroupName("Mrc")
                                .AddConstructor<RouteHeader>();
        return tid;
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    uint32_t GetSerializedSize() const override
    {
        return 12;
    }

    void Serialize(Buffer::Iterator start) const override
    {
        start.WriteU32(source);
        start.WriteU32(destination);
        start.WriteU16(spine);
        start.WriteU16(isControl ? 1 : 0);
    }

    uint32_t Deserialize(Buffer::Iterator start) override
    {
        source = start.ReadU32();
        destination = start.ReadU32();
        spine = start.ReadU16();
        isControl = start.ReadU16() != 0;
        return 12;
    }

    void Print(std::ostream& out) const override
    {
        out << source << " > " << destination << " over " << spine;
    }

    uint32_t source{0};
    uint32_t destination{0};
    uint16_t spine{0};
    bool isControl{false};
};

/** The fabric, its hosts and their counters. */
class StockFabric
{
  public:
    explicit StockFabric(const BenchLoad& load);

    /** @return frames received whole at the far end of a link */
    uint64_t Hops() const
    {
        return m_hops;
    }

    /** @return data packets that reached their host */
    uint64_t Delivered() const;

    /** @return packets that a queue had no room for */
    uint64_t Drops() const;

  private:
    struct Host
    {
        uint32_t destination{0};
        uint64_t toSend{0};
        uint64_t received{0};
        uint32_t spine{0};
    };

    using Device = Ptr<PointToPointNetDevice>;

    Device MakeDevice(const Ptr<Node>& node, const Ptr<PointToPointChannel>& channel);
    std::pair<Device, Device> Connect(const Ptr<Node>& a, const Ptr<Node>& b, Time delay);
    void ConnectHosts(const std::vector<Ptr<Node>>& leaves);
    void ConnectSpines(const std::vector<Ptr<Node>>& leaves);
    void SendBurst(uint32_t host);
    void Send(uint32_t from, uint32_t to, bool isControl);
    bool AtHost(uint32_t host, Ptr<const Packet> packet);
    bool AtLeaf(uint32_t leaf, Ptr<const Packet> packet);
    bool AtSpine(uint32_t spine, Ptr<const Packet> packet);

    /** Sets the function that takes the packets that a device receives. */
    template <bool (StockFabric::*METHOD)(uint32_t, Ptr<const Packet>)>
    void OnReceive(const Device& device, uint32_t number);

    BenchLoad m_load;
    uint32_t m_spines;
    uint32_t m_dataBytes;
    uint32_t m_controlBytes;
    Time m_burstInterval;
    Address m_anybody{Mac48Address::GetBroadcast()};
    std::vector<Host> m_hosts;
    std::vector<Device> m_hostUp;
    std::vector<Device> m_leafDown;  //!< by host
    std::vector<Device> m_leafUp;    //!< by leaf and spine
    std::vector<Device> m_spineDown; //!< by spine and leaf
    uint64_t m_hops{0};
};

StockFabric::StockFabric(const BenchLoad& load)
    : m_load(load),
      m_spines(load.nicsPerLeaf),
      m_dataBytes(LineBytes(mrc::Opcode::WRITE_MIDDLE, PAYLOAD) - PPP_BYTES),
      m_controlBytes(LineBytes(mrc::Opcode::SACK, 0) - PPP_BYTES),
      m_hosts(load.nics)
{
    const uint32_t bytesPerFour =
        PACKETS_PER_CONTROL * (m_dataBytes + PPP_BYTES) + m_controlBytes + PPP_BYTES;
    m_burstInterval = PicoSeconds(uint64_t{BURST} / PACKETS_PER_CONTROL * bytesPerFour * 80);
    std::vector<Ptr<Node>> leaves;
    for (uint32_t i = 0; i < load.Leaves(); ++i)
    {
        leaves.push_back(CreateObject<Node>());
    }
    ConnectHosts(leaves);
    ConnectSpines(leaves);
    for (uint32_t i = 0; i < load.nics; ++i)
    {
        m_hosts[i].destination = load.DestinationOf(i);
        m_hosts[i].toSend = (load.bytes + PAYLOAD - 1) / PAYLOAD;
        m_hosts[i].spine = load.StartPs(i) % m_spines;
        Simulator::Schedule(PicoSeconds(load.StartPs(i)), &StockFabric::SendBurst, this, i);
    }
}

StockFabric::Device
StockFabric::MakeDevice(const Ptr<Node>& node, const Ptr<PointToPointChannel>& channel)
{
    Device device = CreateObject<PointToPointNetDevice>();
    device->SetAddress(Mac48Address::Allocate());
    device->SetMtu(9000);
    device->SetAttribute("DataRate", StringValue("100Gbps"));
    auto queue = CreateObject<DropTailQueue<Packet>>();
    queue->SetAttribute("MaxSize", StringValue("100000p"));
    device->SetQueue(queue);
    node->AddDevice(device);
    device->Attach(channel);
    return device;
}

std::pair<StockFabric::Device, StockFabric::Device>
StockFabric::Connect(const Ptr<Node>& a, const Ptr<Node>& b, Time delay)
{
    auto channel = CreateObject<PointToPointChannel>();
    channel->SetAttribute("Delay", TimeValue(delay));
    Device first = MakeDevice(a, channel);
    return {first, MakeDevice(b, channel)};
}

template <bool (StockFabric::*METHOD)(uint32_t, Ptr<const Packet>)>
void
StockFabric::OnReceive(const Device& device, uint32_t number)
{
    device->SetReceiveCallback(NetDevice::ReceiveCallback(
        [this, number](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
            ++m_hops;
            return (this->*METHOD)(number, packet);
        }));
}

void
StockFabric::ConnectHosts(const std::vector<Ptr<Node>>& leaves)
{
    // A channel has one delay: half of the delays that mrc-bench has both ways, a switch latency of
    // 600 ns on the way up included.
    const Time delay = NanoSeconds((20 + 600 + 20) / 2);
    for (uint32_t i = 0; i < m_load.nics; ++i)
    {
        const uint32_t leaf = i / m_load.nicsPerLeaf;
        const auto ends = Connect(CreateObject<Node>(), leaves[leaf], delay);
        m_hostUp.push_back(ends.first);
        m_leafDown.push_back(ends.second);
        OnReceive<&StockFabric::AtHost>(ends.first, i);
        OnReceive<&StockFabric::AtLeaf>(ends.second, leaf);
    }
}

void
StockFabric::ConnectSpines(const std::vector<Ptr<Node>>& leaves)
{
    const Time delay = NanoSeconds(125 + 600);
    std::vector<Ptr<Node>> spines;
    for (uint32_t i = 0; i < m_spines; ++i)
    {
        spines.push_back(CreateObject<Node>());
    }
    m_leafUp.resize(leaves.size() * m_spines);
    m_spineDown.resize(leaves.size() * m_spines);
    for (uint32_t leaf = 0; leaf < leaves.size(); ++leaf)
    {
        for (uint32_t spine = 0; spine < m_spines; ++spine)
        {
            const auto ends = Connect(leaves[leaf], spines[spine], delay);
            m_leafUp[leaf * m_spines + spine] = ends.first;
            m_spineDown[spine * leaves.size() + leaf] = ends.second;
            OnReceive<&StockFabric::AtLeaf>(ends.first, leaf);
            OnReceive<&StockFabric::AtSpine>(ends.second, spine);
        }
    }
}

void
StockFabric::Send(uint32_t from, uint32_t to, bool isControl)
{
    RouteHeader header;
    header.source = from;
    header.destination = to;
    header.isControl = isControl;
    header.spine = m_hosts[from].spine;
    m_hosts[from].spine = (m_hosts[from].spine + 1) % m_spines;
    const uint32_t bytes = isControl ? m_controlBytes : m_dataBytes;
    auto packet = Create<Packet>(bytes - header.GetSerializedSize());
    packet->AddHeader(header);
    m_hostUp[from]->Send(packet, m_anybody, PROTOCOL);
}

void
StockFabric::SendBurst(uint32_t number)
{
    Host& host = m_hosts[number];
    for (uint32_t i = 0; i < BURST && host.toSend > 0; ++i, --host.toSend)
    {
        Send(number, host.destination, false);
    }
    if (host.toSend > 0)
    {
        Simulator::Schedule(m_burstInterval, &StockFabric::SendBurst, this, number);
    }
}

bool
StockFabric::AtHost(uint32_t host, Ptr<const Packet> packet)
{
    RouteHeader header;
    packet->PeekHeader(header);
    if (!header.isControl && ++m_hosts[host].received % PACKETS_PER_CONTROL == 0)
    {
        Send(host, header.source, true);
    }
    return true;
}

bool
StockFabric::AtLeaf(uint32_t leaf, Ptr<const Packet> packet)
{
    RouteHeader header;
    packet->PeekHeader(header);
    const bool isHere = header.destination / m_load.nicsPerLeaf == leaf;
    const Device& out =
        isHere ? m_leafDown[header.destination] : m_leafUp[leaf * m_spines + header.spine];
    return out->Send(packet->Copy(), m_anybody, PROTOCOL);
}

bool
StockFabric::AtSpine(uint32_t spine, Ptr<const Packet> packet)
{
    RouteHeader header;
    packet->PeekHeader(header);
    const uint32_t leaf = header.destination / m_load.nicsPerLeaf;
    return m_spineDown[spine * m_load.Leaves() + leaf]->Send(packet->Copy(), m_anybody, PROTOCOL);
}

uint64_t
StockFabric::Delivered() const
{
    uint64_t sum = 0;
    for (const Host& host : m_hosts)
    {
        sum += host.received;
    }
    return sum;
}

uint64_t
StockFabric::Drops() const
{
    uint64_t sum = 0;
    for (const auto* devices : {&m_hostUp, &m_leafDown, &m_leafUp, &m_spineDown})
    {
        for (const Device& device : *devices)
        {
            sum += device->GetQueue()->GetTotalDroppedPackets();
        }
    }
    return sum;
}

} // namespace

int
main(int argc, char* argv[])
{
    BenchLoad load{128, 16, 32U << 20, 1000000};
    CommandLine cmd(__FILE__);
    cmd.AddValue("nics", "Hosts", load.nics);
    cmd.AddValue("nicsPerLeaf", "Hosts on a leaf; there are as many spines", load.nicsPerLeaf);
    cmd.AddValue("bytes", "Bytes of each flow", load.bytes);
    cmd.Parse(argc, argv);

    Time::SetResolution(Time::PS);
    GlobalValue::Bind("SchedulerType", StringValue("ns3::PriorityQueueScheduler"));
    const double begin = CpuSeconds();
    StockFabric fabric(load);
    const double built = CpuSeconds();
    Simulator::Run();
    const double done = CpuSeconds();

    const uint64_t expected = load.nics * ((load.bytes + PAYLOAD - 1) / PAYLOAD);
    JsonLine()
        .AddText("program", "stock")
        .Add("nics", load.nics)
        .Add("planes", 1)
        .Add("bytes", load.bytes)
        .Add("hops", fabric.Hops())
        .Add("runCpuSeconds", done - built)
        .Add("buildCpuSeconds", built - begin)
        .Add("hopsPerSecond", static_cast<double>(fabric.Hops()) / (done - built))
        .Add("events", Simulator::GetEventCount())
        .Add("simulatedSeconds", Simulator::Now().GetSeconds())
        .Add("peakBytes", StatusBytes("VmHWM"))
        .Add("drops", fabric.Drops())
        .Add("lost", expected - fabric.Delivered())
        .Print();
    Simulator::Destroy();
    return fabric.Delivered() == expected ? 0 : 1;
}
