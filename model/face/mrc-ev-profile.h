/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PROFILE_H
#define MRC_EV_PROFILE_H

#include "mrc-own-factories.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <memory>
#include <string>

namespace ns3
{
namespace mrc
{

class EvFile;
struct EvConfig;
struct EvList;
struct EvTexts;

/** The settings of a queue pair's entropy values, as attributes [ev-profile]. */
class EvProfile : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    EvProfile();
    ~EvProfile() override;

    /**
     * Yields the configuration.
     *
     * @return the values
     * @throws std::invalid_argument naming a bad item of Evs or Fields, a mistake in File,
     * or attributes that contradict each other
     */
    EvConfig Get() const;

  private:
    void SetFactory(Ptr<SelectorFactory> factory);
    Ptr<SelectorFactory> GetFactory() const;
    static void AddModes(TypeId tid);
    static void AddTexts(TypeId tid);
    static void AddSets(TypeId tid);
    static void AddStates(TypeId tid);
    static void AddProbing(TypeId tid);

    std::shared_ptr<const EvList> List() const;
    std::shared_ptr<const EvFile> File() const;

    std::unique_ptr<EvConfig> m_config; //!< without the list
    Ptr<SelectorFactory> m_factory;     //!< makes selectors for m_config.custom
    std::unique_ptr<EvTexts> m_texts;   //!< that EVs are read from
    mutable std::string m_listText;     //!< the text that m_list was made of
    mutable std::shared_ptr<const EvList> m_list;
    mutable std::shared_ptr<const EvFile> m_file; //!< the latest content of the file
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_PROFILE_H */
