/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-delay-bound.h"
#include "mrc-enum-accessor.h"
#include "mrc-fabric-profile.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

void
FabricProfile::AddHost(TypeId tid)
{
    tid.AddAttribute(
           "WireMode",
           "Make bytes of every frame on every hop and go on with what they say [wire-mode]",
           BooleanValue(false),
           MakeBooleanAccessor(&FabricProfile::m_wireMode),
           MakeBooleanChecker())
        .AddAttribute(
            "Faces",
            "Which nodes are ns-3 nodes with devices and channels: All, Named (those that "
            "FabricHelper::AddFaces names), or Auto: All up to 4,096 NICs, else Named",
            EnumValue(FACES_AUTO),
            EnumAccessor<FacePolicy>(&FabricProfile::m_faces),
            MakeEnumChecker(FACES_AUTO, "Auto", FACES_ALL, "All", FACES_NAMED, "Named"))
        .AddAttribute(
            "HostDelay",
            "Host overhead between post and NIC, and between NIC and completion, 0 .. 1 s "
            "[host-overhead]",
            TimeValue(NanoSeconds(4450)),
            MakeTimeAccessor(&FabricProfile::SetHostDelay, &FabricProfile::HostDelay),
            MakeDelayChecker())
        .AddAttribute(
            "TriggerDelay",
            "How long it takes until a transfer of a traffic matrix starts that is triggered by "
            "what "
            "happened at another NIC than its source, 0 .. 1 s: at least HostDelay, or 0, an "
            "oracle "
            "for comparison with htsim [trigger-delay]",
            TimeValue(NanoSeconds(4450)),
            MakeTimeAccessor(&FabricProfile::SetTriggerDelay, &FabricProfile::TriggerDelay),
            MakeDelayChecker())
        .AddAttribute("DenylistDelay",
                      "How long it takes until NICs know of a change of the denylist: by default "
                      "one round of a Clustermapper, which probes every link each millisecond "
                      "[denylist-delay]",
                      TimeValue(MilliSeconds(1)),
                      MakeTimeAccessor(&FabricProfile::m_denylistDelay),
                      MakeTimeChecker(Time(0), Seconds(100)))
        .AddAttribute(
            "DetectDelay",
            "How long a NIC takes to see that one of its links changed, 0 .. 1 s [port-detection]",
            TimeValue(MicroSeconds(10)),
            MakeTimeAccessor(&FabricProfile::SetDetectDelay, &FabricProfile::DetectDelay),
            MakeDelayChecker());
}

void
FabricProfile::AddFailures(TypeId tid)
{
    tid.AddAttribute("PortFailure",
                     "What a NIC does that has lost a port: Ideal goes on with the other ports, "
                     "Cx8Like first sends nothing of any queue pair for a while [port-blackout]",
                     EnumValue(PORT_FAILURE_IDEAL),
                     EnumAccessor<PortFailureMode>(&FabricProfile::m_failureMode),
                     MakeEnumChecker(PORT_FAILURE_IDEAL, "Ideal", PORT_FAILURE_CX8_LIKE, "Cx8Like"))
        .AddAttribute("BlackoutMinimum",
                      "The shortest time for which a Cx8Like NIC sends nothing [port-blackout]",
                      TimeValue(MilliSeconds(900)),
                      MakeTimeAccessor(&FabricProfile::m_blackoutMinimum),
                      MakeTimeChecker(Time(0), Seconds(100)))
        .AddAttribute("BlackoutMaximum",
                      "The longest time for which a Cx8Like NIC sends nothing [port-blackout]",
                      TimeValue(MilliSeconds(1100)),
                      MakeTimeAccessor(&FabricProfile::m_blackoutMaximum),
                      MakeTimeChecker(Time(0), Seconds(100)))
        .AddAttribute("PortStatusCarrier",
                      "How peers learn which ports of a NIC are down: SackBitmap (byte 12 of "
                      "SACKs, our own use), PortStatusUpdate (an endpoint request, repeated until "
                      "it is answered), Both, or Auto: SackBitmap if PortFailure is Cx8Like, else "
                      "PortStatusUpdate [port-status-carrier]",
                      EnumValue(PORT_STATUS_AUTO),
                      EnumAccessor<PortStatusCarrier>(&FabricProfile::m_carrier),
                      MakeEnumChecker(PORT_STATUS_AUTO,
                                      "Auto",
                                      PORT_STATUS_IN_SACK,
                                      "SackBitmap",
                                      PORT_STATUS_UPDATE,
                                      "PortStatusUpdate",
                                      PORT_STATUS_BOTH,
                                      "Both"));
}

void
FabricProfile::SetHostDelay(Time delay)
{
    m_hostDelay = delay; // Format() judges it: an object that throws while it is made leaks in ns-3
}

void
FabricProfile::SetTriggerDelay(Time delay)
{
    m_triggerDelay = delay;
}

void
FabricProfile::SetDetectDelay(Time delay)
{
    m_detectDelay = delay;
}

Time
FabricProfile::DetectDelay() const
{
    return m_detectDelay;
}

PortFailures
FabricProfile::Failures() const
{
    if (m_blackoutMinimum > m_blackoutMaximum)
    {
        std::ostringstream what;
        what << "ns3::mrc::FabricProfile: BlackoutMinimum " << m_blackoutMinimum.As()
             << " exceeds BlackoutMaximum " << m_blackoutMaximum.As();
        throw std::invalid_argument(what.str());
    }
    const bool cx8 = m_failureMode == PORT_FAILURE_CX8_LIKE;
    PortStatusCarrier carrier = m_carrier;
    if (carrier == PORT_STATUS_AUTO)
    {
        carrier = cx8 ? PORT_STATUS_IN_SACK : PORT_STATUS_UPDATE;
    }
    PortFailures failures;
    failures.detectDelay = Span(m_detectDelay.GetPicoSeconds());
    failures.blackoutMinimum = cx8 ? Span(m_blackoutMinimum.GetPicoSeconds()) : Span();
    failures.blackoutMaximum = cx8 ? Span(m_blackoutMaximum.GetPicoSeconds()) : Span();
    failures.announced = carrier != PORT_STATUS_IN_SACK;
    failures.inSack = carrier != PORT_STATUS_UPDATE;
    return failures;
}

} // namespace mrc
} // namespace ns3
