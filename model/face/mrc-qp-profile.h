/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PROFILE_H
#define MRC_QP_PROFILE_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

class FabricProfile;
struct QpConfig;
class TransportFactory;
class TransportMaker;

/** The settings of a queue pair's reliability, as attributes [capability-exchange]. */
class QpProfile : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    QpProfile();
    ~QpProfile() override;

    /** @return the configuration without any check: the maker of a connection checks it */
    QpConfig Get() const;

    /**
     * @return the maker of queue pairs in the place of MRC's; null: queue pairs are MRC's
     * [roce-choice]
     * @throws std::invalid_argument if there is no such transport
     */
    std::shared_ptr<const TransportMaker> Transport() const;

    /**
     * Gives switches the settings that the transport wants [roce-fabric].
     *
     * @param fabric the profile of the network that is made
     * @param rate of a NIC's link, bit/s
     * @throws std::invalid_argument as Transport
     */
    void ShapeFabric(FabricProfile& fabric, uint64_t rate) const;

    /** @param text "none", or the factory of a transport as ns3::Name[Attribute=Value|...] */
    void SetTransport(const std::string& text);

    /** @return the name that was set */
    std::string GetTransport() const;

  private:
    static void AddCapabilities(TypeId tid);
    static void AddTimers(TypeId tid);
    static void AddPlacement(TypeId tid);
    static void AddTransport(TypeId tid);
    Ptr<TransportFactory> Factory() const;

    std::unique_ptr<QpConfig> m_config;
    std::string m_transport;                 //!< as set
    mutable Ptr<TransportFactory> m_factory; //!< made of that name when first asked for
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_PROFILE_H */
