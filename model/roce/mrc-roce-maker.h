/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_MAKER_H
#define MRC_ROCE_MAKER_H

#include "mrc-roce-config.h"

#include "ns3/mrc-transport-maker.h"

namespace ns3
{
namespace mrc
{

/** Makes queue pairs of RoCEv2. */
class RoceMaker : public TransportMaker
{
  public:
    /** @param config of all queue pairs made here */
    explicit RoceMaker(const RoceConfig& config)
        : m_config(config)
    {
    }

    /** @return the configuration of all of them */
    const RoceConfig& Config() const
    {
        return m_config;
    }

    void Check(const ConnectionParameters& parameters) const override;
    TransportSides Make(const ConnectionParameters& parameters,
                        QueuePairObserver& observer) const override;
    uint32_t ExtensionBytesOfData() const override;

    bool SharesNothing() const override
    {
        return true;
    }

  private:
    RoceConfig m_config;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_MAKER_H */
