/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CHAKRA_FILES_H
#define CHAKRA_FILES_H

#include "chakra-bytes.h"

#include "ns3/mrc-chakra-files.h"

#include <cstdint>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** A node of a trace, as the schema has it. */
struct ChakraNodeText
{
    uint64_t id{0};
    uint32_t kind{0};
    std::vector<uint64_t> before{};
    uint64_t micros{0};
    std::map<std::string, uint64_t> numbers{};
    std::string group{};
    std::vector<uint64_t> dimensions{}; //!< which of them are involved
    std::string name{};
};

constexpr uint32_t CHAKRA_COMP = 4;
constexpr uint32_t CHAKRA_SEND = 5;
constexpr uint32_t CHAKRA_RECV = 6;
constexpr uint32_t CHAKRA_COLL = 7;

/** @return a node with its length */
inline std::string
ChakraNodeBytes(const ChakraNodeText& node)
{
    std::string bytes = NumberField(1, node.id) + NumberField(3, node.kind) +
                        ListField(5, node.before) + NumberField(7, node.micros);
    if (!node.name.empty())
    {
        bytes += BytesField(2, node.name);
    }
    for (const auto& [name, number] : node.numbers)
    {
        bytes += BytesField(10, BytesField(1, name) + NumberField(9, number));
    }
    if (!node.group.empty())
    {
        bytes += BytesField(10, BytesField(1, "pg_name") + BytesField(29, node.group));
    }
    if (!node.dimensions.empty())
    {
        bytes += BytesField(10,
                            BytesField(1, "involved_dim") +
                                BytesField(28, ListField(1, node.dimensions)));
    }
    return LongBytes(bytes);
}

/** @return a trace of 8 bytes, and then the nodes */
inline std::string
ChakraTrace(const std::vector<ChakraNodeText>& nodes)
{
    std::string bytes = LongBytes(BytesField(1, "0.0.4"));
    for (const ChakraNodeText& node : nodes)
    {
        bytes += ChakraNodeBytes(node);
    }
    return bytes;
}

/** What a test asks of traces. */
struct ChakraAsked
{
    std::string groups{};  //!< in JSON
    double gpuTflops{0};   //!< of work without a duration
    uint64_t mostSends{0}; //!< of each rank
};

/** @return a workload with a trace for each rank */
inline ConnectionMatrix
ChakraMatrix(const std::vector<std::vector<ChakraNodeText>>& ranks, const ChakraAsked& asked)
{
    ChakraFiles files;
    files.name = "a.%d.et";
    files.ranks = static_cast<uint32_t>(ranks.size());
    files.groupsName = "a.json";
    files.groups = asked.groups;
    files.open = [ranks](uint32_t rank) {
        return std::make_shared<std::istringstream>(ChakraTrace(ranks[rank]));
    };
    return StreamChakra(
        files,
        {[] { return std::make_shared<std::stringstream>(); }, asked.gpuTflops, asked.mostSends});
}

/** @return the same, all of it */
inline ConnectionMatrix
ChakraMatrix(const std::vector<std::vector<ChakraNodeText>>& ranks, const std::string& groups = "")
{
    return ChakraMatrix(ranks, ChakraAsked{groups});
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* CHAKRA_FILES_H */
