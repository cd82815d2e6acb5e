/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-decimal-word.h"

#include <locale>
#include <sstream>

namespace ns3
{
namespace mrc
{

double
DecimalOf(const TextReader& reader,
          const Token& word,
          const std::string& what,
          const DecimalRange& range)
{
    // Streams take signs, hexadecimal numbers, infinities and, in some locales, commas. An exponent
    // is a number's: the ranges of messages have some.
    const bool isDecimal = word.text.find_first_not_of("0123456789.eE+-") == std::string::npos &&
                           word.text.find_first_of("0123456789.") == 0;
    std::istringstream text(word.text);
    text.imbue(std::locale::classic());
    double value = 0;
    if (!isDecimal || !(text >> value) || text.peek() != std::istringstream::traits_type::eof() ||
        value < range.min || value > range.max)
    {
        std::ostringstream limits;
        limits << range.min << " .. " << range.max;
        reader.Fail(word.at,
                    what + " is " + Quoted(word.text) + "; expected a number, " + limits.str());
    }
    return value;
}

} // namespace mrc
} // namespace ns3
