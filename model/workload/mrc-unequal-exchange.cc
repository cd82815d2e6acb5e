/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-unequal-exchange.h"

#include "mrc-text-reader.h"
#include "mrc-transfer-list.h"

#include <limits>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

/**
 * Each rank sends to all others in turn, so many at a time. One trigger for each rank starts its
 * next transfer when one ends.
 */
ConnectionMatrix
UnequalAllToAll(const SizeTable& sizes, uint32_t window)
{
    const auto ranks = static_cast<uint32_t>(sizes.size());
    TransferList list("all-to-all-v", ranks, uint64_t{ranks} * ranks);
    if (window == 0)
    {
        throw std::invalid_argument("all-to-all-v: 0 transfers at a time; expected 1 or more");
    }
    uint64_t total = 0;
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        std::vector<uint32_t> receivers;
        for (uint32_t ahead = 1; ahead < ranks; ++ahead)
        {
            // Each rank begins with its neighbour, or all would send to rank 0 first.
            const uint32_t to = (rank + ahead) % ranks;
            if (sizes[rank][to] != 0)
            {
                receivers.push_back(to);
            }
        }
        // Where all transfers may be under way at once, none waits and no trigger is needed.
        const uint32_t next =
            receivers.size() <= window ? 0 : list.NewTrigger(TriggerKind::MULTISHOT);
        for (std::size_t turn = 0; turn < receivers.size(); ++turn)
        {
            const uint32_t to = receivers[turn];
            // The first ones start at once; each end of a transfer then starts the next one.
            list.Add(rank, to, sizes[rank][to], {turn < window ? 0 : next, next, 0});
            total += sizes[rank][to];
        }
    }
    if (total == 0)
    {
        throw std::invalid_argument("all-to-all-v: nobody sends a byte; expected a size above 0");
    }
    return list.Take();
}

SizeTable
DrawnSizes(uint32_t ranks, uint64_t bytes, uint32_t spread, KeyedDraws draws)
{
    // An even draw around the mean: on average a rank sends as much as in an even exchange.
    const uint64_t mean = bytes / ranks;
    // `spread` is in percent of the mean.
    const uint64_t most = mean * spread / 100;
    SizeTable sizes(ranks, std::vector<uint64_t>(ranks, 0));
    for (uint32_t from = 0; from < ranks; ++from)
    {
        for (uint32_t to = 0; to < ranks; ++to)
        {
            // Lengths are below 2^32: the remainder favours none by more than 2^-31.
            const uint64_t n = uint64_t{from} * ranks + to;
            sizes[from][to] = from == to ? 0 : mean - most + draws.Bits(n) % (2 * most + 1);
        }
    }
    return sizes;
}

SizeTable
ReadSizeTable(std::istream& in, const std::string& name)
{
    constexpr std::size_t MOST = 2048; // the square of this is well below 10^7; own choice
    TextReader reader(in, name);
    SizeTable sizes;
    std::size_t columns = 0;
    for (std::vector<Token> words; reader.NextLine(words);)
    {
        columns = sizes.empty() ? words.size() : columns;
        if (words.size() != columns || columns < 2 || sizes.size() == columns || columns > MOST)
        {
            reader.Fail(words[0].at,
                        "line " + std::to_string(sizes.size() + 1) + " of the table has " +
                            std::to_string(words.size()) +
                            " numbers; expected as many lines as numbers in the first, 2 .. " +
                            std::to_string(MOST));
        }
        std::vector<uint64_t> row;
        for (const Token& word : words)
        {
            // A rank sends nothing to itself: this number of a row has to be 0.
            const bool isOwn = row.size() == sizes.size();
            const uint64_t most = isOwn ? 0 : std::numeric_limits<uint32_t>::max();
            row.push_back(reader.Number(word, isOwn ? "size to itself" : "size, bytes,", 0, most));
        }
        sizes.push_back(row);
    }
    if (sizes.empty() || sizes.size() != columns)
    {
        reader.Fail(reader.End(),
                    std::to_string(sizes.size()) + " lines; expected " +
                        (columns == 0 ? std::string("2 or more") : std::to_string(columns)) +
                        ", as many as each has numbers");
    }
    return sizes;
}

} // namespace mrc
} // namespace ns3
