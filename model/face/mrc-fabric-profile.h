/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FABRIC_PROFILE_H
#define MRC_FABRIC_PROFILE_H

#include "mrc-own-factories.h"

#include "ns3/mrc-port-config.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <cstdint>
#include <memory>

namespace ns3
{
namespace mrc
{

enum class PortRole : uint8_t;
struct DscpPlan;
struct FabricConfig;
struct PortFailures;
struct ProfileObjects;
struct WireFormat;

/** Which nodes of a fabric have faces: ns-3 nodes, devices and channels. */
enum FacePolicy : uint8_t
{
    FACES_AUTO,  //!< all of them, if there are at most MAX_NICS_WITH_FACES NICs; else those named
    FACES_ALL,   //!< all of them
    FACES_NAMED, //!< those that the script names, and no other
};

/** Which parts of the network a script sees. */
struct FaceConfig
{
    FacePolicy faces{FACES_AUTO}; //!< nodes that have faces
};

/** NICs up to which FACES_AUTO makes all faces. */
constexpr uint32_t MAX_NICS_WITH_FACES = 4096;

/**
 * The settings of queues, marking, trimming and code points, as attributes.
 *
 * Sizes are in bandwidth-delay products of the port (rate x base round trip of the fabric), as the
 * sources give them [ecn-marking] [queue-limits] [trim-size].
 */
class FabricProfile : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricProfile();
    ~FabricProfile() override;

    /**
     * @return the configuration, with the additions of the switch profile; Format() and Failures()
     * check it
     */
    FabricConfig Config() const;

    /** @return the part of the configuration that neither switch profile, code points nor objects
     * add to, such as the encapsulation; no copy is made */
    const FabricConfig& Own() const
    {
        return *m_config;
    }

    /**
     * @param role where the port stands
     * @param rate of the port, in bit/s
     * @param baseRtt base round trip of the fabric
     * @return queue limits, marking and trimming; delays are left to the caller
     */
    PortConfig ConfigFor(PortRole role, uint64_t rate, Span baseRtt) const;

    /** @return code points and length rule */
    WireFormat Format() const;

    /** @return whether every hop makes bytes */
    bool WireMode() const;

    /** @return which nodes have faces from the beginning */
    FacePolicy Faces() const
    {
        return m_faces->faces;
    }

    /** @return whether switches trim */
    bool Trimming() const;

    /** @return host overhead per direction */
    Time HostDelay() const;

    /** @return the time until NICs know of a change of the denylist */
    Time DenylistDelay() const;

    /** @return the time until a NIC's application knows of an event at another NIC */
    Time TriggerDelay() const;

    /**
     * @return the behaviour of NICs when one of their links changes
     * @throws std::invalid_argument naming attributes that contradict each other
     */
    PortFailures Failures() const;

  private:
    static void AddAttributes(TypeId tid);

    std::unique_ptr<FabricConfig> m_config; //!< without code points and objects
    std::unique_ptr<DscpPlan> m_dscp;
    std::unique_ptr<ProfileObjects> m_objects;
    std::unique_ptr<FaceConfig> m_faces;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FABRIC_PROFILE_H */
