/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CC_PROFILE_H
#define MRC_CC_PROFILE_H

#include "mrc-own-factories.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

struct CcConfig;

/**
 * The settings of congestion control, as attributes: the fields of the OCP API's NSCC profile
 * [nscc-profile].
 */
class CcProfile : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    CcProfile();
    ~CcProfile() override;

    /**
     * Yields the configuration.
     *
     * @return the values
     * @throws std::invalid_argument naming an Algorithm that is unknown, or attributes that
     * contradict each other
     */
    CcConfig Get() const;

  private:
    void SetFactory(Ptr<ControllerFactory> factory);
    Ptr<ControllerFactory> GetFactory() const;
    static void AddAlgorithm(TypeId tid);
    static void AddWindow(TypeId tid);
    static void AddIncrease(TypeId tid);
    static void AddDecrease(TypeId tid);

    std::string m_algorithm;
    std::unique_ptr<CcConfig> m_config; //!< without algorithm
    Ptr<ControllerFactory> m_factory;   //!< makes controllers for m_config.custom
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CC_PROFILE_H */
