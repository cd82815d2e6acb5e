/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-profile.h"

#include "mrc-config-rows.h"
#include "mrc-enum-accessor.h"

#include "ns3/enum.h"
#include "ns3/mrc-ev-file.h"
#include "ns3/mrc-ev-list.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/pointer.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(EvProfile);

/** The texts that EVs are read from: the engine gets what they say. */
struct EvTexts
{
    std::string evs{"1:0"};             //!< of mode Explicit
    std::string fields{"4:0:0:15:0xf"}; //!< of mode Generated
    std::string file;                   //!< name of the file of mode Template
};

TypeId
EvProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::EvProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<EvProfile>();
        AddModes(t);
        AddTexts(t);
        AddSets(t);
        AddStates(t);
        AddProbing(t);
        return t;
    }();
    return tid;
}

EvProfile::EvProfile()
    : m_config(std::make_unique<EvConfig>()),
      m_texts(std::make_unique<EvTexts>())
{
}

EvProfile::~EvProfile() = default;

void
EvProfile::AddModes(TypeId tid)
{
    ConfigRows<EvProfile, EvConfig>(tid, &EvProfile::m_config)
        .Row("Mode",
             &EvConfig::mode,
             MakeEnumChecker(EV_MODE_AUTO,
                             "Auto",
                             EV_MODE_EXPLICIT,
                             "Explicit",
                             EV_MODE_GENERATED,
                             "Generated",
                             EV_MODE_TEMPLATE,
                             "Template"),
             "Where EVs come from: Auto (dealt over the uplinks that there are), Explicit "
             "(those of Evs), Generated (out of Fields) or Template (of File) [ev-modes]")
        .Row("Format",
             &EvConfig::format,
             MakeEnumChecker(EV_FORMAT_SRV6, "Srv6", EV_FORMAT_UDP, "Udp", EV_FORMAT_STEV, "Stev"),
             "What an EV is to the fabric: Srv6 (made into a carrier of uSIDs), Udp (switches "
             "hash it) or Stev (switches take its bits). Encapsulation of FabricProfile must "
             "suit [ev-formats]");
}

void
EvProfile::AddTexts(TypeId tid)
{
    ConfigRows<EvProfile, EvTexts>(tid, &EvProfile::m_texts)
        .Row("Evs",
             &EvTexts::evs,
             "EVs of mode Explicit: items PORT:VALUE with commas between; ports, which are "
             "planes, from 1, values numbers of paths; ranges as 1-8:0-15")
        .Row("Fields",
             &EvTexts::fields,
             "Fields of mode Generated: items WIDTH:INIT:MIN:MAX:MASK with commas between, "
             "the first in the lowest bits; each value is used on each port")
        .Row("File",
             &EvTexts::file,
             "A file of the public system.json form, with the EVs of each pair of NICs, "
             "for mode Template [ev-templates]");
}

/**
 * @return the EVs of mode Template
 */
std::shared_ptr<const EvFile>
EvProfile::File() const
{
    const std::string& name = m_texts->file;
    if (!m_file || m_file->Name() != name)
    {
        std::ifstream in(name);
        if (!std::filesystem::is_regular_file(name) || !in)
        {
            throw std::invalid_argument("ns3::mrc::EvProfile::File = '" + name +
                                        "' cannot be read; expected the name of a file");
        }
        m_file = std::make_shared<const EvFile>(EvFile::Read(in, name));
    }
    return m_file;
}

void
EvProfile::AddSets(TypeId tid)
{
    tid.AddAttribute("SelectorFactory",
                     "A factory of a user's own selector, used instead of Selector: a pointer, or "
                     "ns3::Name[Attribute=Value|...]; none: Selector counts [other-selectors]",
                     PointerValue(),
                     MakePointerAccessor(&EvProfile::SetFactory, &EvProfile::GetFactory),
                     MakePointerChecker<SelectorFactory>());
    ConfigRows<EvProfile, EvConfig>(tid, &EvProfile::m_config)
        .Row("Selector",
             &EvConfig::selector,
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
                             "Single"),
             "Which EV the next packet takes. Mrc is a rotation with skips, Oblivious one that "
             "heeds nothing, and Bitmap one with penalties. Random draws an EV for each packet, "
             "Reps recycles EVs, and Single has one EV [other-selectors]")
        .Row("Active",
             &EvConfig::active,
             1,
             4096,
             "EVs in the rotation, all planes together [ev-sets]")
        .Row("Backup",
             &EvConfig::backup,
             0,
             4096,
             "EVs held back as replacements, all planes together [ev-sets]")
        .Row("RandomDeal",
             &EvConfig::randomDeal,
             "Draw uplinks at random instead of dealing EVs evenly over them [ev-deal]")
        .Row("MinActive",
             &EvConfig::minActive,
             0,
             8192,
             "EVs that must not be assumed bad, all planes together; 0: a quarter, with "
             "scope Plane of those in the rotation [ev-floor]")
        .Row("MinActiveScope",
             &EvConfig::minActiveScope,
             MakeEnumChecker(MIN_ACTIVE_PLANE, "Plane", MIN_ACTIVE_QUEUE_PAIR, "QueuePair"),
             "Where MinActive counts: in each Plane its part, or in the QueuePair, over the "
             "planes in use. The part of a plane counts while something sent through it within "
             "PlaneSilence was answered. There no EV counts that has lost three packets running "
             "[ev-floor-scope]")
        .Row("PlaneSilence",
             &EvConfig::planeSilence,
             MicroSeconds(1),
             Seconds(100),
             "A plane of which nothing was answered for this long, and for four smoothed round "
             "trips, has no turn until EVs of it answer probes. The time counts only while "
             "something waits for an answer [silent-plane]");
}

