/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BYTE_CURSOR_H
#define MRC_BYTE_CURSOR_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ns3
{
namespace mrc
{

/** Writes an unsigned number of 1 to 8 bytes, most significant byte first. */
template <unsigned BYTES>
inline void
PutBigEndian(uint8_t* out, uint64_t value)
{
    static_assert(BYTES >= 1 && BYTES <= 8, "a number of 8 to 64 bits");
    value <<= 8 * (8 - BYTES);
    uint8_t bytes[8]; // of all eight the compiler makes one store
    for (unsigned i = 0; i < 8; ++i)
    {
        bytes[i] = static_cast<uint8_t>(value >> (56 - 8 * i));
    }
    std::memcpy(out, bytes, BYTES);
}

/**
 * Writes big-endian numbers one behind the other into the caller's buffer.
 *
 * A number that does not fit is not written past the end: the writer fails, and stays failed.
 */
class ByteWriter
{
  public:
    /**
     * @param begin the buffer
     * @param size of the buffer, bytes
     */
    ByteWriter(uint8_t* begin, std::size_t size)
        : m_next(begin),
          m_left(size)
    {
    }

    /**
     * Writes an unsigned number, most significant byte first.
     *
     * @tparam BYTES size of the number on the wire, 1 .. 8
     * @param value the number; only the low BYTES bytes count
     */
    template <unsigned BYTES>
    void Put(uint64_t value)
    {
        if (!Take(BYTES))
        {
            return;
        }
        PutBigEndian<BYTES>(m_next, value);
        m_next += BYTES;
    }

    /** Writes zero bytes: reserved, or fixed by no public source. @param count how many */
    void Zeros(std::size_t count)
    {
        if (uint8_t* place = Skip(count))
        {
            for (std::size_t i = 0; i < count; ++i)
            {
                place[i] = 0;
            }
        }
    }

    /**
     * Leaves room that the caller fills.
     *
     * @param count how many bytes
     * @return where they begin, nullptr when they do not fit
     */
    uint8_t* Skip(std::size_t count)
    {
        if (!Take(count))
        {
            return nullptr;
        }
        uint8_t* place = m_next;
        m_next += count;
        return place;
    }

    /** @return whether everything so far did fit */
    bool Ok() const
    {
        return m_ok;
    }

    /** @return bytes of the buffer that are not yet written */
    std::size_t Left() const
    {
        return m_left;
    }

  private:
    bool Take(std::size_t count)
    {
        m_ok = m_ok && count <= m_left;
        m_left -= m_ok ? count : 0;
        return m_ok;
    }

    uint8_t* m_next;
    std::size_t m_left;
    bool m_ok{true};
};

/**
 * Writes the fields of one header, as ByteWriter does. Room is asked for once, for the whole
 * header: then each field is a store. If there is none, the ByteWriter fails, and nothing may be
 * written.
 */
class FieldWriter
{
  public:
    /**
     * @param out where the header goes
     * @param size bytes of the header, all of which have to be written
     */
    FieldWriter(ByteWriter& out, std::size_t size)
        : m_next(out.Skip(size))
    {
    }

    /** @return whether there is room */
    explicit operator bool() const
    {
        return m_next != nullptr;
    }

    /**
     * Writes an unsigned number, as ByteWriter::Put.
     *
     * @tparam BYTES how many bytes
     * @param value of which the lowest bytes are written
     */
    template <unsigned BYTES>
    void Put(uint64_t value)
    {
        PutBigEndian<BYTES>(m_next, value);
        m_next += BYTES;
    }

    /** Writes zero bytes: reserved, or fixed by no public source. @tparam BYTES how many */
    template <unsigned BYTES>
    void Zeros()
    {
        std::memset(m_next, 0, BYTES);
        m_next += BYTES;
    }

  private:
    uint8_t* m_next;
};

/**
 * Reads big-endian numbers one behind the other from the caller's buffer.
 *
 * Reading past the end, or a value that Require() refuses, makes the reader fail. The reader stays
 * failed, and every number read from then on is 0. A decoder therefore checks once, at its end.
 */
class ByteReader
{
  public:
    /**
     * @param begin the bytes
     * @param size how many
     */
    ByteReader(const uint8_t* begin, std::size_t size)
        : m_next(begin),
          m_left(size)
    {
    }

    /**
     * Reads an unsigned number, most significant byte first.
     *
     * @tparam BYTES size of the number on the wire, 1 .. 8
     * @return the number, 0 after a failure
     */
    template <unsigned BYTES>
    uint64_t Get()
    {
        static_assert(BYTES >= 1 && BYTES <= 8, "a number of 8 to 64 bits");
        const uint8_t* from = Skip(BYTES);
        if (!from)
        {
            return 0;
        }
        uint64_t value = 0;
        for (unsigned i = 0; i < BYTES; ++i)
        {
            value = (value << 8) | from[i];
        }
        return value;
    }

    /** Reads bytes that have to be zero. @param count how many */
    void Zeros(std::size_t count)
    {
        const uint8_t* from = Skip(count);
        for (std::size_t i = 0; from && i < count; ++i)
        {
            Require(from[i] == 0);
        }
    }

    /**
     * Passes over bytes that the caller looks at.
     *
     * @param count how many bytes
     * @return where they begin, nullptr when so many are not left
     */
    const uint8_t* Skip(std::size_t count)
    {
        m_ok = m_ok && count <= m_left;
        if (!m_ok)
        {
            return nullptr;
        }
        const uint8_t* from = m_next;
        m_next += count;
        m_left -= count;
        return from;
    }

    /** @param valid whether the read value may stand there; the reader fails when not */
    void Require(bool valid)
    {
        m_ok = m_ok && valid;
    }

    /** @return whether everything so far was there and valid */
    bool Ok() const
    {
        return m_ok;
    }

    /** @return bytes that are not yet read */
    std::size_t Left() const
    {
        return m_left;
    }

  private:
    const uint8_t* m_next;
    std::size_t m_left;
    bool m_ok{true};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_BYTE_CURSOR_H */
