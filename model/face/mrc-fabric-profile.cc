/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fabric-profile.h"

#include "mrc-fabric-rows.h"
#include "mrc-profile-objects.h"

#include "ns3/mrc-envelope.h"
#include "ns3/mrc-switch-profile.h"
#include "ns3/mrc-tick.h"

namespace ns3
{
namespace mrc
{

NS_OBJECT_ENSURE_REGISTERED(FabricProfile);

namespace
{

void
AddSwitches(FabricRows& rows)
{
    rows.Row("SwitchProfile",
             &FabricConfig::switches,
             MakeEnumChecker(SWITCHES_UEC,
                             "uec",
                             SWITCHES_TOMAHAWK5_SONIC,
                             "tomahawk5-sonic",
                             SWITCHES_SPECTRUM4_SONIC,
                             "spectrum4-sonic",
                             SWITCHES_SN6600_SONIC,
                             "sn6600-sonic",
                             SWITCHES_OF_PRESET,
                             "preset"),
             "Whose buffer, thresholds, marking and trimming switches have, where other "
             "attributes have their defaults: those of uec or of a template of SONiC. With "
             "preset they are those of the switches of the cluster whose preset FabricHelper was "
             "given [switch-profiles]");
}

void
AddThreads(FabricRows& rows)
{
    rows.Row(
        "Threads",
        &FabricConfig::threads,
        0,
        MOST_THREADS,
        "Threads that share the run, with the results of one; 0: as many as there are cores, up to "
        "64. What they cannot serve beside each other they serve in turns, or refuse "
        "[several-threads]");
    rows.Row("Ranks",
             &FabricConfig::ranks,
             1,
             MOST_RANKS,
             "Processes of MPI that share the run, with the results of one. What needs one process "
             "is refused [several-ranks]");
}

} // namespace

TypeId
FabricProfile::GetTypeId()
{
    static TypeId tid = [] {
        TypeId t = TypeId("ns3::mrc::FabricProfile")
                       .SetParent<Object>()
                       .SetGroupName("Mrc")
                       .AddConstructor<FabricProfile>();
        AddAttributes(t);
        return t;
    }();
    return tid;
}

/** The order is that of the documents and of listings. */
void
FabricProfile::AddAttributes(TypeId tid)
{
    FabricRows rows(tid, &FabricProfile::m_config);
    ObjectRows objects(tid, &FabricProfile::m_objects);
    ConfigRows<FabricProfile, DscpPlan> codePoints(tid, &FabricProfile::m_dscp);
    AddSwitches(rows);
    LimitRows::Add(rows);
    BufferRows::Add(rows);
    MarkingRows::Add(rows);
    TrimRows::Add(rows);
    WeightRows::Add(rows);
    DataClassRows::Add(rows);
    WredRows::Add(rows);
    PfcRows::Add(rows);
    RoutingRows::Add(rows);
    ProfileObjects::AddSteps(objects);
    DscpListRows::Add(rows);
    ProfileObjects::AddPolicies(objects);
    CodePointRows::Add(codePoints);
    WireRows::Add(rows);
    SegmentRows::Add(rows);
    ConfigRows<FabricProfile, FaceConfig>(tid, &FabricProfile::m_faces)
        .Row("Faces",
             &FaceConfig::faces,
             MakeEnumChecker(FACES_AUTO, "Auto", FACES_ALL, "All", FACES_NAMED, "Named"),
             "Which nodes are ns-3 nodes with devices and channels: All, Named (those that "
             "FabricHelper::AddFaces names), or Auto: All up to 4,096 NICs, else Named");
    AddThreads(rows);
    ProfileObjects::AddPartition(objects);
    DelayRows::Add(rows);
    FailureRows::Add(rows);
}

FabricProfile::FabricProfile()
    : m_config(std::make_unique<FabricConfig>()),
      m_dscp(std::make_unique<DscpPlan>()),
      m_objects(std::make_unique<ProfileObjects>()),
      m_faces(std::make_unique<FaceConfig>())
{
}

FabricProfile::~FabricProfile() = default;

FabricConfig
FabricProfile::Config() const
{
    // The switch profile fills in what nobody has set, and the parts of attributes join it.
    FabricConfig config = WithSwitchProfile(*m_config);
    config.dscp = *m_dscp;
    m_objects->FillIn(config);
    return config;
}

PortConfig
FabricProfile::ConfigFor(PortRole role, uint64_t rate, Span baseRtt) const
{
    return Config().ConfigFor(role, rate, baseRtt);
}

/**
 * Judges the profile as well, since each network asks for the profile's format while the network is
 * made.
 */
WireFormat
FabricProfile::Format() const
{
    const FabricConfig all = Config();
    CodePointRows::Check(all);
    BufferRows::Check(*m_config, all);
    WeightRows::Check(all);
    DataClassRows::Check(all);
    WredRows::Check(all);
    PfcRows::Check(all);
    TrimRows::Check(all);
    DelayRows::Check(all);
    MarkingRows::Check(all);
    WireFormat format;
    format.dscp = all.dscp;
    format.trimLength = all.trimLength;
    format.encapsulation = all.encapsulation;
    format.telemetry = all.telemetry;
    format.blockBits = all.block.Bits();
    return format;
}

bool
FabricProfile::WireMode() const
{
    return m_config->wireMode;
}

bool
FabricProfile::Trimming() const
{
    return m_config->trimming;
}

Time
FabricProfile::HostDelay() const
{
    return ToTime(m_config->hostDelay);
}

Time
FabricProfile::DenylistDelay() const
{
    return ToTime(m_config->denylistDelay);
}

Time
FabricProfile::TriggerDelay() const
{
    return ToTime(m_config->triggerDelay);
}

/** Judges the attributes that Format() does not. */
PortFailures
FabricProfile::Failures() const
{
    FailureRows::Check(*m_config);
    return m_config->Failures();
}

} // namespace mrc
} // namespace ns3
