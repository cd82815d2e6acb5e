/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_NSCC_CONSTANTS_H
#define MRC_SHARED_NSCC_CONSTANTS_H

#include "mrc-connection-parameters.h"
#include "mrc-nscc-constants.h"

#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which connections have the same constants of NSCC? Those with one setting, over paths that are as
 * long and as fast.
 */
class SharedNsccConstants
{
  public:
    /**
     * @param parameters of a connection, with a setting that others share
     * @return the constants; those of one of the latest connections if they are the same
     */
    std::shared_ptr<const NsccConstants> Of(const ConnectionParameters& parameters);

  private:
    /** Constants with the values that they follow from. */
    struct Known
    {
        SharedSetting<CcConfig> config;
        NsccPath path;
        std::shared_ptr<const NsccConstants> constants;
    };

    std::vector<Known> m_latest; //!< the newest at the end
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_NSCC_CONSTANTS_H */
