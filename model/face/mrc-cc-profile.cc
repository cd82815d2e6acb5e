/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-cc-profile.h"

#include "mrc-config-rows.h"
#include "mrc-enum-accessor.h"

#include "ns3/enum.h"
#include "ns3/mrc-qp-config.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(CcProfile);

namespace
{

/** The algorithms by name. */
constexpr std::pair<const char*, CcAlgorithm> ALGORITHMS[] = {
    {"uet-1.0-nscc", CcAlgorithm::NSCC},
    {"fixed", CcAlgorithm::FIXED},
    {"none", CcAlgorithm::NONE},
};

/** @return the algorithm of a name; a text attribute of ns-3 takes any text, so Get() judges it */
CcAlgorithm
AlgorithmOf(const std::string& name)
{
    for (const auto& [known, algorithm] : ALGORITHMS)
    {
        if (name == known)
        {
            return algorithm;
        }
    }
    throw std::invalid_argument("ns3::mrc::CcProfile: Algorithm \"" + name +
                                "\"; expected uet-1.0-nscc, fixed or none");
}

/** @return the name of the algorithm that a new configuration has */
const char*
DefaultName()
{
    const auto* row = std::find_if(std::begin(ALGORITHMS), std::end(ALGORITHMS), [](const auto& r) {
        return r.second == CcConfig().algorithm;
    });
    return row->first;
}

} // namespace

TypeId
CcProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::CcProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<CcProfile>();
        AddAlgorithm(t);
        AddWindow(t);
        AddIncrease(t);
        AddDecrease(t);
        return t;
    }();
    return tid;
}

CcProfile::CcProfile()
    : m_config(std::make_unique<CcConfig>())
{
}

CcProfile::~CcProfile() = default;

void
CcProfile::AddAlgorithm(TypeId tid)
{
    tid.AddAttribute(
        "AlgorithmFactory",
        "A factory of a user's own congestion control, used instead of Algorithm: a pointer, or "
        "ns3::Name[Attribute=Value|...]; none: Algorithm counts [fixed-window]",
        PointerValue(),
        MakePointerAccessor(&CcProfile::SetFactory, &CcProfile::GetFactory),
        MakePointerChecker<ControllerFactory>());
    tid.AddAttribute(
        "Algorithm",
        "uet-1.0-nscc (the name in the OCP API), fixed or none. With fixed nothing changes a "
        "window of the size of MaxWindow. With none there is no window, and only the MPR limits "
        "what is in flight [fixed-window]",
        StringValue(DefaultName()),
        MakeStringAccessor(&CcProfile::m_algorithm),
        MakeStringChecker());
}

void
CcProfile::AddWindow(TypeId tid)
{
    // Round trips are bounded by 8 ms: time stamps of 16 bits in units of 128 ns measure them, and
    // come round every 8.4 ms.
    ConfigRows<CcProfile, CcConfig>(tid, &CcProfile::m_config)
        .Row("Scope",
             &CcConfig::scope,
             MakeEnumChecker(CC_SCOPE_QUEUE_PAIR,
                             "QueuePair",
                             CC_SCOPE_DESTINATION,
                             "Destination",
                             CC_SCOPE_PLANE,
                             "Plane"),
             "What has a congestion window: each QueuePair, each Destination or each Plane of a "
             "queue pair. With Destination all queue pairs of a NIC to the same NIC share one "
             "[window-scope]")
        .Row("BaseRtt",
             &CcConfig::baseRtt,
             Time(0),
             MilliSeconds(8),
             "Unloaded round trip of a full packet and its SACK; 0: what the topology "
             "says [base-rtt]")
        .Row("FollowPlanes",
             &CcConfig::followPlanes,
             "With k of n planes in use the largest window of uet-1.0-nscc is k / n of the "
             "whole [window-per-planes]")
        .Row("LearnBaseRtt",
             &CcConfig::learnBaseRtt,
             "Whether a shorter round trip takes the place of BaseRtt, as in uet-htsim, and "
             "shrinks a derived MaxWindow. The first packet then asks for a SACK. MRC has "
             "BaseRtt as the floor [learnt-base-rtt]")
        .Row("TargetDelay",
             &CcConfig::targetDelay,
             Time(0),
             MilliSeconds(8),
             "Queueing delay to hold; 0: 0.75 base RTT, 1.0 without trimming [nscc-constants]")
        .Row(
            "MaxWindow",
            &CcConfig::maxWindow,
            0,
            uint64_t{1} << 40,
            "Largest and initial window in bytes; 0: 1.5 bandwidth-delay products [nscc-constants]")
        .Row("AdjustBytes",
             &CcConfig::adjustBytes,
             0,
             uint64_t{1} << 40,
             "Bytes acknowledged after which increases take effect; 0: 8 full packets "
             "[nscc-fulfil]")
        .Row("AdjustPeriod",
             &CcConfig::adjustPeriod,
             Time(0),
             Seconds(1),
             "Time after which increases take effect; 0: one base RTT [nscc-fulfil]");
}

