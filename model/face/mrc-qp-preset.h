/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PRESET_H
#define MRC_QP_PRESET_H

#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * @param name "api", which is the defaults, or "nccl" [qp-presets]; "roce" or "roce-lossless"
 *        [roce-fabric]; "metaroce-like" [metaroce-like]
 * @return attributes that such a configuration sets, as Class::Attribute of ns3::mrc, and their
 *         values
 * @throws std::invalid_argument naming the presets that there are
 */
std::vector<std::pair<std::string, std::string>> QpPreset(const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_PRESET_H */
