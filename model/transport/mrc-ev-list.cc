/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-list.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <system_error>

namespace ns3
{
namespace mrc
{

namespace
{

/** Bits of an EV below its plane, which has the other 3 of 32. */
constexpr uint32_t VALUE_BITS = 29;

/** How far the ends of a field may lie apart: all 16 bits of a uSID. This bounds a loop, too. */
constexpr uint32_t MAX_SPAN = 0xffff;

/** A field of a generated EV. */
struct Field
{
    uint32_t width;
    uint32_t init;
    uint32_t min;
    uint32_t max;
    uint32_t mask;
};

[[noreturn]] void
Refuse(const std::string& item, const std::string& expected)
{
    throw std::invalid_argument("'" + item + "'; expected " + expected);
}

std::string
Trimmed(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(" \t\n");
    const std::size_t last = text.find_last_not_of(" \t\n");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/** @return the parts between the separators, at least one */
std::vector<std::string>
Split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();)
    {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(Trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

uint32_t
NumberOf(const std::string& text, const std::string& item, const std::string& expected)
{
    const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char* const begin = text.data() + (hex ? 2 : 0);
    const char* const end = text.data() + text.size();
    uint32_t value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value, hex ? 16 : 10);
    if (error != std::errc() || stop != end)
    {
        Refuse(item, expected);
    }
    return value;
}

/** Numbers from the first to the last. */
struct Range
{
    uint32_t first;
    uint32_t last;
};

/** @return FIRST-LAST, or a single number as both ends */
Range
RangeOf(const std::string& text, const std::string& item, const std::string& expected)
{
    const std::vector<std::string> ends = Split(text, '-');
    if (ends.size() > 2)
    {
        Refuse(item, expected);
    }
    const Range range{NumberOf(ends.front(), item, expected),
                      NumberOf(ends.back(), item, expected)};
    if (range.first > range.last)
    {
        Refuse(item, expected);
    }
    return range;
}

Field
FieldOf(const std::string& item)
{
    static const char* const EXPECTED = "WIDTH:INIT:MIN:MAX:MASK, such as 4:0:0:15:0xf";
    const std::vector<std::string> parts = Split(item, ':');
    if (parts.size() != 5)
    {
        Refuse(item, EXPECTED);
    }
    uint32_t numbers[5];
    for (int i = 0; i < 5; ++i)
    {
        numbers[i] = NumberOf(parts[i], item, EXPECTED);
    }
    const Field field{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]};
    if (field.width == 0 || field.width > VALUE_BITS)
    {
        Refuse(item, "a width of 1 .. " + std::to_string(VALUE_BITS));
    }
    // MIN needs no look of its own: it is not above MAX.
    if (((field.init | field.max | field.mask) >> field.width) != 0 || field.min > field.max)
    {
        Refuse(item, "INIT, MIN <= MAX and MASK of " + std::to_string(field.width) + " bits");
    }
    if (field.max - field.min > MAX_SPAN)
    {
        Refuse(item, "MIN and MAX at most " + std::to_string(MAX_SPAN) + " apart");
    }
    return field;
}

/**
 * MASK says which bits vary: those outside of MASK stay as INIT has them. Numbers from MIN to MAX
 * with a bit outside of MASK are left out [ev-modes].
 *
 * @return the values of a field, in order
 */
std::vector<uint32_t>
ValuesOf(const Field& field, const std::string& item)
{
    std::vector<uint32_t> values;
    for (uint32_t value = field.min; value <= field.max; ++value)
    {
        if ((value & ~field.mask) == 0)
        {
            values.push_back((field.init & ~field.mask) | value);
        }
        if (values.size() > EvList::MAX_VALUES)
        {
            Refuse(item, "at most " + std::to_string(EvList::MAX_VALUES) + " values");
        }
    }
    if (values.empty())
    {
        Refuse(item, "a value in MIN .. MAX without bits outside MASK");
    }
    return values;
}

} // namespace

EvList
EvList::Read(const std::string& text)
{
    static const char* const EXPECTED = "PORT:VALUE, such as 1:7 or 1-8:0-15, with ports 1 .. 8";
    EvList list;
    for (const std::string& item : Split(text, ','))
    {
        const std::vector<std::string> parts = Split(item, ':');
        if (parts.size() != 2)
        {
            Refuse(item, EXPECTED);
        }
        const Range ports = RangeOf(parts[0], item, EXPECTED);
        const Range values = RangeOf(parts[1], item, EXPECTED);
        if (ports.first == 0 || ports.last > MAX_PLANES)
        {
            Refuse(item, EXPECTED);
        }
        if (values.last >> VALUE_BITS != 0)
        {
            Refuse(item, "values of at most " + std::to_string(VALUE_BITS) + " bits");
        }
        for (uint32_t port = ports.first; port <= ports.last; ++port)
        {
            std::vector<uint32_t>& plane = list.planes[port - 1];
            // Asked before anything is added: 0-0x1fffffff would fill the memory first.
            if (values.last - values.first >= MAX_VALUES - plane.size())
            {
                Refuse(item, "at most " + std::to_string(MAX_VALUES) + " values of a port");
            }
            for (uint32_t value = values.first; value <= values.last; ++value)
            {
                plane.push_back(value);
            }
        }
    }
    return list;
}

EvList
EvList::Generate(const std::string& text)
{
    // Fields are laid side by side from the lowest bit up, and each value of one meets each of the
    // others.
    std::vector<uint32_t> all{0};
    uint32_t bits = 0;
    for (const std::string& item : Split(text, ','))
    {
        const Field field = FieldOf(item);
        const std::vector<uint32_t> own = ValuesOf(field, item);
        if (bits + field.width > VALUE_BITS)
        {
            Refuse(item, "fields of at most " + std::to_string(VALUE_BITS) + " bits together");
        }
        if (all.size() * own.size() > MAX_VALUES)
        {
            Refuse(item, "fields that make at most " + std::to_string(MAX_VALUES) + " values");
        }
        std::vector<uint32_t> longer;
        for (const uint32_t high : own)
        {
            for (const uint32_t low : all)
            {
                longer.push_back(high << bits | low);
            }
        }
        all.swap(longer);
        bits += field.width;
    }
    EvList list;
    // Generated EVs are the same on every plane: the plane has bits of its own.
    list.planes.fill(all);
    return list;
}

} // namespace mrc
} // namespace ns3
