/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OWN_FACTORIES_H
#define MRC_OWN_FACTORIES_H

#include "ns3/mrc-custom-controller.h"
#include "ns3/mrc-custom-selector.h"
#include "ns3/mrc-queue-policy.h"
#include "ns3/object.h"

#include <memory>

namespace ns3
{
namespace mrc
{

/**
 * Makes a user's own path selectors: the class that EvProfile::SelectorFactory names, with
 * attributes.
 */
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

    /**
     * @return whether the selectors made here share no changing state and do not use ns-3
     *         when asked, so that several threads may use them
     */
    virtual bool SharesNothing() const
    {
        return false;
    }
};

/**
 * Makes a user's own congestion controls: the class that CcProfile::AlgorithmFactory names, with
 * attributes.
 */
class ControllerFactory : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param setup the values that a window may be derived from, and random numbers
     * @return the controller of one window; null is a fatal error
     */
    virtual std::unique_ptr<CustomController> Create(const ControllerSetup& setup) const = 0;

    /**
     * @return whether the controllers made here share no changing state and do not use ns-3
     *         when asked, so that several threads may use them
     */
    virtual bool SharesNothing() const
    {
        return false;
    }
};

/**
 * Makes a user's own trim or drop policies: the class that FabricProfile::AdmissionFactory names.
 */
class AdmissionFactory : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param seat the port
     * @return the policy that admits data at that port; null is a fatal error
     */
    virtual std::unique_ptr<AdmissionPolicy> Create(const PolicySeat& seat) const = 0;

    /**
     * @return whether the policies made here share no changing state and do not use ns-3 when
     *         asked, so that several threads may use them
     */
    virtual bool SharesNothing() const
    {
        return false;
    }
};

/** Makes a user's own ECN markers: the class that FabricProfile::MarkerFactory names. */
class MarkerFactory : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param seat the port
     * @return the policy that marks at that port; null is a fatal error
     */
    virtual std::unique_ptr<MarkingPolicy> Create(const PolicySeat& seat) const = 0;

    /**
     * @return whether the markers made here share no changing state and do not use ns-3 when
     *         asked, so that several threads may use them
     */
    virtual bool SharesNothing() const
    {
        return false;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_OWN_FACTORIES_H */
