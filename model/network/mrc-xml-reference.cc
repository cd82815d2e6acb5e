/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-xml-reference.h"

#include <cstdint>
#include <cstring>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

/** Characters that XML writes by a name (XML 1.0, section 4.6). */
const std::pair<const char*, char> CHARACTER_NAMES[] = {
    {"lt", '<'},
    {"gt", '>'},
    {"amp", '&'},
    {"quot", '"'},
    {"apos", '\''},
};

constexpr uint32_t LAST_CHARACTER = 0x10ffff; //!< of Unicode

/** @return whether XML 1.0 has this character (section 2.2) */
bool
IsCharacter(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code < 0xd800) ||
           (code >= 0xe000 && code < 0xfffe) || (code >= 0x10000 && code <= LAST_CHARACTER);
}

/** @return the value of a digit; 16 of what is none */
uint32_t
DigitOf(char c)
{
    const char* const digits = "0123456789abcdef0123456789ABCDEF";
    const char* const found = c == '\0' ? nullptr : std::strchr(digits, c);
    return found == nullptr ? 16 : static_cast<uint32_t>((found - digits) % 16);
}

/** @return the number of a character in digits; nothing, if that is none */
std::optional<uint32_t>
CodeOf(const std::string& digits, uint32_t base)
{
    uint32_t code = 0;
    for (const char c : digits)
    {
        const uint32_t digit = DigitOf(c);
        code = code * base + digit;
        if (digit >= base || code > LAST_CHARACTER)
        {
            return std::nullopt;
        }
    }
    return IsCharacter(code) ? std::optional(code) : std::nullopt;
}

/** @return a character in UTF-8 (RFC 3629, section 3) */
std::string
Utf8Of(uint32_t code)
{
    if (code < 0x80)
    {
        return {static_cast<char>(code)};
    }
    // The first byte says by its leading ones how many bytes there are; six bits stand in each
    // other one.
    const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    std::string bytes(1, static_cast<char>((0x7f80 >> more) | (code >> (6 * more))));
    for (unsigned left = more; left-- > 0;)
    {
        bytes += static_cast<char>(0x80 | ((code >> (6 * left)) & 0x3f));
    }
    return bytes;
}

} // namespace

std::optional<XmlReference>
ReferenceAt(const std::string& text, std::size_t at)
{
    // A number may have any count of leading zeros. No reference holds an `&`: a reader that stops
    // at what is none sees each byte a few times at most.
    const std::size_t end = text.find_first_of("&;", at + 1);
    if (end == std::string::npos || text[end] == '&')
    {
        return std::nullopt;
    }
    const std::string found = text.substr(at + 1, end - at - 1);
    const std::size_t length = found.size() + 2;
    for (const auto& [known, character] : CHARACTER_NAMES)
    {
        if (found == known)
        {
            return XmlReference{std::string(1, character), length};
        }
    }
    if (found.empty() || found.front() != '#')
    {
        return std::nullopt;
    }
    const bool isHex = found.size() > 1 && found[1] == 'x';
    const std::optional<uint32_t> code = CodeOf(found.substr(isHex ? 2 : 1), isHex ? 16 : 10);
    return code ? std::optional(XmlReference{Utf8Of(*code), length}) : std::nullopt;
}

} // namespace mrc
} // namespace ns3
