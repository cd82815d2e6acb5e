/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONTROLLER_FACTORY_H
#define MRC_CONTROLLER_FACTORY_H

#include "ns3/mrc-custom-controller.h"
#include "ns3/object.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Makes a user's own congestion controls: what CcProfile::AlgorithmFactory names, with attributes.
 */
class ControllerFactory : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param setup what a window may be derived from, and random numbers
     * @return the controller of one window; null is a fatal error
     */
    virtual std::unique_ptr<CustomController> Create(const ControllerSetup& setup) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONTROLLER_FACTORY_H */
