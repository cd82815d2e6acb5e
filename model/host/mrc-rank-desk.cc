/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-desk.h"

#include "mrc-nic-state.h"
#include "mrc-shard-set.h"

#include "ns3/mrc-queue-pair-user.h"

#include <algorithm>
#include <cstddef>
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
        ENDING,
        COMPLETED,
        DELIVERED,
        DUE,
    };

    Kind kind{Kind::OVER};
    SlotIndex slot{NO_SLOT};
    Completion completion;
    Delivery delivery;

    /** Tells a user. @param user of the queue pair */
    void TellTo(QueuePairUser& user) const;
};

void
RankDesk::Notice::TellTo(QueuePairUser& user) const
{
    switch (kind)
    {
    case Kind::ENDING:
        user.Ending(completion);
        break;
    case Kind::COMPLETED:
        user.Completed(completion);
        break;
    case Kind::DELIVERED:
        user.Delivered(delivery);
        break;
    default: // DUE
        user.Due();
        break;
    }
}

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
RankDesk::Ending(SlotIndex slot, const Completion& completion)
{
    Tell({Notice::Kind::ENDING, slot, completion, {}});
}

void
RankDesk::Completed(SlotIndex slot, const Completion& completion)
{
    Tell({Notice::Kind::COMPLETED, slot, completion, {}});
}

void
RankDesk::Due(SlotIndex slot)
{
    Tell({Notice::Kind::DUE, slot, {}, {}});
}

void
RankDesk::Delivered(SlotIndex slot, const Delivery& delivery)
{
    Tell({Notice::Kind::DELIVERED, slot, {}, delivery});
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
        // All ranks hear all notices, so that the same script acts in each of them.
        const Notice notice = m_link->Share({RankCall::NEWS}, teller, Notice());
        if (notice.kind == Notice::Kind::OVER)
        {
            return;
        }
        const uint32_t nic = m_set.FirstHere().GetNics().Store().slots[notice.slot].nic;
        QueuePairUser* user = m_set.Of(nic).GetNics().Seats().UserOf(notice.slot);
        if (user != nullptr)
        {
            notice.TellTo(*user);
        }
    }
}

const QueuePairCounters&
RankDesk::CountersOf(ShardIndex owner, SlotIndex slot, const QueuePairCounters& here)
{
    if (m_readings != 0)
    {
        const QueuePairCounters& told = OnPage(slot); // also if not needed: all ranks turn pages
        return RankOf(owner) == m_link->Own() ? here : told;
    }
    const QueuePairCounters told = Share({RankCall::COUNTERS, QpNumberOf(slot).value}, owner, here);
    // of others a copy is kept, as callers get a reference
    return RankOf(owner) == m_link->Own() ? here : m_counters.Keep(slot, told);
}

RankDesk::Reading::Reading(RankDesk* desk)
    : m_desk(desk)
{
    if (m_desk != nullptr)
    {
        ++m_desk->m_readings;
    }
}

RankDesk::Reading::~Reading()
{
    if (m_desk != nullptr && --m_desk->m_readings == 0)
    {
        m_desk->m_page = Page(); // counters go on
    }
}

const QueuePairCounters&
RankDesk::OnPage(SlotIndex slot)
{
    if (slot < m_page.first || slot - m_page.first >= m_page.counters.size())
    {
        Turn(slot);
    }
    return m_page.counters[slot - m_page.first];
}

