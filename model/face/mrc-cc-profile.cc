/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-cc-profile.h"

#include "mrc-enum-accessor.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

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

} // namespace

TypeId
CcProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::CcProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<CcProfile>();
        AddWindow(t);
        AddIncrease(t);
        AddDecrease(t);
        return t;
    }();
    return tid;
}

void
CcProfile::AddWindow(TypeId tid)
{
    tid.AddAttribute(
           "Algorithm",
           "uet-1.0-nscc (the name in the OCP API); fixed: a window of the size of "
           "MaxWindow that nothing changes; or none: no window, only the MPR limits what is in "
           "flight [fixed-window]",
           StringValue("uet-1.0-nscc"),
           MakeStringAccessor(&CcProfile::m_algorithm),
           MakeStringChecker())
        .AddAttribute(
            "Scope",
            "Who has a congestion window: each QueuePair, or each Destination, for all "
            "queue pairs of a NIC to the same NIC [window-scope]",
            EnumValue(CC_SCOPE_QUEUE_PAIR),
            EnumAccessor<CcScope>(&CcProfile::m_scope),
            MakeEnumChecker(CC_SCOPE_QUEUE_PAIR, "QueuePair", CC_SCOPE_DESTINATION, "Destination"))
        .AddAttribute("BaseRtt",
                      "Unloaded round trip of a full packet and its SACK; 0: what the topology "
                      "says [base-rtt]",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&CcProfile::m_baseRtt),
                      MakeTimeChecker(Time(0), MilliSeconds(8)))
        .AddAttribute(
            "FollowPlanes",
            "With k of n planes in use the largest window of uet-1.0-nscc is k / n of the "
            "whole [window-per-planes]",
            BooleanValue(false),
            MakeBooleanAccessor(&CcProfile::m_followPlanes),
            MakeBooleanChecker())
        .AddAttribute("LearnBaseRtt",
                      "Whether a shorter round trip takes the place of BaseRtt, as in uet-htsim, "
                      "and shrinks a derived MaxWindow, and the first packet asks for a SACK; "
                      "MRC has BaseRtt as the floor [learnt-base-rtt]",
                      BooleanValue(false),
                      MakeBooleanAccessor(&CcProfile::m_learnBaseRtt),
                      MakeBooleanChecker())
        .AddAttribute(
            "TargetDelay",
            "Queueing delay to hold; 0: 0.75 base RTT, 1.0 without trimming [nscc-constants]",
            TimeValue(Time(0)),
            MakeTimeAccessor(&CcProfile::m_targetDelay),
            MakeTimeChecker(Time(0), MilliSeconds(8)))
        .AddAttribute(
            "MaxWindow",
            "Largest and initial window in bytes; 0: 1.5 bandwidth-delay products [nscc-constants]",
            UintegerValue(0),
            MakeUintegerAccessor(&CcProfile::m_maxWindow),
            MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 40))
        .AddAttribute("AdjustBytes",
                      "Bytes acknowledged after which increases take effect; 0: 8 full packets "
                      "[nscc-fulfil]",
                      UintegerValue(0),
                      MakeUintegerAccessor(&CcProfile::m_adjustBytes),
                      MakeUintegerChecker<uint64_t>(0, uint64_t{1} << 40))
        .AddAttribute("AdjustPeriod",
                      "Time after which increases take effect; 0: one base RTT [nscc-fulfil]",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&CcProfile::m_adjustPeriod),
                      MakeTimeChecker(Time(0), Seconds(1)));
}

