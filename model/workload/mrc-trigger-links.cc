/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-trigger-links.h"

#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Transfers that a message names; longer lists are cut. Own choice. */
constexpr size_t LISTED = 8;

} // namespace

TriggerLinks::TriggerLinks(SharedList<Transfer> transfers,
                           SharedList<Trigger> triggers,
                           const std::string& name)
    : m_name(name),
      m_transfers(std::move(transfers)),
      m_triggers(std::move(triggers))
{
    FindPlaces();
    Link();
}

/** Ids of generated triggers count from 1: then they are places but for that. */
void
TriggerLinks::FindPlaces()
{
    bool isCount = true;
    uint32_t place = 0;
    for (const Trigger& trigger : std::as_const(m_triggers))
    {
        isCount = isCount && trigger.id == ++place;
    }
    for (place = 0; place < CountTriggers() && !isCount; ++place)
    {
        const Trigger& trigger = TriggerAt(place);
        if (!m_places.insert({trigger.id, place}).second)
        {
            Fail(trigger,
                 "trigger " + std::to_string(trigger.id) + " a second time; expected a new id");
        }
    }
}

uint32_t
TriggerLinks::ListedPlaceOf(uint32_t id) const
{
    const auto found = m_places.find(id);
    return found == m_places.end() ? UINT32_MAX : found->second;
}

uint32_t
TriggerLinks::CheckedPlace(uint32_t transfer, uint32_t id) const
{
    const uint32_t place = PlaceOf(id);
    if (place >= CountTriggers())
    {
        Fail(At(transfer),
             TransferName(At(transfer)) + " names trigger " + std::to_string(id) +
                 "; expected one that is defined");
    }
    return place;
}

/** Lists waiting transfers and activators of each trigger. Counts come first: lists lie behind each
 * other. */
void
TriggerLinks::Link()
{
    m_waiting.firsts.resize(CountTriggers() + 1);
    m_activators.firsts.resize(CountTriggers() + 1);
    const auto visit = [this](const auto& waits, const auto& activates) {
        for (uint32_t i = 0; i < CountTransfers(); ++i)
        {
            if (At(i).startTrigger)
            {
                waits(CheckedPlace(i, *At(i).startTrigger), i);
            }
            if (At(i).sendDoneTrigger)
            {
                activates(CheckedPlace(i, *At(i).sendDoneTrigger), Activator{i, 0});
            }
            if (At(i).recvDoneTrigger)
            {
                activates(CheckedPlace(i, *At(i).recvDoneTrigger), Activator{i, 1});
            }
        }
    };
    visit([this](uint32_t trigger, uint32_t) { ++m_waiting.firsts[trigger + 1]; },
          [this](uint32_t trigger, Activator) { ++m_activators.firsts[trigger + 1]; });
    const auto add = [](auto& lists) {
        std::partial_sum(lists.firsts.begin(), lists.firsts.end(), lists.firsts.begin());
        lists.items.resize(lists.firsts.back());
    };
    add(m_waiting);
    add(m_activators);
    std::vector<uint32_t> nextWaiting = m_waiting.firsts;
    std::vector<uint32_t> nextActivator = m_activators.firsts;
    visit([&](uint32_t trigger, uint32_t i) { m_waiting.items[nextWaiting[trigger]++] = i; },
          [&](uint32_t trigger, Activator activator) {
              m_activators.items[nextActivator[trigger]++] = activator;
          });
}

std::vector<uint32_t>
TriggerLinks::StartedByTime() const
{
    std::vector<uint32_t> timed;
    for (uint32_t i = 0; i < CountTransfers(); ++i)
    {
        if (!At(i).startTrigger)
        {
            timed.push_back(i);
        }
    }
    return timed;
}

TriggerItems<uint32_t>
TriggerLinks::StartedBy(uint32_t trigger, uint32_t activation) const
{
    const Trigger& planned = TriggerAt(trigger);
    const TriggerItems<uint32_t> all = WaitingOf(trigger);
    const TriggerItems<uint32_t> none{all.first, all.first};
    if (planned.kind == TriggerKind::MULTISHOT)
    {
        if (activation > all.Size())
        {
            return none; // everybody has started
        }
        return {all.first + activation - 1, all.first + activation};
    }
    const uint32_t needed = planned.kind == TriggerKind::BARRIER ? planned.count : 1;
    // No more activations come if anything waits: CheckTriggers.
    return activation == needed ? all : none;
}

/** A completion is known at the source, an arrival at the destination. */
uint32_t
TriggerLinks::NicOf(Activator activator) const
{
    const Transfer& transfer = At(activator.transfer);
    return activator.isReceive != 0 ? transfer.destination : transfer.source;
}

void
TriggerLinks::FailAt(uint32_t line, uint32_t column, const std::string& message) const
{
    const std::string place =
        line == 0 ? "" : ":" + std::to_string(line) + ":" + std::to_string(column);
    throw std::invalid_argument(m_name + place + ": " + message);
}

std::string
TransferName(const Transfer& transfer)
{
    return "transfer " + std::to_string(transfer.id) + " (" + std::to_string(transfer.source) +
           "->" + std::to_string(transfer.destination) + ")";
}

std::string
ActivatorIds(const TriggerLinks& links, uint32_t trigger)
{
    const TriggerItems<Activator> all = links.ActivatorsOf(trigger);
    std::string text;
    for (size_t i = 0; i < all.Size() && i < LISTED; ++i)
    {
        text += (i == 0 ? "" : ", ") + std::to_string(links.At(all.first[i].transfer).id);
    }
    return text + (all.Size() > LISTED ? ", ..." : "");
}

} // namespace mrc
} // namespace ns3
