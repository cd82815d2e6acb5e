/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-helper.h"

#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
ShareHelper::SetThreads(uint32_t threads)
{
    SetFabricAttribute("Threads", UintegerValue(threads));
}

void
ShareHelper::SetThreads(const std::string& threads)
{
    const bool isNumber = !threads.empty() && threads.size() <= 9 &&
                          std::all_of(threads.begin(), threads.end(), [](unsigned char letter) {
                              return std::isdigit(letter) != 0;
                          });
    if (threads != "auto" && !isNumber)
    {
        throw std::invalid_argument("FabricHelper::SetThreads(\"" + threads +
                                    "\"); expected auto, or 0 .. 64");
    }
    SetThreads(isNumber ? static_cast<uint32_t>(std::stoul(threads)) : 0);
}

void
ShareHelper::SetPartition(const std::string& partition)
{
    SetFabricAttribute("Partition", StringValue(partition));
}

} // namespace mrc
} // namespace ns3