void
CcProfile::AddIncrease(TypeId tid)
{
    tid.AddAttribute("Eta",
                     "Bytes added in each adjust period; -1: 0.15 full packets x BDP / 150,000 B "
                     "[nscc-fulfil]",
                     DoubleValue(-1),
                     MakeDoubleAccessor(&CcProfile::m_eta),
                     MakeDoubleChecker<double>(-1, 1000000000.0))
        .AddAttribute("FairIncrease",
                      "Window x bytes added for each byte above the target; -1: 5 full packets x "
                      "BDP / 150,000 B [nscc-constants]",
                      DoubleValue(-1),
                      MakeDoubleAccessor(&CcProfile::m_fairIncrease),
                      MakeDoubleChecker<double>(-1, 1000000000.0))
        .AddAttribute(
            "FastIncreaseScale",
            "Bytes added for each byte without delay; -1: 0.25 x BDP / 150,000 B [nscc-constants]",
            DoubleValue(-1),
            MakeDoubleAccessor(&CcProfile::m_fastIncreaseScale),
            MakeDoubleChecker<double>(-1, 1000000.0));
}

void
CcProfile::AddDecrease(TypeId tid)
{
    tid.AddAttribute("Gamma",
                     "Share of the relative excess delay that one decrease takes off the window "
                     "[nscc-decrease]",
                     DoubleValue(0.8),
                     MakeDoubleAccessor(&CcProfile::m_gamma),
                     MakeDoubleChecker<double>(0, 1))
        .AddAttribute("MaxMdJump",
                      "The least factor of one decrease [nscc-decrease]",
                      DoubleValue(0.5),
                      MakeDoubleAccessor(&CcProfile::m_maxMdJump),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("AverageWeight",
                      "Weight of a sample in the average delay [nscc-average]",
                      DoubleValue(0.0125),
                      MakeDoubleAccessor(&CcProfile::m_averageWeight),
                      MakeDoubleChecker<double>(0, 1))
        .AddAttribute("DisableQa",
                      "Switch quick adapt off [nscc-quick-adapt]",
                      BooleanValue(false),
                      MakeBooleanAccessor(&CcProfile::m_disableQa),
                      MakeBooleanChecker())
        .AddAttribute("QaGate",
                      "Quick adapt acts when fewer than MaxWindow / 2^this bytes were acknowledged "
                      "[nscc-quick-adapt]",
                      UintegerValue(3),
                      MakeUintegerAccessor(&CcProfile::m_qaGate),
                      MakeUintegerChecker<uint8_t>(0, 63))
        .AddAttribute("QaThreshold",
                      "Delay that triggers quick adapt; 0: four targets, none with trimming "
                      "[nscc-quick-adapt]",
                      TimeValue(Time(0)),
                      MakeTimeAccessor(&CcProfile::m_qaThreshold),
                      MakeTimeChecker(Time(0), Seconds(1)));
}

CcConfig
CcProfile::Get() const
{
    CcConfig config;
    config.algorithm = AlgorithmOf(m_algorithm);
    if (config.algorithm == CcAlgorithm::NONE && m_maxWindow != 0)
    {
        throw std::invalid_argument("ns3::mrc::CcProfile: Algorithm none has no MaxWindow");
    }
    config.shared = m_scope == CC_SCOPE_DESTINATION;
    config.baseRtt = Span(m_baseRtt.GetPicoSeconds());
    config.followPlanes = m_followPlanes;
    config.learnBaseRtt = m_learnBaseRtt;
    config.targetDelay = Span(m_targetDelay.GetPicoSeconds());
    config.maxWindow = m_maxWindow;
    config.eta = m_eta;
    config.fairIncrease = m_fairIncrease;
    config.fastIncreaseScale = m_fastIncreaseScale;
    config.gamma = m_gamma;
    config.maxMdJump = m_maxMdJump;
    config.disableQa = m_disableQa;
    config.qaGate = m_qaGate;
    config.qaThreshold = Span(m_qaThreshold.GetPicoSeconds());
    config.adjustBytes = m_adjustBytes;
    config.adjustPeriod = Span(m_adjustPeriod.GetPicoSeconds());
    config.averageWeight = m_averageWeight;
    return config;
}

} // namespace mrc
} // namespace ns3
