/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_CONFIG_TABLE_H
#define MRC_PORT_CONFIG_TABLE_H

#include "mrc-end-plans.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Holds each configuration that ports of a fabric have once, however many ports have it. */
class PortConfigTable
{
  public:
    /**
     * @param configs the table to begin with
     * @param ports all ports; their `config` is an index into that table
     */
    PortConfigTable(std::vector<PortConfig> configs, const std::vector<PortPlan>& ports);

    /** @return a configuration, valid until the next Exchange */
    const PortConfig& operator[](uint16_t index) const
    {
        return m_configs[index];
    }

    /**
     * Gives one port another configuration.
     *
     * @param index the port's index
     * @param config the new configuration
     * @return the port's index from now on; a fatal error beyond 65,536 different configurations
     */
    uint16_t Exchange(uint16_t index, const PortConfig& config);

  private:
    using Key = std::tuple<uint64_t,
                           int64_t,
                           int64_t,
                           uint32_t,
                           uint32_t,
                           uint32_t,
                           EcnMarkAt,
                           uint32_t,
                           uint32_t,
                           double,
                           uint16_t,
                           bool,
                           TrimVictim,
                           uint8_t,
                           uint16_t,
                           bool>;

    static Key KeyOf(const PortConfig& config);
    uint16_t Place(const PortConfig& config);

    std::vector<PortConfig> m_configs;
    std::vector<uint32_t> m_users; //!< how many ports have the configuration
    std::vector<uint16_t> m_free;  //!< without users
    std::map<Key, uint16_t> m_index;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_CONFIG_TABLE_H */
