/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-message.h"

namespace ns3
{
namespace mrc
{

namespace
{

/** Forms of values, protobuf's wire types. */
enum ChakraForm : uint32_t
{
    CHAKRA_VARINT = 0,
    CHAKRA_EIGHT_BYTES = 1,
    CHAKRA_LENGTH = 2,
    CHAKRA_FOUR_BYTES = 5,
};

} // namespace

ChakraMessage::ChakraMessage(const char* bytes,
                             std::size_t size,
                             uint64_t at,
                             const std::string& name)
    : m_bytes(bytes),
      m_size(size),
      m_at(at),
      m_name(name)
{
}

/**
 * Steps to the next field of a protobuf message: a tag with number and form, and a value of that
 * form. Values are not read before they are asked for.
 */
bool
ChakraMessage::Next()
{
    m_begin = m_place;
    if (IsAtEnd())
    {
        return false;
    }
    const uint64_t tag = Varint();
    // Numbers of fields begin at 1, and a tag has 3 bits for the form.
    if (tag < 8 || tag > UINT32_MAX)
    {
        Fail("field " + std::to_string(tag >> 3) + "; expected one from 1 to 536870911");
    }
    m_field = static_cast<uint32_t>(tag >> 3);
    m_form = tag & 7;
    m_value = m_place;
    switch (m_form)
    {
    case CHAKRA_VARINT:
        m_number = Varint();
        break;
    case CHAKRA_EIGHT_BYTES:
        Take(8);
        break;
    case CHAKRA_LENGTH: {
        const uint64_t length = Varint();
        m_value = m_place;
        Take(length);
        break;
    }
    case CHAKRA_FOUR_BYTES:
        Take(4);
        break;
    // Groups, types 3 and 4, are of protobuf's first form, which proto3 has not.
    default:
        Fail("wire type " + std::to_string(m_form) + "; expected 0, 1, 2 or 5");
    }
    m_valueEnd = m_place;
    return true;
}

uint32_t
ChakraMessage::Field() const
{
    return m_field;
}

bool
ChakraMessage::HasBytes() const
{
    return m_form == CHAKRA_LENGTH;
}

uint64_t
ChakraMessage::Number() const
{
    if (m_form != CHAKRA_VARINT)
    {
        Fail("field " + std::to_string(m_field) + " has wire type " + std::to_string(m_form) +
             "; expected 0, a number");
    }
    return m_number;
}

std::string
ChakraMessage::Text() const
{
    ExpectBytes();
    return {m_bytes + m_value, m_valueEnd - m_value};
}

ChakraMessage
ChakraMessage::Part() const
{
    ExpectBytes();
    return {m_bytes + m_value, m_valueEnd - m_value, m_at + m_value, m_name};
}

bool
ChakraMessage::IsAtEnd() const
{
    return m_place == m_size;
}

/**
 * Reads a number of protobuf: seven bits of each byte, the least first, and the eighth says whether
 * more follow.
 */
uint64_t
ChakraMessage::Varint()
{
    uint64_t number = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7)
    {
        if (IsAtEnd())
        {
            Fail("the message ends inside a number; expected more bytes");
        }
        const auto byte = static_cast<uint8_t>(m_bytes[m_place++]);
        // Nine bytes bring 63 bits; the tenth may bring one more.
        if (shift == 63 && byte > 1)
        {
            break;
        }
        number |= uint64_t{byte & 0x7fU} << shift;
        if (byte < 0x80)
        {
            return number;
        }
    }
    Fail("a number of more than 64 bits; expected at most ten bytes of a varint");
}

void
ChakraMessage::Fail(const std::string& message) const
{
    throw ChakraError(m_name, m_at + m_begin, message);
}

void
ChakraMessage::Take(uint64_t bytes)
{
    if (bytes > m_size - m_place)
    {
        Fail("field " + std::to_string(m_field) + " has " + std::to_string(bytes) +
             " bytes; expected at most " + std::to_string(m_size - m_place) +
             ", where the message ends");
    }
    m_place += bytes;
}

void
ChakraMessage::ExpectBytes() const
{
    if (!HasBytes())
    {
        Fail("field " + std::to_string(m_field) + " has wire type " + std::to_string(m_form) +
             "; expected 2, bytes with a length");
    }
}

} // namespace mrc
} // namespace ns3
