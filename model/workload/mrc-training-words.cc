/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-training-words.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr const char* AXES[]{"tensor", "data", "pipeline"};         // as TrainingAxis
constexpr const char* TIMES[]{"during-backward", "after-backward"}; // as GradientTime
constexpr const char* RECOMPUTED[]{"none", "layers"};               // of forward passes

void
ReadName(const TextReader&, const std::vector<Token>& words, TrainingJob& job)
{
    job.name = words[1].text;
}

/** Reads which of the three ways of sharing is innermost: its ranks are nearest to each other. */
void
ReadOrder(const TextReader& reader, const std::vector<Token>& words, TrainingJob& job)
{
    std::vector<TrainingAxis> order;
    for (std::size_t i = 1; i < words.size(); ++i)
    {
        const auto found = std::find(std::begin(AXES), std::end(AXES), words[i].text);
        const auto axis = static_cast<TrainingAxis>(found - std::begin(AXES));
        // An axis that stands twice would leave another one out.
        if (found == std::end(AXES) || std::find(order.begin(), order.end(), axis) != order.end())
        {
            reader.Fail(words[i].at,
                        Quoted(words[i].text) + "; expected each of tensor, data, pipeline");
        }
        order.push_back(axis);
    }
    if (order.size() != job.order.size())
    {
        reader.Fail(words[0].at,
                    "an order of " + std::to_string(order.size()) +
                        "; expected tensor, data and pipeline, innermost first");
    }
    std::copy(order.begin(), order.end(), job.order.begin());
}

/** Reads the NIC of each rank, where ranks do not stand in the order of NICs. */
void
ReadPlace(const TextReader& reader, const std::vector<Token>& words, TrainingJob& job)
{
    std::set<uint32_t> taken;
    for (std::size_t i = 1; i < words.size(); ++i)
    {
        // words[0] is the key, so there are as many NICs as places, from 0.
        const std::size_t last = words.size() - 2;
        const auto nic = static_cast<uint32_t>(reader.Number(words[i], "NIC of a rank", 0, last));
        // Two ranks on one NIC would share its links, which the job does not mean.
        if (!taken.insert(nic).second)
        {
            reader.Fail(words[i].at, "NIC " + words[i].text + " again; expected one for each rank");
        }
        job.place.push_back(nic);
    }
}

/** Reads when gradients travel: under the backward passes, or behind all of them. */
void
ReadGradients(const TextReader& reader, const std::vector<Token>& words, TrainingJob& job)
{
    const auto found = std::find(std::begin(TIMES), std::end(TIMES), words[1].text);
    if (found == std::end(TIMES))
    {
        reader.Fail(words[1].at,
                    Quoted(words[1].text) + "; expected during-backward or after-backward");
    }
    job.gradientTime = static_cast<GradientTime>(found - std::begin(TIMES));
}

void
ReadRecompute(const TextReader& reader, const std::vector<Token>& words, TrainingJob& job)
{
    const auto found = std::find(std::begin(RECOMPUTED), std::end(RECOMPUTED), words[1].text);
    if (found == std::end(RECOMPUTED))
    {
        reader.Fail(words[1].at, Quoted(words[1].text) + "; expected none or layers");
    }
    job.recomputes = found != std::begin(RECOMPUTED);
}

/** A key, and the function that reads its values. */
struct WordKey
{
    const char* name;
    bool isList; //!< several values may follow the key
    void (*read)(const TextReader& reader, const std::vector<Token>& words, TrainingJob& job);
};

constexpr WordKey KEYS[]{
    {"name", false, &ReadName},
    {"order", true, &ReadOrder},
    {"place", true, &ReadPlace},
    {"gradients", false, &ReadGradients},
    {"recompute", false, &ReadRecompute},
};

/** @return the key's row, or the end of the table */
const WordKey*
Find(const std::string& key)
{
    return std::find_if(std::begin(KEYS), std::end(KEYS), [&](const WordKey& row) {
        return row.name == key;
    });
}

} // namespace

bool
ReadTrainingWords(const TextReader& reader, const std::vector<Token>& words, TrainingJob& job)
{
    const WordKey* const key = Find(words[0].text);
    if (key == std::end(KEYS))
    {
        return false;
    }
    key->read(reader, words, job);
    return true;
}

std::vector<std::string>
TrainingWordKeys()
{
    std::vector<std::string> names;
    for (const WordKey& key : KEYS)
    {
        names.emplace_back(key.name);
    }
    return names;
}

bool
IsTrainingList(const std::string& key)
{
    const WordKey* const found = Find(key);
    return found != std::end(KEYS) && found->isList;
}

} // namespace mrc
} // namespace ns3
