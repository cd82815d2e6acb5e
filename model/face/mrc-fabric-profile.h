/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_PROFILE_H
#define MRC_FABRIC_PROFILE_H

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-port-failures.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Where a port stands, as far as its queue is concerned. */
enum class PortRole : uint8_t
{
    NIC,      //!< from a NIC up: control packets only wait here, data is pulled
    FABRIC,   //!< between switches
    LAST_HOP, //!< from a T0 down to a NIC
};

/** Which nodes of a fabric have faces: ns-3 nodes, devices and channels. */
enum FacePolicy
{
    FACES_AUTO,  //!< all of them, if there are at most MAX_NICS_WITH_FACES NICs; else those named
    FACES_ALL,   //!< all of them
    FACES_NAMED, //!< those that the script names, and no other
};

/** NICs up to which FACES_AUTO makes all faces. */
constexpr uint32_t MAX_NICS_WITH_FACES = 4096;

/**
 * What users configure of queues, marking, trimming and code points, as attributes.
 *
 * Sizes are in bandwidth-delay products of the port (rate x base round trip of the fabric), as the
 * sources give them [ecn-marking] [queue-limits] [trim-size].
 */
class FabricProfile : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param role where the port stands
     * @param rate its rate in bit/s
     * @param baseRtt base round trip of the fabric
     * @return queue limits, marking and trimming; delays are left to the caller
     */
    PortConfig ConfigFor(PortRole role, uint64_t rate, Span baseRtt) const;

    /** @return code points and length rule */
    WireFormat Format() const;

    /** @return whether every hop makes bytes */
    bool WireMode() const
    {
        return m_wireMode;
    }

    /** @return which nodes have faces from the beginning */
    FacePolicy Faces() const
    {
        return m_faces;
    }

    /** @return whether switches trim */
    bool Trimming() const
    {
        return m_trimming;
    }

    /** @return host overhead per direction */
    Time HostDelay() const
    {
        return m_hostDelay;
    }

    /** @return how long it takes until NICs know of a change of the denylist */
    Time DenylistDelay() const
    {
        return m_denylistDelay;
    }

    /** @return how long it takes until a NIC's application knows what happened at another NIC */
    Time TriggerDelay() const
    {
        return m_triggerDelay;
    }

    /**
     * @return what NICs do when one of their links changes
     * @throws std::invalid_argument naming attributes that contradict each other
     */
    PortFailures Failures() const;

  private:
    void CheckCodePoints() const;
    static void AddLimits(TypeId tid);
    static void AddMarking(TypeId tid);
    static void AddCodePoints(TypeId tid);
    static void AddHost(TypeId tid);
    static void AddFailures(TypeId tid);
    void SetHostDelay(Time delay);
    void SetTriggerDelay(Time delay);
    Time DetectDelay() const;
    void SetDetectDelay(Time delay);

    uint8_t m_noTrim;
    uint8_t m_trimmable;
    uint8_t m_trimmableRetx;
    uint8_t m_trimmed;
    uint8_t m_trimmedLastHop;
    uint8_t m_control;
    double m_dataLimit;
    double m_lastHopLimit;
    double m_untrimmedLimit;
    double m_trimmedLimit;
    double m_controlLimit;
    double m_ecnMinimum;
    double m_ecnMaximum;
    double m_ecnProbability;
    double m_trimmedShare;
    uint16_t m_trimSize;
    TrimLength m_trimLength;
    bool m_trimming;
    TrimVictim m_trimVictim;
    bool m_retxFirst;
    bool m_ecnOnLastHop;
    bool m_wireMode;
    FacePolicy m_faces;
    Time m_hostDelay;
    Time m_triggerDelay;
    Time m_denylistDelay;
    Time m_detectDelay;
    PortFailureMode m_failureMode;
    PortStatusCarrier m_carrier;
    Time m_blackoutMinimum;
    Time m_blackoutMaximum;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_PROFILE_H */
