/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-recovery-times.h"

#include "ns3/mrc-nic-table.h"
#include "ns3/mrc-rank-link.h"

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double PS_PER_US = 1e6;

/** @return what another rank tells of its times. @param bytes from there */
Distribution::Contents
ContentsIn(const RankBytes& bytes)
{
    RankReader reader(bytes);
    Distribution::Contents contents;
    contents.greatest = reader.Take<double>();
    contents.rounds = reader.Take<bool>();
    while (reader.HasMore())
    {
        contents.bins.push_back(reader.Take<Distribution::Bin>());
    }
    return contents;
}

} // namespace

const char*
CauseName(RetransmitCause cause)
{
    // In the order of RetransmitCause.
    static constexpr const char* NAMES[RETRANSMIT_CAUSES] = {"trim",
                                                             "gap",
                                                             "timeout",
                                                             "refused",
                                                             "port"};
    return NAMES[static_cast<unsigned>(cause)];
}

/** Queue pairs belong to the network and outlive this: a listener left there would dangle. */
RecoveryTimes::~RecoveryTimes()
{
    for (const Ptr<Qp>& qp : m_qps)
    {
        qp->GetEvents().Resends().Remove(*this);
    }
}

void
RecoveryTimes::Watch(const std::vector<Ptr<Qp>>& qps)
{
    for (const Ptr<Qp>& qp : qps)
    {
        if (qp->Nics().Store().IsElsewhere(qp->m_slot))
        {
            continue; // the rank that sends hears of these packets: two would count them twice
        }
        qp->GetEvents().Resends().Add(*this);
        m_qps.push_back(qp);
    }
}

void
RecoveryTimes::Gather(RankLink& link)
{
    for (Distribution& times : m_times)
    {
        const Distribution::Contents here = times.Tell();
        RankBytes own;
        PutValue(own, here.greatest);
        PutValue(own, here.rounds);
        for (const Distribution::Bin& bin : here.bins)
        {
            PutValue(own, bin);
        }
        const std::vector<RankBytes> all =
            link.Exchange({RankCall::RECOVERY_TIMES}, std::vector<RankBytes>(link.Count(), own));
        for (uint32_t rank = 0; rank < all.size(); ++rank)
        {
            if (rank != link.Own())
            {
                // The own times are in already.
                times.Join(ContentsIn(all[rank]));
            }
        }
    }
}

/** Hears of each retransmission. Their order does not show in a distribution. */
void
RecoveryTimes::Resent(const Retransmission& retransmission)
{
    // Threads of several shards tell at the same time.
    const std::lock_guard<std::mutex> lock(m_adding);
    Of(retransmission.cause).Add(static_cast<double>(retransmission.after.Ps()) / PS_PER_US);
}

} // namespace mrc
} // namespace ns3
