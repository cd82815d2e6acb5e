/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_TRACE_HELPER_H
#define MRC_PORT_TRACE_HELPER_H

#include "ns3/net-device.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/ptr.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Gives ns-3's forms of EnablePcap and EnableAscii to the ports of a fabric.
 *
 * Devices that are no ns3::mrc::Port are left alone, as by the other helpers of ns-3. A port has a
 * file PREFIX-NODE-PORT.pcap or .tr. NODE and PORT are the two parts of the port's name in the
 * fabric, such as PREFIX-p0.t0.1-up7.pcap, or the names that ns3::Names has for them.
 *
 * A pcap file holds both directions: all that the port sends and all that comes in. On a link of
 * two ends every frame is for the other one, so that `promiscuous` makes no difference. The snap
 * length is the attribute CaptureSize of ns3::PcapFileWrapper, in bytes; the time is always in
 * nanoseconds.
 *
 * @throws std::runtime_error naming a file that cannot be made
 * @throws std::invalid_argument for a node or port that is not there, and for a snap length of 0
 * @throws std::invalid_argument for a prefix that is a device or lies in /dev
 * @throws std::invalid_argument naming a file that a capture or trace writes already. That is one
 * of the same port, or of the port of that name in another network
 */
class PortTraceHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    using AsciiTraceHelperForDevice::EnableAscii;
    using PcapHelperForDevice::EnablePcap;

    /**
     * Captures one port.
     *
     * @param prefix of the file
     * @param nodeid ns-3's id of the node: Node::GetId()
     * @param deviceid which device of the node, from 0
     * @param promiscuous makes no difference
     */
    void EnablePcap(std::string prefix,
                    uint32_t nodeid,
                    uint32_t deviceid,
                    bool promiscuous = false);

    /**
     * Captures some ports.
     *
     * @param prefix of the files
     * @param ports those to capture; devices of another kind are passed over
     * @param promiscuous makes no difference
     * @throws std::runtime_error that tells how many files are needed if they are too many
     */
    void EnablePcap(std::string prefix, NetDeviceContainer ports, bool promiscuous = false);

    /**
     * Captures all ports of all nodes.
     *
     * @param prefix of the files
     * @param promiscuous makes no difference
     */
    void EnablePcapAll(std::string prefix, bool promiscuous = false);

    /**
     * Writes the events of one port into a file; ids as EnablePcap.
     *
     * @param prefix of the file
     * @param nodeid ns-3's id of the node
     * @param deviceid which device of the node, from 0
     * @param explicitFilename whether the prefix is the whole name
     */
    void EnableAscii(std::string prefix, uint32_t nodeid, uint32_t deviceid, bool explicitFilename);

    /**
     * Writes the events of one port into a stream; ids as EnablePcap.
     *
     * @param stream where to
     * @param nodeid ns-3's id of the node
     * @param deviceid which device of the node, from 0
     */
    void EnableAscii(Ptr<OutputStreamWrapper> stream, uint32_t nodeid, uint32_t deviceid);

    /**
     * Writes the events of all ports of all nodes into a file for each port.
     *
     * @param prefix of the files
     */
    void EnableAsciiAll(std::string prefix);

    /**
     * Writes the events of all ports of all nodes into a stream.
     *
     * @param stream where to
     */
    void EnableAsciiAll(Ptr<OutputStreamWrapper> stream);

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_TRACE_HELPER_H */
