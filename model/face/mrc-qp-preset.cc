/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-preset.h"

#include <map>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

using Values = std::vector<std::pair<std::string, std::string>>;

/** @return RoCEv2 on the fabric that RoCEv2 is run on [roce-fabric] */
Values
RoceValues()
{
    return {{"QpProfile::Transport", "ns3::mrc::RoceTransport"},
            {"RoceTransport::Switches", "Dcqcn"},
            {"EvProfile::Format", "Udp"},
            {"FabricProfile::Encapsulation", "Ipv4"},
            {"FabricProfile::EcnOnLastHop", "true"},
            {"FabricProfile::Trimming", "false"}};
}

/** @return the same over queues that lose nothing: 26 is RoceTransport::DataDscp */
Values
RoceLosslessValues()
{
    Values values = RoceValues();
    values.emplace_back("FabricProfile::LosslessDscps", "26");
    return values;
}

/** @return what is public of MetaRoCE, as far as the parts here can do that [metaroce-like] */
Values
MetaRoceLikeValues()
{
    return {{"QpProfile::ReceiverCredit", "true"},
            {"CcProfile::AlgorithmFactory", "ns3::mrc::MetaRoceLikeFactory"},
            {"CcProfile::Scope", "Plane"},
            {"EvProfile::Format", "Udp"},
            {"FabricProfile::Encapsulation", "Ipv6"},
            {"FabricProfile::EcnOnLastHop", "true"},
            {"FabricProfile::Trimming", "false"}};
}

} // namespace

std::vector<std::pair<std::string, std::string>>
QpPreset(const std::string& name)
{
    static const std::map<std::string, Values> presets = {
        {"api", {}},
        // an ACK timeout of 1.07 s, a window of 512 PSNs [qp-presets]
        {"nccl",
         {{"QpProfile::AckTimeoutExponent", "20"},
          {"QpProfile::LinearRetries", "7"},
          {"QpProfile::ExponentialRetries", "25"},
          {"QpProfile::Mpr", "4"}}},
        {"roce", RoceValues()},
        {"roce-lossless", RoceLosslessValues()},
        {"metaroce-like", MetaRoceLikeValues()},
    };
    const auto found = presets.find(name);
    if (found == presets.end())
    {
        throw std::invalid_argument("there is no preset of queue pairs '" + name +
                                    "'; expected api, nccl, roce, roce-lossless or metaroce-like");
    }
    return found->second;
}

} // namespace mrc
} // namespace ns3
