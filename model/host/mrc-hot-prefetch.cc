/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-hot-prefetch.h"

namespace ns3
{
namespace mrc
{

/**
 * Each step reads only the memory that the step before has brought in. A hint may be out of date by
 * the time the event of the hint fires, which costs time and changes nothing.
 */
void
HotPrefetch::operator()(const HotEvent* next, std::size_t count)
{
    Split(next, count);
    HintFrames();
    HintOuts();
    HintTails();
    HintPairs();
    HintStates();
    HintRecords();
}

/**
 * Sorts the batch by the memory that events touch, and hints at ports and NICs. Events of watched
 * ports are left out.
 */
void
HotPrefetch::Split(const HotEvent* next, std::size_t count)
{
    std::size_t admissions = 0;
    std::size_t wakes = 0;
    for (std::size_t i = 0; i < count; ++i)
    {
        // kinds are the top bits, so comparisons tell them without an instruction to cut them out
        const uint32_t arg = next[i].arg;
        m_admissions[admissions] = arg;
        m_wakes[wakes] = arg;
        admissions += arg < HotCode::Arg(HotKind::SERVICE, 0) ? 1 : 0;
        wakes += arg >= HotCode::Arg(HotKind::NIC_WAKE, 0) ? 1 : 0;
    }
    m_admissionCount = admissions;
    m_wakeCount = wakes;
    for (std::size_t i = 0; i < m_admissionCount; ++i)
    {
        m_fabric.Events().Hints().Port(m_admissions[i]);
    }
    const NicState* nics = m_nics.nics.data();
    const bool hasMore = HaveMorePorts();
    for (std::size_t i = 0; i < m_wakeCount; ++i)
    {
        m_wakes[i] = HotCode::IndexOf(m_wakes[i]);
        HintNic(nics[m_wakes[i]], hasMore);
    }
}

void
HotPrefetch::HintFrames()
{
    std::size_t switches = 0;
    std::size_t arrivals = 0;
    for (std::size_t i = 0; i < m_admissionCount; ++i)
    {
        const PortIndex port = m_admissions[i];
        const Hop hop{m_fabric.State().Link(port).far, m_fabric.Events().Hints().Head(port)};
        // a port at a cut link's near end is of another thread, or of another process
        if ((hop.place & LinkState::FAR_CUT) == 0)
        {
            m_fabric.Events().Hints().Heads(port);
        }
        m_atSwitches[switches] = hop;
        m_atNics[arrivals] = hop;
        // 1 for a NIC, 0 for a switch, without a branch.
        const std::size_t isNic = hop.place / LinkState::FAR_NIC;
        switches += 1 - isNic;
        arrivals += isNic;
    }
    m_switchCount = switches;
    m_arrivalCount = arrivals;
    std::size_t ready = 0;
    for (std::size_t i = 0; i < m_wakeCount; ++i)
    {
        const SlotIndex slot = m_nics.nics[m_wakes[i]].readyHead;
        m_wakes[ready] = slot;
        ready += slot == NO_SLOT ? 0 : 1;
    }
    m_wakeCount = ready;
    for (std::size_t i = 0; i < m_wakeCount; ++i)
    {
        __builtin_prefetch(&m_nics.slots[m_wakes[i]], 1);
    }
}

/** Hints at the ports by which frames leave switches, and at datagrams, NICs and queue pairs. */
void
HotPrefetch::HintOuts()
{
    for (std::size_t i = 0; i < m_switchCount; ++i)
    {
        Hop& hop = m_atSwitches[i];
        hop.place = m_fabric.Events().Hints().OutOf(hop.place, hop.frame);
    }
    const NicState* nics = m_nics.nics.data();
    const bool hasMore = HaveMorePorts();
    for (std::size_t i = 0; i < m_arrivalCount; ++i)
    {
        __builtin_prefetch(&m_fabric.Pool().DatagramAt(m_atNics[i].frame), 1);
        HintNic(nics[m_atNics[i].place & LinkState::NUMBER], hasMore);
    }
    for (std::size_t i = 0; i < m_wakeCount; ++i)
    {
        __builtin_prefetch(m_nics.slots[m_wakes[i]].pair, 1);
    }
}

void
HotPrefetch::HintTails()
{
    for (std::size_t i = 0; i < m_switchCount; ++i)
    {
        m_fabric.Events().Hints().Heads(m_atSwitches[i].place);
        m_fabric.Events().Hints().Tails(m_atSwitches[i].place);
    }
    std::size_t known = 0;
    for (std::size_t i = 0; i < m_arrivalCount; ++i)
    {
        const Datagram& datagram = m_fabric.Pool().DatagramAt(m_atNics[i].frame);
        // Numbers below the first, such as the endpoint service's, wrap and so fail the comparison.
        const SlotIndex slot = SlotOf(datagram.bth.destination);
        __builtin_prefetch(m_nics.slots.data() + slot, 1);
        m_atNics[known] = {slot, m_atNics[i].frame};
        known += slot < m_nics.NextSlot() ? 1 : 0;
    }
    m_arrivalCount = known;
}

void
HotPrefetch::HintPairs()
{
    for (std::size_t i = 0; i < m_arrivalCount; ++i)
    {
        __builtin_prefetch(m_nics.slots[m_atNics[i].place].pair, 1);
    }
    for (std::size_t i = 0; i < m_wakeCount; ++i)
    {
        HintPair(m_wakes[i], HintedPair::Part::STATE, nullptr);
    }
}

/** Arrivals lag one step behind wake-ups, as their slot is only known from the datagram. */
void
HotPrefetch::HintStates()
{
    for (std::size_t i = 0; i < m_arrivalCount; ++i)
    {
        const Datagram& datagram = m_fabric.Pool().DatagramAt(m_atNics[i].frame);
        HintPair(m_atNics[i].place, HintedPair::Part::STATE, &datagram);
    }
    for (std::size_t i = 0; i < m_wakeCount; ++i)
    {
        HintPair(m_wakes[i], HintedPair::Part::RECORDS, nullptr);
    }
}

void
HotPrefetch::HintRecords()
{
    for (std::size_t i = 0; i < m_arrivalCount; ++i)
    {
        // A data packet's record is mostly among the members that are there.
        const Datagram& datagram = m_fabric.Pool().DatagramAt(m_atNics[i].frame);
        if (!IsWrite(datagram.bth.opcode))
        {
            HintPair(m_atNics[i].place, HintedPair::Part::RECORDS, &datagram);
        }
    }
}

} // namespace mrc
} // namespace ns3
