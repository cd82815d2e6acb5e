/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-simai-workload.h"

#include <sstream>

namespace ns3
{
namespace mrc
{

uint32_t
SimaiWorkload::SizeOf(SimaiGroup group) const
{
    switch (group)
    {
    case SimaiGroup::TENSOR:
        return job.tensor;
    case SimaiGroup::DATA:
        return job.data;
    case SimaiGroup::EXPERT:
        return job.expert;
    case SimaiGroup::REPLICA:
        break;
    }
    // Replicas of an expert are what is left along data beside the experts' groups.
    return job.data / job.expert;
}

/** A rank alone has nobody to send to. */
bool
SimaiWorkload::Sends(const SimaiCollective& collective) const
{
    return collective.kind != SimaiKind::NONE && collective.bytes != 0 &&
           SizeOf(collective.group) > 1;
}

std::string
SimaiWorkload::Describe() const
{
    std::ostringstream text;
    text << job.name << ": " << rows.size() << " rows of SimAI on " << job.Ranks()
         << " ranks (data " << job.data << ", tensor " << job.tensor << ", expert " << job.expert;
    if (job.pipeline > 1 || job.microbatches > 1)
    {
        text << ", pipeline " << job.pipeline << "), " << job.microbatches << " micro-batches, "
             << (chunks > 1 ? "stages not interleaved" : "stages of one chunk");
    }
    else
    {
        text << ")";
    }
    text << ", " << job.gpus << " GPUs in a node";
    // The file describes more than is simulated, and the user should know.
    if (stages > job.pipeline || microbatches > job.microbatches)
    {
        text << "; one stage of " << stages << ", one micro-batch of " << microbatches;
    }
    return text.str();
}

} // namespace mrc
} // namespace ns3
