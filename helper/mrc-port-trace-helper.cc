/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-trace-helper.h"

#include "ns3/log.h"
#include "ns3/mrc-ascii-sink.h"
#include "ns3/mrc-output-file.h"
#include "ns3/mrc-pcap-sink.h"
#include "ns3/mrc-port.h"
#include "ns3/names.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/pcap-file-wrapper.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{
namespace mrc
{

NS_LOG_COMPONENT_DEFINE("MrcPortTraceHelper");

namespace
{

// Why a node may be missing that the topology has: the most likely mistake in a huge fabric.
const char* const NO_FACE = "; of a fabric only nodes that have faces are nodes of ns-3: "
                            "Faces::Create makes them";

// All ranks watch a port, so that all hear the same of the run, and one has the file.
const char* const NOWHERE = "/dev/null";

/** @return the port with these ids of ns-3; throws if there is none, as the user has named it */
Ptr<Port>
PortOf(uint32_t nodeid, uint32_t deviceid)
{
    const std::string asked =
        "there is no device " + std::to_string(deviceid) + " of node " + std::to_string(nodeid);
    if (nodeid >= NodeList::GetNNodes())
    {
        throw std::invalid_argument(asked + ": ns-3 has " + std::to_string(NodeList::GetNNodes()) +
                                    " nodes" + NO_FACE);
    }
    Ptr<Node> node = NodeList::GetNode(nodeid);
    if (deviceid >= node->GetNDevices())
    {
        throw std::invalid_argument(asked + ": it has " + std::to_string(node->GetNDevices()));
    }
    Ptr<Port> port = DynamicCast<Port>(node->GetDevice(deviceid));
    if (!port)
    {
        throw std::invalid_argument("device " + std::to_string(deviceid) + " of node " +
                                    std::to_string(nodeid) + " is no port of a fabric");
    }
    return port;
}

/**
 * @return the port that a device is, null for another kind of device
 *
 * ns-3 looks names up before calling EnablePcap, and hands on null for an unknown name.
 */
Ptr<Port>
PortOf(Ptr<NetDevice> device)
{
    if (!device)
    {
        throw std::invalid_argument("there is no device of this name to trace");
    }
    return DynamicCast<Port>(device);
}

/** @return all ports; throws if there are none, which is rarely meant */
NetDeviceContainer
AllPorts()
{
    NetDeviceContainer ports;
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
        {
            if (DynamicCast<Port>((*node)->GetDevice(i)))
            {
                ports.Add((*node)->GetDevice(i));
            }
        }
    }
    if (ports.GetN() == 0)
    {
        throw std::invalid_argument(std::string("there is no port to trace") + NO_FACE);
    }
    return ports;
}

/** Adds the number of needed files to an exception of enable() for want of files. */
template <typename Enable>
void
TellHowMany(uint32_t ports, Enable enable)
{
    try
    {
        enable();
    }
    catch (const TooManyFiles& error)
    {
        throw std::runtime_error(std::string(error.what()) + "; " + std::to_string(ports) +
                                 " ports need a file each: raise the limit, or name fewer ports "
                                 "(Faces::CreatePorts, --pcapPorts of mrc-fabric)");
    }
}

/** @return PREFIX-NODE-PORT.ENDING */
std::string
FileNameOf(const std::string& prefix, Port& port, const char* ending)
{
    if (prefix.empty())
    {
        throw std::invalid_argument("the traces of port " + port.Name() +
                                    " need a file name, or a prefix of it");
    }
    CheckFilePrefix(prefix);
    const std::string full = port.Name();
    // The name is NODE.PORT, and NODE may have dots itself: p1.t0.2.up7.
    const std::size_t dot = full.rfind('.');
    const std::string node = Names::FindName(port.GetNode());
    const std::string device = Names::FindName(Ptr<Port>(&port));
    return prefix + '-' + (node.empty() ? full.substr(0, dot) : node) + '-' +
           (device.empty() ? full.substr(dot + 1) : device) + ending;
}

/**
 * @return ns-3's own attribute for the length of the part of a frame that pcap files keep
 *
 * PcapSink writes its files itself; scripts go on setting the default of PcapFileWrapper, and an
 * object of that class knows it.
 */
uint32_t
SnapLength()
{
    UintegerValue length;
    CreateObject<PcapFileWrapper>()->GetAttribute("CaptureSize", length);
    return static_cast<uint32_t>(length.Get());
}

} // namespace

