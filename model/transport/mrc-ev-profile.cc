/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-profile.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/mrc-enum-accessor.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(EvProfile);

TypeId
EvProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::EvProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<EvProfile>();
        AddSets(t);
        AddStates(t);
        AddProbing(t);
        return t;
    }();
    return tid;
}

void
EvProfile::AddSets(TypeId tid)
{
    tid.AddAttribute(
           "Selector",
           "Which EV the next packet takes: Mrc (rotation with skips), Oblivious (rotation "
           "that heeds nothing), Random (drawn for each packet), Bitmap (rotation with "
           "penalties), Reps (recycled EVs) or Single (one EV)",
           EnumValue(PATH_SELECTION_MRC),
           EnumAccessor<PathSelection>(&EvProfile::m_selector),
           MakeEnumChecker(PATH_SELECTION_MRC,
                           "Mrc",
                           PATH_SELECTION_OBLIVIOUS,
                           "Oblivious",
                           PATH_SELECTION_RANDOM,
                           "Random",
                           PATH_SELECTION_BITMAP,
                           "Bitmap",
                           PATH_SELECTION_REPS,
                           "Reps",
                           PATH_SELECTION_SINGLE,
                           "Single"))
        .AddAttribute("Active",
                      "EVs in the rotation, all planes together (12 #1)",
                      UintegerValue(128),
                      MakeUintegerAccessor(&EvProfile::m_active),
                      MakeUintegerChecker<uint16_t>(1, 4096))
        .AddAttribute("Backup",
                      "EVs held back as replacements, all planes together (12 #1)",
                      UintegerValue(128),
                      MakeUintegerAccessor(&EvProfile::m_backup),
                      MakeUintegerChecker<uint16_t>(0, 4096))
        .AddAttribute("RandomDeal",
                      "Draw uplinks at random instead of dealing EVs evenly over them (12 #1)",
                      BooleanValue(false),
                      MakeBooleanAccessor(&EvProfile::m_randomDeal),
                      MakeBooleanChecker())
        .AddAttribute("MinActive",
                      "EVs that must not be assumed bad; 0: a quarter of all (12 #5)",
                      UintegerValue(0),
                      MakeUintegerAccessor(&EvProfile::m_minActive),
                      MakeUintegerChecker<uint16_t>(0, 8192));
}

void
EvProfile::AddStates(TypeId tid)
{
    tid.AddAttribute(
           "SkipTurns",
           "Turns of the rotation that a mark or a trim costs an EV; 0: only SkipLapse ends "
           "a skip (12 #3)",
           UintegerValue(1),
           MakeUintegerAccessor(&EvProfile::m_skipTurns),
           MakeUintegerChecker<uint8_t>(0, 15))
        .AddAttribute("SkipLapse",
                      "A skip ends after this though its turn has not come, at most 8 ms; 0: one "
                      "base RTT (12 #3)",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&EvProfile::m_skipLapse),
                      MakeTimeChecker(Time(0), MilliSeconds(8)))
        .AddAttribute("LossesToRetire",
                      "Untrimmed losses until an EV is assumed bad (12 #4)",
                      UintegerValue(1),
                      MakeUintegerAccessor(&EvProfile::m_lossesToRetire),
                      MakeUintegerChecker<uint8_t>(1, 7));
}

void
EvProfile::AddProbing(TypeId tid)
{
    tid.AddAttribute("ProbeStart",
                     "From the retirement of an EV to its first probe, before jitter (12 #6)",
                     TimeValue(NanoSeconds(262144)),
                     MakeTimeAccessor(&EvProfile::m_probeStart),
                     MakeTimeChecker(MicroSeconds(1), Seconds(100)))
        .AddAttribute("ProbeInterval",
                      "Between the probes of an EV, before jitter (12 #6)",
                      TimeValue(MilliSeconds(1)),
                      MakeTimeAccessor(&EvProfile::m_probeInterval),
                      MakeTimeChecker(MicroSeconds(1), Seconds(100)))
        .AddAttribute("ProbeSuccesses",
                      "Consecutive answers that resurrect an EV (12 #6)",
                      UintegerValue(3),
                      MakeUintegerAccessor(&EvProfile::m_probeSuccesses),
                      MakeUintegerChecker<uint8_t>(1, 255));
}

EvConfig
EvProfile::Get() const
{
    if (m_minActive > m_active + m_backup)
    {
        throw std::invalid_argument("ns3::mrc::EvProfile: MinActive " +
                                    std::to_string(m_minActive) + " exceeds Active + Backup " +
                                    std::to_string(m_active + m_backup));
    }
    EvConfig config;
    config.selector = m_selector;
    config.active = m_active;
    config.backup = m_backup;
    config.randomDeal = m_randomDeal;
    config.minActive = m_minActive;
    config.skipTurns = m_skipTurns;
    config.skipLapse = Span(m_skipLapse.GetPicoSeconds());
    config.lossesToRetire = m_lossesToRetire;
    config.probeStart = Span(m_probeStart.GetPicoSeconds());
    config.probeInterval = Span(m_probeInterval.GetPicoSeconds());
    config.probeSuccesses = m_probeSuccesses;
    return config;
}

} // namespace mrc
} // namespace ns3