void
CcProfile::AddIncrease(TypeId tid)
{
    // Here -1 asks for the derived value, as 0 is a value of its own: no such increase.
    ConfigRows<CcProfile, CcConfig>(tid, &CcProfile::m_config)
        .Row("Eta",
             &CcConfig::eta,
             -1,
             1000000000.0,
             "Bytes added in each adjust period; -1: 0.15 full packets x BDP / 150,000 B "
             "[nscc-fulfil]")
        .Row("FairIncrease",
             &CcConfig::fairIncrease,
             -1,
             1000000000.0,
             "Window x bytes added for each byte above the target; -1: 5 full packets x "
             "BDP / 150,000 B [nscc-constants]")
        .Row(
            "FastIncreaseScale",
            &CcConfig::fastIncreaseScale,
            -1,
            1000000.0,
            "Bytes added for each byte without delay; -1: 0.25 x BDP / 150,000 B [nscc-constants]");
}

void
CcProfile::AddDecrease(TypeId tid)
{
    ConfigRows<CcProfile, CcConfig>(tid, &CcProfile::m_config)
        .Row("Gamma",
             &CcConfig::gamma,
             0,
             1,
             "Share of the relative excess delay that one decrease takes off the window "
             "[nscc-decrease]")
        .Row("MaxMdJump",
             &CcConfig::maxMdJump,
             0,
             1,
             "The least factor of one decrease [nscc-decrease]")
        .Row("AverageWeight",
             &CcConfig::averageWeight,
             0,
             1,
             "Weight of a sample in the average delay [nscc-average]")
        .Row("DisableQa", &CcConfig::disableQa, "Switch quick adapt off [nscc-quick-adapt]")
        .Row("QaSkipsPauses",
             &CcConfig::qaSkipsPauses,
             "Whether quick adapt measures anew behind a pause in which nothing was to be sent. "
             "UEC's pseudo-code does not; own choice [nscc-quick-adapt]")
        .Row("QaGate",
             &CcConfig::qaGate,
             0,
             63,
             "Quick adapt acts when fewer than MaxWindow / 2^this bytes were acknowledged "
             "[nscc-quick-adapt]")
        .Row("QaThreshold",
             &CcConfig::qaThreshold,
             Time(0),
             Seconds(1),
             "Delay that triggers quick adapt; 0: four targets, none with trimming "
             "[nscc-quick-adapt]");
}

void
CcProfile::SetFactory(Ptr<ControllerFactory> factory)
{
    m_factory = factory;
    // Null takes a factory back: Algorithm counts again.
    m_config->custom.reset();
    if (factory)
    {
        // A factory with state of its own cannot serve several threads at once.
        m_config->isCustomAlone = factory->SharesNothing();
        // The transport knows no Object, so the transport gets a function. The copy of the pointer
        // keeps the factory for as long as a queue pair may ask.
        m_config->custom = std::make_shared<const ControllerMaker>(
            [factory](const ControllerSetup& setup) { return factory->Create(setup); });
    }
}

Ptr<ControllerFactory>
CcProfile::GetFactory() const
{
    return m_factory;
}

CcConfig
CcProfile::Get() const
{
    // Attributes are set one by one, in any order. The values of all together are judged here, when
    // a network or a connection is made.
    CcConfig config = *m_config;
    config.algorithm = AlgorithmOf(m_algorithm);
    if (config.algorithm == CcAlgorithm::NONE && config.maxWindow != 0)
    {
        throw std::invalid_argument("ns3::mrc::CcProfile: Algorithm none has no MaxWindow");
    }
    return config;
}

} // namespace mrc
} // namespace ns3
