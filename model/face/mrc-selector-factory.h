/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SELECTOR_FACTORY_H
#define MRC_SELECTOR_FACTORY_H

#include "ns3/mrc-custom-selector.h"
#include "ns3/object.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/** Makes a user's own path selectors: what EvProfile::SelectorFactory names, with attributes. */
class SelectorFactory : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param draws random numbers of this selector alone
     * @return the selector of one queue pair; null is a fatal error
     */
    virtual std::unique_ptr<CustomSelector> Create(KeyedDraws draws) const = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SELECTOR_FACTORY_H */
