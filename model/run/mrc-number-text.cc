/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-number-text.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace ns3
{
namespace mrc
{

/** from_chars knows no sign, no blanks and no locale, and tells of an overflow. */
std::optional<uint64_t>
ReadWhole(const std::string& text)
{
    uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

std::optional<double>
ReadReal(const std::string& text)
{
    if (text.empty() || text.find_first_not_of("+-0123456789.eE") != std::string::npos)
    {
        return std::nullopt; // strtod also knows nan, inf, hexadecimals and leading blanks
    }
    char* stop = nullptr;
    const double number = std::strtod(text.c_str(), &stop);
    // Letters in a wrong order, such as 1e or 1-2, stop strtod early; 1e999 is infinite.
    return *stop == '\0' && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

} // namespace mrc
} // namespace ns3
