/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-chakra-names.h"

#include <algorithm>
#include <array>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t CHAKRA_ID_BYTES = 8;
constexpr std::size_t CHAKRA_NAME_AT = CHAKRA_ID_BYTES + 1; //!< behind the kind

using ChakraNameBytes = std::array<char, 64>;

} // namespace

void
WriteChakraName(std::ostream& out, const ChakraNode& node)
{
    ChakraNameBytes bytes{};
    for (std::size_t i = 0; i < CHAKRA_ID_BYTES; ++i)
    {
        bytes[i] = static_cast<char>(node.id >> (8 * i) & 0xff);
    }
    bytes[CHAKRA_ID_BYTES] = static_cast<char>(node.kind);
    const std::size_t length = std::min(node.name.size(), bytes.size() - CHAKRA_NAME_AT);
    std::copy_n(node.name.begin(), length, bytes.begin() + CHAKRA_NAME_AT);
    out.write(bytes.data(), bytes.size());
}

ChakraName
ReadChakraName(std::istream& in, uint32_t number)
{
    ChakraNameBytes bytes{};
    in.clear();
    // Records have one length, so a node's number is its place.
    in.seekg(static_cast<std::streamoff>(bytes.size() * (uint64_t{number} - 1)));
    in.read(bytes.data(), bytes.size());
    ChakraName name;
    for (std::size_t i = CHAKRA_ID_BYTES; i != 0; --i)
    {
        name.id = name.id << 8 | static_cast<uint8_t>(bytes[i - 1]);
    }
    name.kind = static_cast<ChakraKind>(bytes[CHAKRA_ID_BYTES]);
    const auto begin = bytes.begin() + CHAKRA_NAME_AT;
    // Names that were cut have no zero behind them.
    name.name.assign(begin, std::find(begin, bytes.end(), '\0'));
    return name;
}

} // namespace mrc
} // namespace ns3
