/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CHAKRA_OPERATIONS_H
#define CHAKRA_OPERATIONS_H

#include "../mrc-thrown-text.h"
#include "chakra-files.h"

#include "ns3/mrc-goal-binary-file.h"
#include "ns3/mrc-goal-stream.h"

#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** The nodes of each rank. */
using ChakraRanks = std::vector<std::vector<ChakraNodeText>>;

/** @return the error of traces of these ranks */
inline std::string
ChakraErrorOf(const ChakraRanks& ranks, const std::string& groups = "")
{
    return ThrownText([&] { ChakraMatrix(ranks, groups); });
}

/** @return the error of one node of rank 0, beside an idle rank 1 */
inline std::string
ChakraErrorOf(const ChakraNodeText& node)
{
    return ChakraErrorOf(ChakraRanks{{node}, {}});
}

/** A rank's operations in words, such as "send 5 to 1" behind the places of those it waits for. */
inline std::vector<std::string>
ChakraOperationsOf(const ConnectionMatrix& matrix, uint32_t rank)
{
    GoalBinaryFile file(*matrix.stream->in, "a", LinesOf(*matrix.stream));
    std::vector<std::string> waits(file.CountOf(rank));
    std::vector<std::string> texts;
    for (uint32_t place = 0; place < file.CountOf(rank); ++place)
    {
        const GoalRecord record = file.Read(rank, place);
        for (uint32_t i = 0; i < record.onEnd.length; ++i)
        {
            waits[file.Waiting(rank, place, record.onEnd.begin + i)] += " " + std::to_string(place);
        }
        const GoalOperation& o = record.operation;
        const std::string size = std::to_string(o.size);
        const std::string peer = std::to_string(o.peer);
        texts.push_back(o.kind == GoalKind::CALC   ? "calc " + size + " " + std::to_string(o.cpu)
                        : o.kind == GoalKind::SEND ? "send " + size + " to " + peer
                                                   : "recv " + size + " from " + peer);
    }
    for (uint32_t place = 0; place < texts.size(); ++place)
    {
        texts[place] += waits[place].empty() ? "" : " after" + waits[place];
    }
    return texts;
}

/** @return a collective of a kind, by the schema's number */
inline ChakraNodeText
ChakraCollective(uint64_t id, uint64_t kind, uint64_t bytes, const std::string& group = "")
{
    return {id, CHAKRA_COLL, {}, 0, {{"comm_type", kind}, {"comm_size", bytes}}, group};
}

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* CHAKRA_OPERATIONS_H */
