/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-reader.h"

#include <algorithm>

namespace ns3
{
namespace mrc
{

namespace
{

/** Bytes at once, so that a wrong length takes no memory. */
constexpr uint64_t CHAKRA_READ_BYTES = 65536;

constexpr std::size_t GZIP_LENGTH = 0x1f; //!< of the first message of a file by gzip (RFC 1952)
constexpr char GZIP_BYTE = '\x8b';        //!< likewise, its first byte

/** Fields of a node. */
enum ChakraNodeField : uint32_t
{
    NODE_ID = 1,
    NODE_NAME = 2,
    NODE_KIND = 3,
    NODE_CONTROL = 4,
    NODE_DATA = 5,
    NODE_MICROS = 7,
    NODE_ATTRIBUTE = 10,
};

/** Fields of an attribute: one of the values is there. */
enum ChakraAttributeField : uint32_t
{
    ATTRIBUTE_NAME = 1,
    ATTRIBUTE_INT32 = 7,
    ATTRIBUTE_INT64 = 9,
    ATTRIBUTE_UINT32 = 11,
    ATTRIBUTE_UINT64 = 13,
    ATTRIBUTE_SINT32 = 15,
    ATTRIBUTE_SINT64 = 17,
    ATTRIBUTE_BOOL = 27,
    ATTRIBUTE_BOOLS = 28,
    ATTRIBUTE_STRING = 29,
};

/** Takes a number of a list, or a packed list of them. */
void
TakeChakraNumbers(const ChakraMessage& message, std::vector<uint64_t>& numbers)
{
    if (!message.HasBytes())
    {
        numbers.push_back(message.Number());
        return;
    }
    for (ChakraMessage list = message.Part(); !list.IsAtEnd();)
    {
        numbers.push_back(list.Varint());
    }
}

/** @return whether all of a list of bools are true */
bool
AreChakraBoolsTrue(ChakraMessage list)
{
    std::vector<uint64_t> bools;
    while (list.Next())
    {
        if (list.Field() == 1)
        {
            TakeChakraNumbers(list, bools);
        }
    }
    return std::find(bools.begin(), bools.end(), 0) == bools.end();
}

/** @return the number of protobuf's zigzag form */
uint64_t
UnzigzagChakra(uint64_t number)
{
    return (number >> 1) ^ (0 - (number & 1));
}

} // namespace

ChakraReader::ChakraReader(std::istream& in, const std::string& name)
    : m_in(in),
      m_name(name)
{
    if (!ReadMessage())
    {
        throw ChakraError(m_name, 0, "an empty file; expected GlobalMetadata");
    }
    // Trace files of other tools are often compressed under their plain names.
    if (m_bytes.size() == GZIP_LENGTH && m_bytes[0] == GZIP_BYTE)
    {
        throw ChakraError(m_name,
                          0,
                          "a file that gzip made; expected .gz behind its name, or what gunzip "
                          "makes of it");
    }
    ChakraMessage message(m_bytes.data(), m_bytes.size(), m_at - m_bytes.size(), m_name);
    while (message.Next())
    {
        if (message.Field() == 1)
        {
            message.Text(); // the version of the schema; bytes of another type are refused
        }
    }
}

/** The first message was the metadata: from then on each is a node. */
std::optional<ChakraNode>
ChakraReader::Next()
{
    if (!ReadMessage())
    {
        return std::nullopt;
    }
    ChakraNode node;
    node.at = m_begin;
    ChakraMessage message(m_bytes.data(), m_bytes.size(), m_at - m_bytes.size(), m_name);
    ReadFields(message, node);
    if (node.kind == ChakraKind::INVALID)
    {
        throw ChakraError(m_name, m_begin, "a node without a type; expected one from 1 to 10");
    }
    return node;
}

bool
ChakraReader::ReadMessage()
{
    m_begin = m_at;
    m_bytes.clear();
    if (m_in.peek() == std::istream::traits_type::eof())
    {
        return false;
    }
    const uint64_t length = ReadLength();
    if (length > CHAKRA_MOST_BYTES)
    {
        throw ChakraError(m_name,
                          m_begin,
                          "a message of " + std::to_string(length) + " bytes; expected at most " +
                              std::to_string(CHAKRA_MOST_BYTES));
    }
    while (m_bytes.size() < length)
    {
        // The length may lie, so memory grows only with bytes that are there.
        const std::size_t before = m_bytes.size();
        const uint64_t wanted = std::min<uint64_t>(CHAKRA_READ_BYTES, length - before);
        m_bytes.resize(before + wanted);
        m_in.read(&m_bytes[before], static_cast<std::streamsize>(wanted));
        const auto got = static_cast<uint64_t>(m_in.gcount());
        m_at += got;
        if (got < wanted)
        {
            throw ChakraError(m_name,
                              m_begin,
                              "the file ends after " + std::to_string(before + got) +
                                  " bytes of a message; expected " + std::to_string(length));
        }
    }
    return true;
}

uint64_t
ChakraReader::ReadLength()
{
    std::string bytes;
    // The message parser reads varints from memory, so the bytes are gathered first.
    for (int byte = 0x80; byte >= 0x80 && bytes.size() < 10;)
    {
        byte = m_in.get();
        if (byte == std::istream::traits_type::eof())
        {
            break;
        }
        bytes += static_cast<char>(byte);
        ++m_at;
    }
    return ChakraMessage(bytes.data(), bytes.size(), m_begin, m_name).Varint();
}

void
ChakraReader::ReadFields(ChakraMessage& message, ChakraNode& node) const
{
    while (message.Next())
    {
        switch (message.Field())
        {
        case NODE_ID:
            node.id = message.Number();
            break;
        case NODE_NAME:
            node.name = message.Text();
            break;
        case NODE_KIND:
            if (message.Number() > static_cast<uint64_t>(ChakraKind::CHECKPOINT))
            {
                message.Fail("a node of type " + std::to_string(message.Number()) +
                             "; expected one from 1 to 10");
            }
            node.kind = static_cast<ChakraKind>(message.Number());
            break;
        // Both kinds of dependencies have the node wait, so they are one list.
        case NODE_CONTROL:
        case NODE_DATA:
            TakeChakraNumbers(message, node.before);
            break;
        case NODE_MICROS:
            node.micros = message.Number();
            break;
        case NODE_ATTRIBUTE:
            ReadAttribute(message.Part(), node);
            break;
        // Fields of later schemas are skipped, as protobuf asks for.
        default:
            break;
        }
    }
}

void
ChakraReader::ReadAttribute(ChakraMessage part, ChakraNode& node) const
{
    std::string name;
    std::optional<uint64_t> number;
    std::optional<std::string> word;
    std::optional<bool> allTrue;
    while (part.Next())
    {
        switch (part.Field())
        {
        case ATTRIBUTE_NAME:
            name = part.Text();
            break;
        case ATTRIBUTE_INT32:
        case ATTRIBUTE_INT64:
        case ATTRIBUTE_UINT32:
        case ATTRIBUTE_UINT64:
        case ATTRIBUTE_BOOL:
            number = part.Number();
            break;
        case ATTRIBUTE_SINT32:
        case ATTRIBUTE_SINT64:
            number = UnzigzagChakra(part.Number());
            break;
        case ATTRIBUTE_BOOLS:
            allTrue = AreChakraBoolsTrue(part.Part());
            break;
        case ATTRIBUTE_STRING:
            word = part.Text();
            break;
        default:
            break;
        }
    }
    if (number)
    {
        // The name may stand behind the value, so attributes are kept only when the whole part is
        // read.
        node.numbers[name] = *number;
    }
    if (word)
    {
        node.words[name] = *word;
    }
    if (allTrue)
    {
        node.allTrue[name] = *allTrue;
    }
}

} // namespace mrc
} // namespace ns3
