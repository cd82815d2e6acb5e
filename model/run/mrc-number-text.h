/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NUMBER_TEXT_H
#define MRC_NUMBER_TEXT_H

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Reads a number as a person means the digits: a stream would take "-1" for 2^64 - 1 and stop at
 * the x of "10x".
 *
 * @param text nothing but decimal digits
 * @return nothing if the text is anything else, or exceeds 64 bits
 */
std::optional<uint64_t> ReadWhole(const std::string& text);

/**
 * @param text nothing but a number, with sign, fraction and exponent if need be
 * @return nothing if the text is anything else, or not finite
 */
std::optional<double> ReadReal(const std::string& text);

} // namespace mrc
} // namespace ns3

#endif /* MRC_NUMBER_TEXT_H */
