/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSPORT_CONFIG_H
#define MRC_TRANSPORT_CONFIG_H

#include "mrc-qp-config.h"

#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

class TransportMaker;

/** The profiles' settings for one end of a connection. */
struct TransportConfig
{
    QpConfig qp;                                     //!< reliability
    EvConfig ev;                                     //!< paths
    CcConfig cc;                                     //!< congestion control
    std::shared_ptr<const TransportMaker> transport; //!< in the place of MRC; null: MRC
};

/** @return whether all fields are the same; a list of EVs, or a maker, is the same if it is one
 * object */
bool operator==(const TransportConfig& one, const TransportConfig& other);

/**
 * Which of the configurations that are in use already is this one?
 *
 * Queue pairs by the hundred thousand are made from a handful of profiles: each keeps a pointer.
 */
class SharedConfigs
{
  public:
    /** @return a configuration with these values, one of the latest ones if they had them */
    std::shared_ptr<const TransportConfig> Of(const TransportConfig& config);

  private:
    std::vector<std::shared_ptr<const TransportConfig>> m_latest; //!< the one used last in front
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TRANSPORT_CONFIG_H */
