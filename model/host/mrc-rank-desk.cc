/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-desk.h"

#include "mrc-nic-state.h"
#include "mrc-shard-set.h"

#include "ns3/mrc-queue-pair-user.h"

#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What a rank tells during its turn. */
struct RankDesk::Notice
{
    /** Of which event. */
    enum class Kind : uint8_t
    {
        OVER, //!< the turn is over
        COMPLETED,
        DELIVERED,
        REPORT, //!< of a port: the shard of this rank tells it
    };

    Kind kind{Kind::OVER};
    SlotIndex slot{NO_SLOT};
    Completion completion;
    Delivery delivery;
};

RankDesk::RankDesk(std::shared_ptr<RankLink> link, const ShardSet& set)
    : m_link(std::move(link)),
      m_set(set)
{
}

void
RankDesk::Tell(const Notice& notice)
{
    m_link->Share({RankCall::NEWS}, m_link->Own(), notice);
}

void
RankDesk::Completed(SlotIndex slot, const Completion& completion)
{
    Notice notice;
    notice.kind = Notice::Kind::COMPLETED;
    notice.slot = slot;
    notice.completion = completion;
    Tell(notice);
}

void
RankDesk::Delivered(SlotIndex slot, const Delivery& delivery)
{
    Notice notice;
    notice.kind = Notice::Kind::DELIVERED;
    notice.slot = slot;
    notice.delivery = delivery;
    Tell(notice);
}

void
RankDesk::Announce()
{
    Notice notice;
    notice.kind = Notice::Kind::REPORT;
    Tell(notice);
}

void
RankDesk::EndTurn()
{
    Tell(Notice());
}

void
RankDesk::Hear(uint32_t teller)
{
    for (;;)
    {
        const Notice notice = m_link->Share({RankCall::NEWS}, teller, Notice());
        if (notice.kind == Notice::Kind::OVER)
        {
            return;
        }
        if (notice.kind == Notice::Kind::REPORT)
        {
            m_set.All()[teller]->GetFabric().State().late->Hear();
            continue;
        }
        const uint32_t nic = m_set.First().GetNics().Store().slots[notice.slot].nic;
        QueuePairUser* user = m_set.Of(nic).GetNics().Seats().UserOf(notice.slot);
        if (user == nullptr)
        {
            continue;
        }
        if (notice.kind == Notice::Kind::COMPLETED)
        {
            user->Completed(notice.completion);
        }
        else
        {
            user->Delivered(notice.delivery);
        }
    }
}

const QueuePairCounters&
RankDesk::CountersOf(ShardIndex owner, SlotIndex slot, const QueuePairCounters& here)
{
    const QueuePairCounters told =
        m_link->Share({RankCall::COUNTERS, QpNumberOf(slot).value}, owner, here);
    return m_counters[slot] = told;
}

const RoceCounters*
RankDesk::RoceOf(ShardIndex owner, SlotIndex slot, const RoceCounters* here)
{
    const RankTopic topic{RankCall::ROCE, QpNumberOf(slot).value};
    if (!m_link->Share(topic, owner, here != nullptr))
    {
        return nullptr;
    }
    const RoceCounters told = m_link->Share(topic, owner, here == nullptr ? RoceCounters() : *here);
    return &(m_roce[slot] = told);
}

void
RankDesk::Pack(uint32_t to, RankBytes& out)
{
    Shard& own = *m_set.All()[m_link->Own()];
    own.GetFabric().Events().Crossings().Mail().PackFrames(static_cast<ShardIndex>(to), out);
}

void
RankDesk::Unpack(RankReader& in)
{
    m_set.All()[m_link->Own()]->GetFabric().Events().Crossings().Mail().UnpackFrames(in);
}

void
RankDesk::GatherCounters()
{
    RankBytes own;
    m_set.All()[m_link->Own()]->GetFabric().Events().Crossings().Mail().PackCounters(own);
    const std::vector<RankBytes> in =
        m_link->Exchange({RankCall::PORTS}, std::vector<RankBytes>(m_link->Count(), own));
    for (uint32_t rank = 0; rank < in.size(); ++rank)
    {
        if (rank != m_link->Own())
        {
            RankReader reader(in[rank]);
            m_set.All()[rank]->GetFabric().Events().Crossings().Mail().UnpackCounters(reader);
        }
    }
}

} // namespace mrc
} // namespace ns3
