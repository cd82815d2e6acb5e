/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-gzip-buffer.h"

#include "ns3/mrc-crc.h"

#include <algorithm>
#include <utility>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t GZIP_PART = 65536; //!< bytes at a time

/** Bits of a member's flags (RFC 1952, 2.3.1). */
enum GzipFlag : uint32_t
{
    GZIP_HEADER_CRC = 2,
    GZIP_EXTRA = 4,
    GZIP_NAME = 8,
    GZIP_COMMENT = 16,
    GZIP_RESERVED = 0xe0,
};

/** Passes over a text with a zero behind it. */
void
SkipText(BitReader& bits)
{
    while (bits.Take(8) != 0)
    {
    }
}

} // namespace

GzipBuffer::GzipBuffer(std::shared_ptr<std::istream> in, const std::string& name)
    : m_in(std::move(in)),
      m_name(name)
{
}

/**
 * Makes the next part of the text, and keeps as much of the text before as copies may reach back
 * to.
 */
GzipBuffer::int_type
GzipBuffer::underflow()
{
    // The course is made at the first read: a file that is never read costs nothing.
    if (!m_course)
    {
        Restart();
    }
    while (m_course->isInside || BeginMember())
    {
        // Copies of deflate reach back so far (RFC 1951 sec. 2), so what lies before is dropped.
        m_data.erase(0, m_data.size() - std::min(m_data.size(), INFLATE_REACH));
        const std::size_t before = m_data.size();
        const bool hasMore = m_course->inflater.Append(m_data, GZIP_PART);
        const auto count = static_cast<uint32_t>(m_data.size() - before);
        const auto* const bytes = reinterpret_cast<const uint8_t*>(m_data.data()) + before;
        m_course->crc = Crc32(bytes, count, m_course->crc);
        m_course->length += count;
        if (!hasMore)
        {
            EndMember();
        }
        // A part without bytes is no end: the next block or member goes on.
        if (count != 0)
        {
            setg(&m_data[before], &m_data[before], &m_data[before] + count);
            return traits_type::to_int_type(m_data[before]);
        }
    }
    return traits_type::eof();
}

GzipBuffer::pos_type
GzipBuffer::seekpos(pos_type place, std::ios_base::openmode)
{
    // Only the begin can be found again; readers that read twice rewind to it.
    if (place != pos_type(0))
    {
        return {off_type(-1)};
    }
    m_course.reset();
    setg(nullptr, nullptr, nullptr);
    return place;
}

GzipBuffer::pos_type
GzipBuffer::seekoff(off_type offset, std::ios_base::seekdir way, std::ios_base::openmode which)
{
    return way == std::ios_base::beg ? seekpos(offset, which) : pos_type(off_type(-1));
}

void
GzipBuffer::Restart()
{
    m_in->clear(); // the end was reached before
    m_in->seekg(0);
    m_course.emplace(*m_in, m_name);
    m_data.clear();
    if (!*m_in)
    {
        m_course->bits.Fail("no regular file; expected one, as the file is read several times");
    }
}

/** @return false at the end of the file */
bool
GzipBuffer::BeginMember()
{
    BitReader& bits = m_course->bits;
    // Files of several members are one text (RFC 1952 sec. 2.2).
    if (m_course->members != 0 && bits.IsAtEnd())
    {
        return false;
    }
    ++m_course->members;
    if (bits.IsAtEnd() || bits.Take(16) != 0x8b1f || bits.Take(8) != 8)
    {
        bits.Fail("no file of gzip; expected one, as its name ends in .gz");
    }
    const uint32_t flags = bits.Take(8);
    if ((flags & GZIP_RESERVED) != 0)
    {
        bits.Fail("flags " + std::to_string(flags) + "; expected at most 31");
    }
    bits.Take(32); // when the file was changed
    bits.Take(16); // how it was made, and where
    if ((flags & GZIP_EXTRA) != 0)
    {
        for (uint32_t left = bits.Take(16); left != 0; --left)
        {
            bits.Take(8);
        }
    }
    if ((flags & GZIP_NAME) != 0)
    {
        SkipText(bits);
    }
    if ((flags & GZIP_COMMENT) != 0)
    {
        SkipText(bits);
    }
    if ((flags & GZIP_HEADER_CRC) != 0)
    {
        // The sum of the header is not checked: that of the data covers what is used.
        bits.Take(16);
    }
    m_course->inflater.Begin();
    m_course->isInside = true;
    m_course->crc = 0;
    m_course->length = 0;
    return true;
}

void
GzipBuffer::EndMember()
{
    BitReader& bits = m_course->bits;
    // Sum and length stand at a whole byte, least byte first (RFC 1952 sec. 2.3.1).
    bits.Align();
    const uint32_t crc = bits.Take(32);
    const uint32_t length = bits.Take(32);
    if (crc != m_course->crc || length != m_course->length)
    {
        bits.Fail("the sum or the length of the bytes is another one; expected those that gzip "
                  "wrote: the file was damaged");
    }
    m_course->isInside = false;
}

} // namespace mrc
} // namespace ns3
