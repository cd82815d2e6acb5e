/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONFIGURED_FACTORY_H
#define MRC_CONFIGURED_FACTORY_H

#include "mrc-config-rows.h"
#include "mrc-own-factories.h"

#include <memory>

namespace ns3
{
namespace mrc
{

template <class Factory, class Part, class Config, class Create>
class ConfiguredFactory;

/**
 * A factory that hands its attributes to the parts that it makes: what do all such factories share?
 *
 * @tparam Factory the factory itself
 * @tparam Part made of a Config and the values that Create is handed
 * @tparam Config the settings, which the attributes of the factory write
 * @tparam Kind ControllerFactory or SelectorFactory, with the type of its function Create behind
 */
template <class Factory, class Part, class Config, class Kind, class Made, class Given>
class ConfiguredFactory<Factory, Part, Config, Made (Kind::*)(Given) const> : public Kind
{
  public:
    bool SharesNothing() const override
    {
        return true;
    }

    Made Create(Given given) const override
    {
        Check(*m_config, given);
        return std::make_unique<Part>(*m_config, given);
    }

  protected:
    using Rows = ConfigRows<ConfiguredFactory, Config>; //!< the table of the factory's attributes

    /**
     * @param name of the factory
     * @param addRows fills the table, Rows&
     * @return the TypeId of the factory
     */
    template <class AddRows>
    static TypeId Register(const char* name, AddRows addRows)
    {
        TypeId tid(name);
        tid.SetParent<Kind>().SetGroupName("Mrc").template AddConstructor<Factory>();
        Rows rows(tid, &ConfiguredFactory::m_config);
        addRows(rows);
        return tid;
    }

  private:
    /** Settings that contradict each other or the given values end the run: none do by default. */
    virtual void Check(const Config&, Given) const
    {
    }

    std::unique_ptr<Config> m_config{std::make_unique<Config>()};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONFIGURED_FACTORY_H */
