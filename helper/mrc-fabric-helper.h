/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_HELPER_H
#define MRC_FABRIC_HELPER_H

#include "mrc-port-trace-helper.h"

#include "ns3/attribute.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/ipv6-interface-container.h"
#include "ns3/mrc-network.h"
#include "ns3/mrc-topology-spec.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

enum FacePolicy : uint8_t;

/** The stock stacks of some NICs; entry i of each container is of the i-th of them. */
struct StockStacks
{
    NetDeviceContainer devices;  //!< ns3::mrc::NicDevice
    Ipv6InterfaceContainer ipv6; //!< address 0 is link-local, address 1 that of the NIC
    Ipv4InterfaceContainer ipv4; //!< with one address
};

/**
 * How many threads share the run of a fabric, and how?
 *
 * Several threads come to the results of one [several-threads]. The functions set attributes of
 * ns3::mrc::FabricProfile.
 */
class ShareHelper
{
  public:
    virtual ~ShareHelper() = default;

    /**
     * @param threads how many share the run, 1 .. 64; 0: as many as there are cores
     * @throws std::invalid_argument naming the value and the expected ones
     */
    void SetThreads(uint32_t threads);

    /**
     * @param threads a number in words, or `auto`: as many as there are cores
     * @throws std::invalid_argument as the other one
     */
    void SetThreads(const std::string& threads);

    /**
     * Divides the fabric among threads and ranks [fabric-parts]. The results are the same.
     *
     * @param partition `auto`, `blocks`, `turns`, `scotch`, or the name of a file. Each line of the
     * file has the name of a node and the number of its part, from 0. A part is a thread; those of
     * a rank follow each other
     */
    void SetPartition(const std::string& partition);

    /**
     * Sets an attribute of ns3::mrc::FabricProfile: queues, marking, trimming, host.
     *
     * @param name of the attribute
     * @param value of the attribute's type and in its range, or a StringValue
     * @throws std::invalid_argument naming the attributes that there are, or the value and the
     * expected one
     */
    virtual void SetFabricAttribute(const std::string& name, const AttributeValue& value) = 0;
};

/**
 * Builds a multi-plane fabric from a topology and attributes.
 *
 * The constructor selects FastSimulatorImpl if no simulator exists yet and the script has chosen no
 * other one: create the helper before the first Node.
 *
 * EnablePcap and EnableAscii are ns-3's, for the ports of all fabrics that have faces. SetThreads
 * and SetPartition are ShareHelper's.
 */
class FabricHelper : public PortTraceHelper, public ShareHelper
{
  public:
    FabricHelper();

    /** @param spec the topology */
    void SetTopology(const TopologySpec& spec);

    /**
     * @param preset a name of TopologyPresetNames()
     * @param nics how many NICs
     * @throws std::invalid_argument naming the presets that there are, or how many NICs one takes
     */
    void SetTopology(const std::string& preset, uint32_t nics);

    void SetFabricAttribute(const std::string& name, const AttributeValue& value) override;

    /**
     * Sets an attribute of ns3::mrc::QpProfile: reliability.
     *
     * @param name of the attribute
     * @param value of the attribute's type and in its range, or a StringValue
     * @throws std::invalid_argument, here and below, naming the attributes that there are, or the
     * value and the expected one
     */
    void SetQpAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Gives queue pairs the defaults of a configuration, and fabrics the defaults that go with
     * them. Call this before a command line is parsed, so that options override the defaults.
     *
     * @param preset "api", the module's own defaults, or "nccl" [qp-presets]. The preset "roce" is
     *        RoCEv2 on a usual RoCEv2 fabric, and "roce-lossless" is the same with PFC
     *        [roce-fabric]. What is public of MetaRoCE is "metaroce-like" [metaroce-like]
     * @throws std::invalid_argument naming the presets that there are
     */
    static void SetQpDefaults(const std::string& preset);

    /**
     * Sets an attribute of ns3::mrc::EvProfile: paths.
     *
     * @param name of the attribute
     * @param value as for SetQpAttribute
     */
    void SetEvAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Sets an attribute of ns3::mrc::CcProfile: congestion control.
     *
     * @param name of the attribute
     * @param value as for SetQpAttribute
     */
    void SetCcAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Asks for ns-3 nodes, devices and channels in a fabric that does not have them everywhere.
     * Such a fabric has more than 4,096 NICs, or the attribute Faces of its ns3::mrc::FabricProfile
     * is Named.
     *
     * @param names nodes of the fabric: `nic0,nic17,p1.t0.2`; Install refuses unknown ones
     */
    void AddFaces(const std::string& names);

    /**
     * Fixes the random stream of the network that Install makes.
     *
     * @param stream number of the stream
     * @return how many streams are used: 1
     */
    int64_t AssignStreams(int64_t stream);

    /**
     * @return the network
     * @throws std::invalid_argument naming a value that makes the network impossible
     */
    Ptr<Network> Install() const;

    /**
     * Sets an attribute of ns3::mrc::NicDevice, for packets of stock stacks [stock-encapsulation].
     *
     * @param name of the attribute
     * @param value as for SetQpAttribute
     */
    void SetStackAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Puts ns-3's IPv6 and IPv4 stacks on NICs. Packets of the stacks then cross the fabric beside
     * those of queue pairs.
     *
     * @param network that Install made
     * @param nics their numbers; none: all NICs
     * @return their devices and interfaces
     * @throws std::invalid_argument if a queue of the fabric has no room for a packet of the Mtu
     */
    StockStacks InstallStacks(const Ptr<Network>& network,
                              const std::vector<uint32_t>& nics = {}) const;

  private:
    void MakeFaces(Network& network, FacePolicy policy) const;

    TopologySpec m_spec;
    ObjectFactory m_fabric;
    ObjectFactory m_qp;
    ObjectFactory m_ev;
    ObjectFactory m_cc;
    ObjectFactory m_stack;
    std::vector<std::string> m_faces; //!< lists of names
    int64_t m_stream{-1};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_HELPER_H */
