/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-port-config-table.h"

#include "ns3/fatal-error.h"

#include <utility>

namespace ns3
{
namespace mrc
{

PortConfigTable::PortConfigTable(std::vector<PortConfig> configs,
                                 const std::vector<PortPlan>& ports)
    : m_configs(std::move(configs)),
      m_users(m_configs.size())
{
    for (const PortPlan& port : ports)
    {
        ++m_users[port.config];
    }
    // Rows of the plan may be equal. The index then names the first, and keeps it: emplace replaces
    // nothing.
    for (std::size_t i = 0; i < m_configs.size(); ++i)
    {
        m_index.emplace(KeyOf(m_configs[i]), static_cast<uint16_t>(i));
    }
}

/**
 * All that a row says. A new field of PortConfig belongs here, or ports would share unequal rows.
 */
PortConfigTable::Key
PortConfigTable::KeyOf(const PortConfig& config)
{
    return {config.rate.PsPerByteQ10(),
            config.propagation.Ps(),
            config.farLatency.Ps(),
            config.Limit(TrafficClass::DATA),
            config.Limit(TrafficClass::TRIMMED),
            config.Limit(TrafficClass::CONTROL),
            config.markAt,
            config.marker.Minimum(),
            config.marker.Maximum(),
            config.marker.Probability(),
            config.trimFrameSize,
            config.trimming,
            config.trimVictim,
            config.trimmedDscp,
            config.trimmedShare,
            config.retxFirst};
}

uint16_t
PortConfigTable::Exchange(uint16_t index, const PortConfig& config)
{
    const Key key = KeyOf(config);
    if (key == KeyOf(m_configs[index]))
    {
        return index;
    }
    if (--m_users[index] == 0)
    {
        const auto own = m_index.find(KeyOf(m_configs[index]));
        if (own != m_index.end() && own->second == index) // not an equal row's
        {
            m_index.erase(own);
        }
        m_free.push_back(index);
    }
    const auto known = m_index.find(key);
    const uint16_t next = known != m_index.end() ? known->second : Place(config);
    // Ports share rows, so that a port's line holds two bytes instead of a configuration.
    m_index[key] = next;
    ++m_users[next];
    return next;
}

/** Finds room for a configuration that the table lacks. */
uint16_t
PortConfigTable::Place(const PortConfig& config)
{
    // Rows that nobody uses are taken again: attributes that change in a run would fill the table
    // else.
    if (!m_free.empty())
    {
        const uint16_t index = m_free.back();
        m_free.pop_back();
        m_configs[index] = config;
        return index;
    }
    // A port holds its row in 16 bits.
    if (m_configs.size() > UINT16_MAX)
    {
        NS_FATAL_ERROR("ports of one fabric with more than " << UINT16_MAX + 1
                                                             << " different configurations");
    }
    m_configs.push_back(config);
    m_users.push_back(0);
    return static_cast<uint16_t>(m_configs.size() - 1);
}

} // namespace mrc
} // namespace ns3
