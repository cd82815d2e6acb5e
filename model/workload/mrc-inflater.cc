/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-inflater.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t BLOCK_END = 256; //!< the symbol
constexpr uint32_t SYMBOLS = 288;
constexpr uint32_t LENGTH_CODES = 29; //!< those that stand for lengths
constexpr uint32_t DISTANCE_CODES = 30;
constexpr uint32_t LONGEST_COPY = 258;
constexpr uint32_t REPEAT = 16; //!< code of a length of a code: the one before again

// The order in which lengths of codes for lengths are written (RFC 1951, 3.2.7).
constexpr std::array<uint8_t, 19>
    CODE_ORDER{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

/** What a code stands for: a number and what bits behind the code add to it. */
struct CodeRange
{
    uint32_t base;
    uint32_t bits;
};

/** @return of a length's code, from 0 (RFC 1951, 3.2.5) */
CodeRange
LengthRange(uint32_t code)
{
    if (code + 1 == LENGTH_CODES)
    {
        return {LONGEST_COPY, 0};
    }
    // Lengths grow in groups of four codes, distances in groups of two, each with one bit more.
    const uint32_t bits = code < 8 ? 0 : code / 4 - 1;
    return {code < 8 ? code + 3 : ((4 + code % 4) << bits) + 3, bits};
}

/** @return of a distance's code, likewise */
CodeRange
DistanceRange(uint32_t code)
{
    const uint32_t bits = code < 4 ? 0 : code / 2 - 1;
    return {code < 4 ? code + 1 : ((2 + code % 2) << bits) + 1, bits};
}

} // namespace

void
Inflater::Begin()
{
    m_part = Part::HEAD;
    m_isLast = false;
    m_made = 0;
}

/**
 * Goes through blocks until there is enough, or the last block ends. The state between calls is the
 * part of a block that comes next.
 */
bool
Inflater::Append(std::string& data, std::size_t room)
{
    const std::size_t begin = data.size();
    while (data.size() - begin < room)
    {
        if (m_part == Part::HEAD && m_isLast)
        {
            return false;
        }
        const std::size_t before = data.size();
        // The caller takes data in parts, so a block may go on in the next call.
        switch (m_part)
        {
        case Part::HEAD:
            ReadHead();
            break;
        case Part::STORED:
            AppendStored(data, begin + room);
            break;
        case Part::CODED:
            AppendCoded(data, begin + room);
            break;
        }
        m_made += data.size() - before;
    }
    return true;
}

void
Inflater::ReadHead()
{
    // RFC 1951 sec. 3.2.3: one bit says that the block is the last one, two bits its kind.
    m_isLast = m_bits.Take(1) != 0;
    switch (m_bits.Take(2))
    {
    case 0:
        ReadStoredHead();
        break;
    case 1:
        SetFixedTables();
        m_part = Part::CODED;
        break;
    case 2:
        ReadTables();
        m_part = Part::CODED;
        break;
    default:
        m_bits.Fail("a block of kind 3; expected 0, 1 or 2");
    }
}

void
Inflater::ReadStoredHead()
{
    m_bits.Align();
    m_stored = m_bits.Take(16);
    const uint32_t inverse = m_bits.Take(16);
    // The complement guards against reading from a wrong place (RFC 1951 sec. 3.2.4).
    if ((m_stored ^ inverse) != 0xffff)
    {
        m_bits.Fail("a length of " + std::to_string(m_stored) +
                    " bytes without its complement; expected what gzip made");
    }
    m_part = Part::STORED;
}

void
Inflater::SetFixedTables()
{
    // The lengths of RFC 1951 sec. 3.2.6, which no file repeats.
    std::vector<uint8_t> lengths(SYMBOLS, 8);
    std::fill(lengths.begin() + 144, lengths.begin() + 256, 9);
    std::fill(lengths.begin() + 256, lengths.begin() + 280, 7);
    m_symbols.Set(lengths, m_bits);
    m_distances.Set(std::vector<uint8_t>(32, 5), m_bits);
}