void
PortTraceHelper::EnablePcap(std::string prefix,
                            uint32_t nodeid,
                            uint32_t deviceid,
                            bool promiscuous)
{
    EnablePcapInternal(prefix, PortOf(nodeid, deviceid), promiscuous, false);
}

void
PortTraceHelper::EnablePcap(std::string prefix, NetDeviceContainer ports, bool promiscuous)
{
    TellHowMany(ports.GetN(), [&] { PcapHelperForDevice::EnablePcap(prefix, ports, promiscuous); });
}

void
PortTraceHelper::EnablePcapAll(std::string prefix, bool promiscuous)
{
    EnablePcap(prefix, AllPorts(), promiscuous);
}

void
PortTraceHelper::EnableAscii(std::string prefix,
                             uint32_t nodeid,
                             uint32_t deviceid,
                             bool explicitFilename)
{
    EnableAsciiInternal(nullptr, prefix, PortOf(nodeid, deviceid), explicitFilename);
}

void
PortTraceHelper::EnableAscii(Ptr<OutputStreamWrapper> stream, uint32_t nodeid, uint32_t deviceid)
{
    EnableAsciiInternal(stream, std::string(), PortOf(nodeid, deviceid), false);
}

void
PortTraceHelper::EnableAsciiAll(std::string prefix)
{
    const NetDeviceContainer ports = AllPorts();
    TellHowMany(ports.GetN(), [&] { AsciiTraceHelperForDevice::EnableAscii(prefix, ports); });
}

void
PortTraceHelper::EnableAsciiAll(Ptr<OutputStreamWrapper> stream)
{
    AsciiTraceHelperForDevice::EnableAscii(stream, AllPorts());
}

/**
 * All forms of EnablePcap end here, for one device. ns-3 gives its forms for nodes and containers
 * every device, so those of other kinds are passed over.
 */
void
PortTraceHelper::EnablePcapInternal(std::string prefix,
                                    Ptr<NetDevice> device,
                                    bool,
                                    bool explicitFilename)
{
    if (Ptr<Port> port = PortOf(device))
    {
        const std::string name = explicitFilename ? prefix : FileNameOf(prefix, *port, ".pcap");
        const std::string file = WritesFiles(*port) ? name : NOWHERE;
        NS_LOG_INFO("captures port " << port->Name() << " in " << file);
        PcapSink::Watch(*port, file, SnapLength());
    }
}

/** All forms of EnableAscii end here, for one device, with a stream or a name. */
void
PortTraceHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                     std::string prefix,
                                     Ptr<NetDevice> device,
                                     bool explicitFilename)
{
    if (Ptr<Port> port = PortOf(device))
    {
        if (stream)
        {
            AsciiSink::Watch(*port, stream);
            return;
        }
        // Forms with a stream pass no name: if the stream is null, nothing says where to write.
        if (prefix.empty())
        {
            throw std::invalid_argument("port " + port->Name() +
                                        " cannot be traced into a null stream; expected a stream, "
                                        "or a file name or prefix of it");
        }
        const std::string name = explicitFilename ? prefix : FileNameOf(prefix, *port, ".tr");
        const std::string file = WritesFiles(*port) ? name : NOWHERE;
        NS_LOG_INFO("traces port " << port->Name() << " in " << file);
        AsciiSink::Watch(*port, file);
    }
}

} // namespace mrc
} // namespace ns3