void
EvProfile::AddStates(TypeId tid)
{
    // The bounds are those of Path, which has 8 bytes for an EV: 4 bits for turns, 3 for losses.
    // The time stamp of Path has 16 bits and comes round every 8.4 ms.
    ConfigRows<EvProfile, EvConfig>(tid, &EvProfile::m_config)
        .Row("SkipTurns",
             &EvConfig::skipTurns,
             0,
             15,
             "Turns of the rotation that a mark or a trim costs an EV; 0: only SkipLapse ends "
             "a skip [skip-length]")
        .Row("SkipLapse",
             &EvConfig::skipLapse,
             Time(0),
             MilliSeconds(8),
             "A skip ends after this though its turn has not come, at most 8 ms; 0: one "
             "base RTT [skip-length]")
        .Row("SkipsToExchange",
             &EvConfig::skipsToExchange,
             0,
             255,
             "An EV that is skipped in so many turns running changes places with a good one of "
             "its plane's reserve, on another path. With 0 none does (an option of ours) "
             "[skip-exchange]")
        .Row("LossesToRetire",
             &EvConfig::lossesToRetire,
             1,
             7,
             "Untrimmed losses until an EV is assumed bad [ev-retire]");
}

void
EvProfile::AddProbing(TypeId tid)
{
    ConfigRows<EvProfile, EvConfig>(tid, &EvProfile::m_config)
        .Row("ProbeStart",
             &EvConfig::probeStart,
             MicroSeconds(1),
             Seconds(100),
             "From the retirement of an EV to its first probe, before jitter [ev-probing]")
        .Row("ProbeInterval",
             &EvConfig::probeInterval,
             MicroSeconds(1),
             Seconds(100),
             "Between the probes of an EV, before jitter; at least two round trips [ev-probing]")
        .Row("ProbeSuccesses",
             &EvConfig::probeSuccesses,
             1,
             255,
             "Consecutive answers that resurrect an EV [ev-resurrection]")
        .Row("ProbeClass",
             &EvConfig::probeClass,
             MakeEnumChecker(EV_PROBE_CONTROL, "Control", EV_PROBE_DATA, "Data"),
             "Class of EV probes: Control, which passes data, or Data, where they can be "
             "marked: an EV that answers so is skipped first. Those that AskPaths of "
             "QpProfile sends are of Control [traffic-classes] [ev-states]")
        .Row("ProbeReturn",
             &EvConfig::probeReturn,
             MakeEnumChecker(EV_PROBE_RETURN_BY_ROLE,
                             "ByRole",
                             EV_PROBE_RETURN_PROBED,
                             "Probed",
                             EV_PROBE_RETURN_ANY,
                             "Any"),
             "Uplink that the answer to an EV probe takes. Probed is the one that was probed, "
             "which judges both directions of the path. Any is drawn by the NIC that answers. "
             "ByRole is Probed for EVs of data and Any for those of acknowledgements (own choice)");
}

/**
 * @return the EVs of modes Explicit and Generated, made of the text of the attribute that counts
 */
std::shared_ptr<const EvList>
EvProfile::List() const
{
    const bool isExplicit = m_config->mode == EV_MODE_EXPLICIT;
    const char* const name = isExplicit ? "Evs" : "Fields";
    const std::string& items = isExplicit ? m_texts->evs : m_texts->fields;
    const std::string text = std::string(name) + " = " + items;
    // One list for all queue pairs of the profile, until a script sets another text: a list may
    // have thousands of EVs.
    if (text != m_listText)
    {
        try
        {
            m_list = std::make_shared<const EvList>(isExplicit ? EvList::Read(items)
                                                               : EvList::Generate(items));
            // Behind the list: a text that was refused is refused again at the next call.
            m_listText = text;
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(std::string("ns3::mrc::EvProfile::") + name + ": " +
                                        error.what());
        }
    }
    return m_list;
}

void
EvProfile::SetFactory(Ptr<SelectorFactory> factory)
{
    m_factory = factory;
    m_config->custom.reset();
    if (factory)
    {
        m_config->isCustomAlone = factory->SharesNothing();
        // The transport knows no Object, so the transport gets a function. The copy of the pointer
        // keeps the factory for as long as a queue pair may ask.
        m_config->custom = std::make_shared<const SelectorMaker>(
            [factory](KeyedDraws draws) { return factory->Create(draws); });
    }
}

Ptr<SelectorFactory>
EvProfile::GetFactory() const
{
    return m_factory;
}

EvConfig
EvProfile::Get() const
{
    // A floor that the EVs cannot reach is a mistake. In the other modes the network counts the EVs
    // of the list and checks this.
    if (m_config->mode == EV_MODE_AUTO && m_config->minActive > m_config->active + m_config->backup)
    {
        throw std::invalid_argument(
            "ns3::mrc::EvProfile: MinActive " + std::to_string(m_config->minActive) +
            " exceeds Active + Backup " + std::to_string(m_config->active + m_config->backup));
    }
    EvConfig config = *m_config;
    const bool isListed = config.mode == EV_MODE_EXPLICIT || config.mode == EV_MODE_GENERATED;
    config.list = isListed ? List() : nullptr;
    config.file = config.mode == EV_MODE_TEMPLATE ? File() : nullptr;
    return config;
}

} // namespace mrc
} // namespace ns3
