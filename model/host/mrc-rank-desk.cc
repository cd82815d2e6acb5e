/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-rank-desk.h"

#include "mrc-nic-state.h"
#include "mrc-shard-set.h"

#include "ns3/mrc-hash.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

RankDesk::RankDesk(std::shared_ptr<RankLink> link, const ShardSet& set)
    : m_link(std::move(link)),
      m_set(set)
{
}

void
RankDesk::Tell(const SlotNotice& notice)
{
    RankBytes call;
    call.reserve(sizeof(PackedCall) + sizeof(SlotNotice));
    PutValue(call, PackedCall::PAIR);
    PutValue(call, notice);
    TellPacked(call);
}

/** Others hear first: what the user here does is done there, too. */
void
RankDesk::TellPacked(const RankBytes& call)
{
    m_link->SpreadBytes({RankCall::NEWS}, m_link->Own(), call);
    HearAtOnce(call);
}

/** All processes stand at the instant of a call. */
void
RankDesk::HearAtOnce(const RankBytes& call)
{
    const RankOrders::Acting hears(m_link->Orders(), RankOrders::Part::HEARS);
    RankReader in(call);
    HearPacked(in);
}

void
RankDesk::NoteHearers(SlotIndex slot, uint32_t hearers)
{
    m_hearers = Mix(m_hearers ^ (uint64_t{hearers} << 32 | slot));
}

/** All processes hear all notices, so that the same script acts in each of them. */
void
RankDesk::TellUser(const SlotNotice& notice)
{
    const RankOrders::Acting hears(m_link->Orders(), RankOrders::Part::HEARS);
    const uint32_t nic = m_set.FirstHere().GetNics().Store().slots[notice.slot].nic;
    if (QueuePairUser* user = m_set.Of(nic).GetNics().Seats().UserOf(notice.slot))
    {
        notice.notice.TellTo(*user);
    }
}

void
RankDesk::Refuse(SlotIndex slot) const
{
    m_link->Abort(RankOrders::Refusal("a queue pair was changed",
                                      "sinks of queue pair " +
                                          std::to_string(QpNumberOf(slot).value) +
                                          ", or a workload that uses the queue pair,"));
}

/** News of nothing say that the turn is over. */
void
RankDesk::EndTurn()
{
    m_link->SpreadBytes({RankCall::NEWS}, m_link->Own(), {});
}

void
RankDesk::Hear(uint32_t teller)
{
    for (;;)
    {
        const RankBytes call = m_link->SpreadBytes({RankCall::NEWS}, teller, {});
        if (call.empty())
        {
            return;
        }
        HearAtOnce(call);
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
    if (in.Take<PackedCall>() == PackedCall::PORT)
    {
        m_set.First().GetFabric().State().late->Hear(in);
        return;
    }
    TellUser(in.Take<SlotNotice>());
}

void
RankDesk::Pack(uint32_t to, RankBytes& out)
{
    PutValue(out, m_hearers);
    Mail().PackFrames(to, out);
}

/** @throws std::runtime_error if the script of that rank has other sinks */
void
RankDesk::Unpack(RankReader& in)
{
    if (in.Take<uint64_t>() != m_hearers)
    {
        throw std::runtime_error("ranks have different sinks or completion queues of queue pairs; "
                                 "expected the same in all ranks, none behind "
                                 "ns3::mrc::IsFirstRank");
    }
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
