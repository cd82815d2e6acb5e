/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_TRANSPORT_H
#define MRC_ROCE_TRANSPORT_H

#include "mrc-transport-factory.h"

#include <memory>

namespace ns3
{
namespace mrc
{

struct RoceConfig;
class RoceMaker;

/**
 * The origin of the marks and buffers of switches under RoCEv2 [roce-fabric]. An unscoped
 * enumeration, as ns-3's attributes want.
 */
enum RoceSwitches
{
    ROCE_SWITCHES_OF_FABRIC, //!< FabricProfile's
    ROCE_SWITCHES_OF_DCQCN,  //!< those that were published with DcqcnPreset
};

/** What RoCEv2 asks of the fabric. */
struct RoceFabricConfig
{
    RoceSwitches switches{ROCE_SWITCHES_OF_FABRIC}; //!< the source of marks and buffers of switches
};

/** The settings of RoCEv2, as attributes: QpProfile::Transport names this class. */
class RoceTransport : public TransportFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RoceTransport();
    ~RoceTransport() override;

    std::shared_ptr<const TransportMaker> Maker() const override;
    void ShapeFabric(FabricProfile& fabric, uint64_t rate) const override;

    /** @return the configuration without any check: the maker of a connection checks it */
    RoceConfig Get() const;

  private:
    static void AddReliability(TypeId tid);
    static void AddRates(TypeId tid);
    static void AddDcqcn(TypeId tid);
    static void AddWays(TypeId tid);
    static void AddFabric(TypeId tid);

    std::unique_ptr<RoceConfig> m_config;
    std::unique_ptr<RoceFabricConfig> m_fabric;
    mutable std::shared_ptr<const RoceMaker> m_maker; //!< the latest one
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_TRANSPORT_H */
