/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-config.h"

#include <algorithm>
#include <tuple>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Configurations that are looked through; own choice: two ends of two kinds of traffic. A program
 * that uses more kinds in turns has several copies of configurations, and the same results.
 */
constexpr std::size_t LATEST = 4;

// A structured binding names all members of a struct, or does not compile: a new member cannot be
// forgotten here.

auto
Members(const QpConfig& config)
{
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = config;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);
}

auto
Members(const EvConfig& config)
{
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = config;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w);
}

auto
Members(const CcConfig& config)
{
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = config;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u);
}

} // namespace

bool
operator==(const TransportConfig& one, const TransportConfig& other)
{
    return Members(one.qp) == Members(other.qp) && Members(one.ev) == Members(other.ev) &&
           Members(one.cc) == Members(other.cc) && one.transport == other.transport;
}

std::shared_ptr<const TransportConfig>
SharedConfigs::Of(const TransportConfig& config)
{
    auto found = std::find_if(m_latest.begin(), m_latest.end(), [&config](const auto& known) {
        return *known == config;
    });
    if (found == m_latest.end())
    {
        if (m_latest.size() == LATEST)
        {
            m_latest.pop_back();
        }
        m_latest.push_back(std::make_shared<TransportConfig>(config));
        found = m_latest.end() - 1;
    }
    // The latest one comes first: pairs that are made in a row mostly have the same settings.
    std::rotate(m_latest.begin(), found, found + 1);
    return m_latest.front();
}

} // namespace mrc
} // namespace ns3
