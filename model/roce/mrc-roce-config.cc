/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-roce-config.h"

#include <tuple>

namespace ns3
{
namespace mrc
{

namespace
{

/** A structured binding names all members, or does not compile: none can be forgotten. */
auto
Members(const RoceConfig& config)
{
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y] =
        config;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y);
}

} // namespace

bool
operator==(const RoceConfig& one, const RoceConfig& other)
{
    return Members(one) == Members(other);
}

DcqcnConfig
RoceConfig::Dcqcn(uint64_t lineRate) const
{
    // A value of 0 leaves the choice to the preset.
    DcqcnConfig values = DcqcnOf(preset, lineRate);
    values.gain = gain != 0 ? gain : values.gain;
    values.cnpInterval = cnpInterval != Span() ? cnpInterval : values.cnpInterval;
    values.alphaInterval = alphaInterval != Span() ? alphaInterval : values.alphaInterval;
    values.increaseInterval =
        increaseInterval != Span() ? increaseInterval : values.increaseInterval;
    values.fastSteps = fastSteps != 0 ? fastSteps : values.fastSteps;
    values.additive = additive != 0 ? static_cast<double>(additive) : values.additive;
    values.hyper = hyper != 0 ? static_cast<double>(hyper) : values.hyper;
    values.minRate = minRate != 0 ? static_cast<double>(minRate) : values.minRate;
    return values;
}

} // namespace mrc
} // namespace ns3