/** Users read queue pairs in the order of their slots, more or less. */
void
RankDesk::Turn(SlotIndex slot)
{
    const NicStore& store = m_set.FirstHere().GetNics().Store();
    m_page.first = slot / PAGE * PAGE;
    const std::size_t count = std::min<std::size_t>(PAGE, store.slots.size() - m_page.first);
    m_page.counters.assign(count, QueuePairCounters());
    const auto rankOf = [&](std::size_t i) {
        return RankOf(OwnerOf(store, static_cast<SlotIndex>(m_page.first + i)));
    };
    RankBytes own;
    for (std::size_t i = 0; i < count; ++i)
    {
        if (rankOf(i) == m_link->Own())
        {
            const auto at = static_cast<SlotIndex>(m_page.first + i);
            PutValue(own,
                     m_set.Of(store.slots[at].nic).GetNics().Seats().AdminOf(at).Status().counters);
        }
    }
    const std::vector<RankBytes> in =
        m_link->Exchange({RankCall::COUNTERS_FROM, QpNumberOf(m_page.first).value},
                         std::vector<RankBytes>(m_link->Count(), own));
    std::vector<RankReader> readers(in.begin(), in.end());
    for (std::size_t i = 0; i < count; ++i)
    {
        if (rankOf(i) != m_link->Own())
        {
            m_page.counters[i] = readers[rankOf(i)].Take<QueuePairCounters>();
        }
    }
}

void
RankDesk::JoinLatest(std::vector<Instant>& instants)
{
    RankBytes own;
    for (const Instant instant : instants)
    {
        PutValue(own, instant);
    }
    const std::vector<RankBytes> in =
        m_link->Exchange({RankCall::MOMENTS}, std::vector<RankBytes>(m_link->Count(), own));
    for (uint32_t rank = 0; rank < in.size(); ++rank)
    {
        RankReader reader(in[rank]);
        for (std::size_t i = 0; reader.HasMore(); ++i)
        {
            instants.at(i) = std::max(instants.at(i), reader.Take<Instant>());
        }
    }
}

const RoceCounters*
RankDesk::RoceOf(ShardIndex owner, SlotIndex slot, const RoceCounters* here)
{
    const RankTopic topic{RankCall::ROCE, QpNumberOf(slot).value};
    // All ranks have to make the same calls, so the question whether there are any comes first.
    if (!Share(topic, owner, here != nullptr))
    {
        return nullptr;
    }
    const RoceCounters told = Share(topic, owner, here == nullptr ? RoceCounters() : *here);
    return RankOf(owner) == m_link->Own() ? here : &m_roce.Keep(slot, told);
}

uint32_t
RankDesk::RankOf(ShardIndex shard) const
{
    return m_set.First().GetFabric().State().cuts->Cuts()->RankOf(shard);
}

RankMail
RankDesk::Mail() const
{
    return m_set.First().GetFabric().Events().Crossings().Mail();
}

/** Each shard's reports go to the same sinks. */
void
RankDesk::HearPacked(RankReader& in)
{
    m_set.First().GetFabric().State().late->Hear(in);
}

void
RankDesk::Pack(uint32_t to, RankBytes& out)
{
    Mail().PackFrames(to, out);
}

void
RankDesk::Unpack(RankReader& in)
{
    Mail().UnpackFrames(in);
}

void
RankDesk::GatherDrops()
{
    RankBytes own;
    Mail().PackDrops(own);
    Mail().ForgetDrops();
    const std::vector<RankBytes> in =
        m_link->Exchange({RankCall::PORTS}, std::vector<RankBytes>(m_link->Count(), own));
    for (uint32_t rank = 0; rank < in.size(); ++rank)
    {
        if (rank != m_link->Own())
        {
            RankReader reader(in[rank]);
            Mail().UnpackDrops(rank, reader);
        }
    }
}

void
RankDesk::GatherArrivals()
{
    std::vector<RankBytes> out(m_link->Count());
    for (uint32_t rank = 0; rank < out.size(); ++rank)
    {
        if (rank != m_link->Own())
        {
            Mail().PackArrivals(rank, out[rank]);
        }
    }
    const std::vector<RankBytes> in = m_link->Exchange({RankCall::PORTS}, out);
    for (uint32_t rank = 0; rank < in.size(); ++rank)
    {
        if (rank != m_link->Own())
        {
            RankReader reader(in[rank]);
            Mail().UnpackArrivals(rank, reader);
        }
    }
}

} // namespace mrc
} // namespace ns3