/** Lengths of codes are themselves written as codes. */
void
Inflater::ReadTables()
{
    const uint32_t symbols = m_bits.Take(5) + 257;
    const uint32_t distances = m_bits.Take(5) + 1;
    const uint32_t ordered = m_bits.Take(4) + 4;
    std::vector<uint8_t> lengths(CODE_ORDER.size());
    // Lengths that are left out at the end are 0.
    for (uint32_t i = 0; i < ordered; ++i)
    {
        lengths[CODE_ORDER[i]] = static_cast<uint8_t>(m_bits.Take(3));
    }
    HuffmanTable codes;
    codes.Set(lengths, m_bits);
    lengths.clear();
    while (lengths.size() < symbols + distances)
    {
        const uint32_t code = codes.Next(m_bits);
        if (code < REPEAT)
        {
            lengths.push_back(static_cast<uint8_t>(code));
            continue;
        }
        const bool isRepeat = code == REPEAT;
        // Codes 16, 17 and 18 repeat: the length before, or zeros of two ranges.
        const uint32_t count = isRepeat             ? m_bits.Take(2) + 3
                               : code == REPEAT + 1 ? m_bits.Take(3) + 3
                                                    : m_bits.Take(7) + 11;
        if ((isRepeat && lengths.empty()) || lengths.size() + count > symbols + distances)
        {
            m_bits.Fail("lengths of codes that do not fit; expected what gzip made");
        }
        lengths.insert(lengths.end(), count, isRepeat ? lengths.back() : uint8_t{0});
    }
    // Both tables were written as one row of lengths, so a repetition may cross from one to the
    // other.
    m_symbols.Set({lengths.begin(), lengths.begin() + symbols}, m_bits);
    m_distances.Set({lengths.begin() + symbols, lengths.end()}, m_bits);
}

void
Inflater::AppendStored(std::string& data, std::size_t end)
{
    for (; m_stored != 0 && data.size() < end; --m_stored)
    {
        data += static_cast<char>(m_bits.Take(8));
    }
    m_part = m_stored == 0 ? Part::HEAD : Part::STORED;
}

void
Inflater::AppendCoded(std::string& data, std::size_t end)
{
    const std::size_t begin = data.size();
    while (data.size() < end)
    {
        const uint32_t symbol = m_symbols.Next(m_bits);
        if (symbol < BLOCK_END)
        {
            data += static_cast<char>(symbol);
        }
        else if (symbol == BLOCK_END)
        {
            // The next call reads the head of the block that follows.
            m_part = Part::HEAD;
            return;
        }
        else
        {
            Copy(data, begin, symbol);
        }
    }
}

/** A copy may reach into what it copies. @param begin of bytes that are not counted as made yet */
void
Inflater::Copy(std::string& data, std::size_t begin, uint32_t symbol)
{
    const uint32_t code = symbol - BLOCK_END - 1;
    if (code >= LENGTH_CODES)
    {
        m_bits.Fail("symbol " + std::to_string(symbol) + "; expected at most 285");
    }
    const CodeRange length = LengthRange(code);
    const uint32_t count = length.base + m_bits.Take(length.bits);
    const uint32_t away = m_distances.Next(m_bits);
    if (away >= DISTANCE_CODES)
    {
        m_bits.Fail("distance code " + std::to_string(away) + "; expected at most 29");
    }
    const CodeRange distance = DistanceRange(away);
    const uint32_t back = distance.base + m_bits.Take(distance.bits);
    // Data of an earlier member may still stand in the buffer, and is no part of this one.
    if (back > m_made + (data.size() - begin))
    {
        m_bits.Fail("a copy of bytes before the begin; expected what gzip made");
    }
    // Byte by byte: where the distance is shorter than the count, the copy repeats itself.
    for (uint32_t i = 0; i < count; ++i)
    {
        data += data[data.size() - back];
    }
}

} // namespace mrc
} // namespace ns3
