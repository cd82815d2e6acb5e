/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-unfinished-text.h"

#include "mrc-micros.h"

#include <algorithm>
#include <functional>
#include <iomanip>
#include <sstream>

namespace ns3
{
namespace mrc
{

namespace
{

/** @return the transfers in a phase, in the order of the matrix */
std::vector<uint32_t>
TransfersIn(const FlowCourse& driver, TransferPhase phase)
{
    std::vector<uint32_t> found;
    for (uint32_t i = 0; i < driver.TransferCount(); ++i)
    {
        if (driver.PhaseOf(i) == phase)
        {
            found.push_back(i);
        }
    }
    return found;
}

/** @return the first of the transfers, each in words, and how many more there are */
std::string
Listed(const std::vector<uint32_t>& transfers,
       Naming naming,
       const std::function<std::string(uint32_t)>& words)
{
    const std::size_t named = std::min<std::size_t>(static_cast<uint8_t>(naming), transfers.size());
    std::string text;
    for (std::size_t i = 0; i < named; ++i)
    {
        text += (i == 0 ? "" : "; ") + words(transfers[i]);
    }
    const std::size_t more = transfers.size() - named;
    return text + (more == 0 ? "" : "; and " + std::to_string(more) + " more");
}

/** @return "1 flow ONE: " or "2 flows MANY: " */
std::string
Count(std::size_t flows, const char* one, const char* many)
{
    return std::to_string(flows) + (flows == 1 ? " flow " : " flows ") + (flows == 1 ? one : many) +
           ": ";
}

/** @return "flow 1 (NIC 0 -> 4)" */
std::string
NameOf(const FlowRecord& flow)
{
    return "flow " + std::to_string(flow.flow) + " (NIC " + std::to_string(flow.source) + " -> " +
           std::to_string(flow.destination) + ")";
}

/** @return microseconds with three decimals, and the unit */
std::string
MicrosText(double us)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(3) << us << " us";
    return text.str();
}

/** @return the flow under way and the packets that the flow lacks */
std::string
LackOf(const FlowCourse& driver, uint32_t transfer)
{
    const FlowRecord flow = driver.LatestOf(transfer);
    return NameOf(flow) + " lacks " + std::to_string(driver.OutstandingBytes(transfer)) + " of " +
           std::to_string(flow.bytes) + " bytes";
}

} // namespace

std::string
DescribeStall(const FlowCourse& driver,
              const StallWatch& watch,
              const std::vector<uint32_t>& stalled,
              Naming naming)
{
    std::string text;
    if (!stalled.empty())
    {
        text = Count(stalled.size(), "does not move", "do not move") +
               Listed(stalled, naming, [&](uint32_t transfer) {
                   return LackOf(driver, transfer) + ", none came since " +
                          MicrosText(watch.Since(transfer).GetSeconds() * 1e6);
               });
    }
    // A transfer that waits for a stalled one is stalled as well, and names the chain that hangs.
    const std::vector<uint32_t> waiting = TransfersIn(driver, TransferPhase::WAITING);
    if (!waiting.empty())
    {
        text += (text.empty() ? "" : "; ") + Listed(waiting, naming, [&](uint32_t transfer) {
                    return "transfer " + std::to_string(driver.IdOf(transfer)) + " waits for " +
                           driver.WaitsFor(transfer);
                });
    }
    return text;
}

std::string
DescribeFailed(const FlowCourse& driver)
{
    const std::vector<uint32_t> failed = TransfersIn(driver, TransferPhase::FAILED);
    if (failed.empty())
    {
        return "";
    }
    return Count(failed.size(), "failed", "failed") +
           Listed(failed, Naming::MANY, [&](uint32_t transfer) {
               const FlowRecord flow = driver.LatestOf(transfer);
               return NameOf(flow) + " with " + ToString(flow.status) + " at " +
                      MicrosText(MicrosOf(flow.finish - Instant()));
           });
}

std::string
DescribeUnderWay(const FlowCourse& driver)
{
    const std::vector<uint32_t> active = TransfersIn(driver, TransferPhase::ACTIVE);
    if (active.empty())
    {
        return "";
    }
    return Count(active.size(), "is under way", "are under way") +
           Listed(active, Naming::MANY, [&](uint32_t transfer) {
               return LackOf(driver, transfer);
           });
}

std::string
DescribeUnposted(const FlowCourse& driver)
{
    // Each flow that was posted is complete, or is the one flow of its transfer that failed or is
    // under way.
    const uint64_t posted = driver.Counts().done +
                            TransfersIn(driver, TransferPhase::FAILED).size() +
                            TransfersIn(driver, TransferPhase::ACTIVE).size();
    const uint64_t unposted = driver.Counts().flows - posted;
    return unposted == 0 ? "" : std::to_string(unposted) + " not posted";
}

} // namespace mrc
} // namespace ns3
