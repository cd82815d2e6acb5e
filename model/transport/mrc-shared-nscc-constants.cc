/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shared-nscc-constants.h"

#include "mrc-flight-window.h"

#include <algorithm>
#include <tuple>

namespace ns3
{
namespace mrc
{

namespace
{

/**
 * Constants that are looked through; own choice: paths of three lengths, of two kinds of traffic. A
 * program with more has several copies of constants, and the same results.
 */
constexpr std::size_t LATEST = 8;

/** @return all members, to be compared: a new one that is left out does not compile */
auto
Members(const NsccPath& path)
{
    const auto& [baseRtt, bitRate, mtu, trimming] = path; // names all
    return std::tie(baseRtt, bitRate, mtu, trimming);
}

} // namespace

std::shared_ptr<const NsccConstants>
SharedNsccConstants::Of(const ConnectionParameters& parameters)
{
    const CcConfig& config = parameters.cc;
    const NsccPath path = PathOf(parameters);
    const auto found = std::find_if(m_latest.begin(), m_latest.end(), [&](const Known& known) {
        const CcConfig& other = known.config;
        // Settings are shared: one address stands for equal ones, and no members are compared.
        return &other == &config && Members(known.path) == Members(path);
    });
    if (found != m_latest.end())
    {
        return found->constants;
    }
    if (m_latest.size() == LATEST)
    {
        m_latest.erase(m_latest.begin());
    }
    m_latest.push_back({parameters.cc,
                        path,
                        std::make_shared<NsccConstants>(NsccConstants::Derive(config, path))});
    return m_latest.back().constants;
}

} // namespace mrc
} // namespace ns3
