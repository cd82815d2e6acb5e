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

std::vector<std::pair<std::string, std::string>>
QpPreset(const std::string& name)
{
    using Values = std::vector<std::pair<std::string, std::string>>;
    static const std::map<std::string, Values> presets = {
        {"api", {}},
        // an ACK timeout of 1.07 s, a window of 512 PSNs [qp-presets]
        {"nccl",
         {{"AckTimeoutExponent", "20"},
          {"LinearRetries", "7"},
          {"ExponentialRetries", "25"},
          {"Mpr", "4"}}},
    };
    const auto found = presets.find(name);
    if (found == presets.end())
    {
        throw std::invalid_argument("there is no preset of queue pairs '" + name +
                                    "'; expected api or nccl");
    }
    return found->second;
}

} // namespace mrc
} // namespace ns3
